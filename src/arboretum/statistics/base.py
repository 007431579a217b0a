"""What is counted.

Statistics are float64 vectors that add up: those of two sets of rows together
are the sum of theirs.  That one property lets a table be built from parts of
the data, a sibling be found by subtraction, and a cluster merge by ``+``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.statistics.table import Table

__all__ = ["Statistics"]

FloatArray = npt.NDArray[np.float64]
Rows = npt.NDArray[np.int32]


class Statistics(ABC):
    """The statistics of one dataset's targets.

    Made once a dataset (``ClassCounts(dataset)``); asked for the totals of
    some rows and for tables of one feature over some rows.
    """

    #: False where a node's statistics cannot be had by adding up parts.
    additive: ClassVar[bool] = True

    #: Length of the statistics of a node.
    width: int

    @abstractmethod
    def __init__(self, dataset: Dataset) -> None: ...

    @abstractmethod
    def total(self, rows: Rows) -> tuple[float, FloatArray]:
        """Number of samples and statistics of the rows."""

    @abstractmethod
    def table(self, codes: npt.NDArray[np.int32], n_codes: int, rows: Rows) -> Table:
        """Statistics of the rows for each code (below 0: missing)."""

    @abstractmethod
    def weight(self, statistics: FloatArray) -> FloatArray:
        """Total weight behind statistics (..., width) -> (...)."""

    @abstractmethod
    def is_constant(self, statistics: FloatArray, rows: Rows) -> bool:
        """Whether all rows of a node have the same target."""

    @abstractmethod
    def order_key(self, statistics: FloatArray) -> FloatArray:
        """Number to order categories by, from (n_bins, width) to (n_bins,).

        With two classes the share of the second, with one numeric target the
        mean: then the best binary grouping of categories is a cut in this order
        (Fisher 1958; Breiman et al. 1984, 4.2.2).  Otherwise the first
        principal component of the shares or means, which is a heuristic.
        """
