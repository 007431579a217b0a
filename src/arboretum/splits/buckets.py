"""A numeric feature cut into several intervals at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Kind
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.part import Spec
from arboretum.splits.base import Column, Proposal, Splitter
from arboretum.splits.threshold import midpoints
from arboretum.statistics import Branches, ClassCounts, Statistics, Table
from arboretum.tree import Split

__all__ = [
    "Buckets",
    "Intervals",
    "description_length_cuts",
    "equal_frequency",
    "occupied_intervals",
]

FloatArray = npt.NDArray[np.float64]


def description_length_cuts(table: FloatArray) -> npt.NDArray[np.integer]:
    """Positions after which to cut the bins of a (n_bins, n_classes) table, ascending.

    Each stretch of bins is cut where the class entropy is least, if that cut pays for
    its own description: with N samples, k classes and entropy E, and the same for both
    sides, when its gain in bits per sample exceeds
    ``(log2(N-1) + log2(3^k - 2) - (k E - k1 E1 - k2 E2)) / N``.
    """
    return _core.description_length_cuts(np.ascontiguousarray(table))


@dataclass(frozen=True, eq=False)
class Intervals(Proposal):
    """One candidate: the intervals between ascending thresholds.

    ``labels[0, j]`` is the interval that bin ``j`` lies in; none is empty.
    """

    feature: int
    thresholds: FloatArray
    labels: npt.NDArray[np.integer]

    @property
    def arity(self) -> int:  # type: ignore[override]
        return len(self.thresholds) + 1

    def __len__(self) -> int:
        return 1

    def branches(self, table: Table, missing_branch: int | None = None) -> Branches:
        return table.groups(self.labels, self.arity, missing_branch)

    def split(self, candidate: int, arity: int, missing_branch: int) -> Split:
        thresholds = tuple(self.thresholds.tolist())
        return Split(self.feature, "interval", arity, thresholds, (), missing_branch)


def equal_width(values: FloatArray, counts: FloatArray, n: int) -> FloatArray:
    """Cut the range at the node into ``n`` intervals of the same length."""
    low, high = values[0], values[-1]
    shares = np.arange(1, n) / n
    return low * (1 - shares) + high * shares


def equal_frequency(values: FloatArray, counts: FloatArray, n: int) -> FloatArray:
    """Cut so that each of ``n`` intervals holds about as many samples."""
    reached = np.cumsum(counts)
    wanted = reached[-1] * np.arange(1, n) / n
    # The last bin of an interval is the one that brings it nearest to its share.
    last = np.searchsorted(reached, wanted)
    before = np.where(last > 0, reached[last - 1], 0.0)
    last = np.where((last > 0) & (wanted - before <= reached[last] - wanted), last - 1, last)
    cuts = np.unique(last[last < len(values) - 1])
    return midpoints(values)[cuts]


def occupied_intervals(
    thresholds: FloatArray, values: FloatArray
) -> tuple[FloatArray, npt.NDArray[np.integer]]:
    """The thresholds between intervals that hold a value, and the interval of each value."""
    interval = np.searchsorted(thresholds, values, side="left")
    occupied, labels = np.unique(interval, return_inverse=True)
    return thresholds[occupied[1:] - 1], labels


METHODS: dict[str, Callable[[FloatArray, FloatArray, int], FloatArray]] = {
    "width": equal_width,
    "frequency": equal_frequency,
}


class Buckets(Splitter):
    """Asks which of several intervals a number lies in.

    Parameters
    ----------
    method : {"frequency", "width", "mdl"}
        Intervals with about as many samples, of the same length, or found by
        the recursive entropy cuts of Fayyad & Irani (1993), which end where
        the description length of the classes no longer shrinks.
    n : int
        Number of intervals for "frequency" and "width"; fewer where the node
        has fewer distinct values.
    """

    name = "buckets"
    kinds: ClassVar[tuple[Kind, ...]] = ("numeric", "ordered")

    def __init__(self, method: str = "frequency", n: int = 4) -> None:
        self.method = method
        self.n = n

    def native(self) -> Spec:
        return self.spec()

    def check(self, column: Column, statistics: Statistics) -> None:
        if self.method not in (*METHODS, "mdl"):
            raise ParameterError(
                f"Buckets(method={self.method!r}) is not known. Known: 'frequency', 'width', 'mdl'."
            )
        if self.method == "mdl" and not isinstance(statistics, ClassCounts):
            raise UnsupportedCombination(
                "Buckets(method='mdl') measures the entropy of classes, but the target is "
                "numeric. Use method='frequency' or 'width'."
            )
        if self.n < 2:
            raise ParameterError(f"Buckets(n={self.n}): a split needs at least 2 intervals.")

    def propose(self, table: Table, column: Column, statistics: Statistics) -> Intervals | None:
        assert column.values is not None
        values = column.values[table.bins]
        if self.method == "mdl":
            thresholds = midpoints(values)[description_length_cuts(table.statistics)]
        else:
            thresholds = METHODS[self.method](values, table.counts, self.n)
        kept, labels = occupied_intervals(thresholds, values)
        return Intervals(column.index, kept, labels[None, :]) if len(kept) else None
