"""What is counted.

Statistics are float64 vectors that add up: those of two sets of rows together
are the sum of theirs.  That one property lets a table be built from parts of
the data, a sibling be found by subtraction, and a cluster merge by ``+``.
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset
from arboretum.data.dataset import contiguous
from arboretum.exceptions import DataError
from arboretum.statistics.table import Table

__all__ = ["Statistics", "first_component", "require_finite_sums"]

FloatArray = npt.NDArray[np.float64]
Rows = npt.NDArray[np.int32]


class Statistics(ABC):
    """The statistics of one dataset's targets.

    Made once per dataset (``ClassCounts(dataset)``); asked for the totals of
    some rows and for tables of one feature over some rows.  To count something
    else, derive from :class:`~arboretum.statistics.Sums`.
    """

    #: False where a node's statistics are not the sum of those of its parts.
    additive: ClassVar[bool] = True

    #: Length of the statistics of a node.
    width: int

    #: Whether the best binary grouping of categories is a cut in ``order_key``.
    order_is_exact: bool = False

    def __init__(self, dataset: Dataset) -> None:
        if dataset.targets is None:
            raise DataError(
                f"{type(self).__name__} counts targets, but the dataset has none. Pass y."
            )
        self._dataset = dataset
        self._targets = dataset.targets

    @cached_property
    def _weights(self) -> FloatArray:
        """The weights as the kernels read them; the native grower does without."""
        return contiguous(self._dataset.weights)

    @cached_property
    def _counts(self) -> FloatArray:
        return contiguous(self._dataset.counts)

    @abstractmethod
    def total(self, rows: Rows) -> tuple[float, FloatArray]:
        """Number of samples and statistics of the rows."""

    @abstractmethod
    def table(self, codes: npt.NDArray[np.int32], n_codes: int, rows: Rows) -> Table:
        """Statistics of the rows for each code (below 0: missing)."""

    def shared(self, rows: Rows, shares: FloatArray) -> Self:
        """The same statistics of some rows alone, each counted by its share.

        Row ``i`` of what is returned is ``rows[i]``; it adds ``shares[i]`` times what it adds
        here.  A subclass that keeps further arrays scales them, too.
        """
        part = copy.copy(self)
        part._targets = self._targets[rows]
        part._weights = self._weights[rows] * shares
        part._counts = self._counts[rows] * shares
        return part

    def native(self) -> dict[str, Any]:
        """What the samples contribute, as arrays for the native core; a subclass adds its own."""
        return {"weights": self._weights, "counts": self._counts}

    @abstractmethod
    def weight(self, statistics: FloatArray) -> FloatArray:
        """Total weight behind statistics (..., width) -> (...)."""

    def mean_target(self, statistics: FloatArray) -> FloatArray:
        """Where the first target lies on average, (..., width) -> (...); 0 if that is not known.

        Of classes it is the mean of their numbers.  It shows which branch is the lower.
        """
        return np.zeros(statistics.shape[:-1])

    def is_constant(self, statistics: FloatArray, rows: Rows) -> bool:
        """Whether all rows of a node have the same target.

        Asked of the rows, not of the sums: a variance of 1e-20 or a class
        weight left over from a subtraction proves nothing.
        """
        targets = self._targets[rows]
        return bool((targets == targets[:1]).all())

    def natural(self, statistics: FloatArray) -> FloatArray:
        """The statistics as a leaf model reads them, in the units of the user."""
        return statistics

    @abstractmethod
    def order_key(self, statistics: FloatArray) -> FloatArray:
        """Number to order categories by, from (n_bins, width) to (n_bins,).

        With two classes the share of the second, with one numeric target the
        mean: then the best binary grouping of categories is a cut in this order
        (Fisher 1958; Breiman et al. 1984, 4.2.2).  Otherwise the first
        principal component of the shares or means, which is a heuristic.
        """


def require_finite_sums(dataset: Dataset, total: float) -> None:
    """Refuse targets so large that what the rows contribute adds up to ``total`` = infinity."""
    if np.isfinite(total):
        return
    assert dataset.targets is not None
    largest = np.abs(dataset.targets).max(axis=0)
    target = dataset.schema.targets[int(np.argmax(largest))]
    raise DataError(
        f"The sums over target {target.name!r} overflow: it has values as large as "
        f"{largest.max():g}. Divide it, or the sample weights, by a power of ten."
    )


def first_component(points: FloatArray, weights: FloatArray) -> FloatArray:
    """Order (n, d) points by their weighted first principal component.

    The sign, which the mathematics leaves open, is fixed: the coordinate that
    counts most counts positively (the first such coordinate, if several do).
    Scores are relative to the largest and rounded to 12 digits, so that equal points tie.

    >>> first_component(np.array([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]), np.ones(3))
    array([ 1.,  0., -1.])
    """
    return _core.first_component(np.ascontiguousarray(points), np.ascontiguousarray(weights))
