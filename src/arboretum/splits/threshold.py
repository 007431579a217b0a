"""Binary splits ``x <= threshold`` of numbers and ordered categories."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from arboretum.data import Closed, Kind
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.part import Spec
from arboretum.splits.base import Column, Proposal, Splitter
from arboretum.statistics import Branches, ClassCounts, Statistics, Table
from arboretum.tree import Split

__all__ = ["Cuts", "Threshold", "midpoints"]

FloatArray = npt.NDArray[np.float64]

#: What ``class_share`` asks of a side at most, by weight.
MOST_ON_A_SIDE = 25.0

#: What this share of half a gap is above the middle is in the middle.
ROUNDING = 2e-9


def midpoints(values: FloatArray, closed: Closed = "right") -> FloatArray:
    """Points half-way between consecutive ascending values.

    Halving first cannot overflow.  Where the midpoint of two neighbours rounds
    up to the larger, the smaller is used: ``low <= midpoint < high`` always
    holds, so that ``x <= midpoint`` separates them.  For ``x < midpoint`` it is the next number
    below, see :class:`~arboretum.data.Feature`.

    >>> midpoints(np.array([1.0, 2.0, 4.0]))
    array([1.5, 3. ])
    >>> midpoints(np.array([50.0, 52.0]), "left").tolist()
    [50.99999999999999]
    """
    low, high = values[:-1], values[1:]
    middle = low / 2 + high / 2
    middle = np.where((low <= middle) & (middle < high), middle, low)
    return np.nextafter(middle, low) if closed == "left" else middle


@dataclass(frozen=True, eq=False)
class Cuts(Proposal):
    """Cuts between neighbouring bins; ``first`` is the bin before the first of them.

    ``values`` are those of all bins, if the gaps between them count.
    """

    feature: int
    thresholds: FloatArray
    first: int = 0
    arity: int = 2
    values: FloatArray | None = None

    def __len__(self) -> int:
        return len(self.thresholds)

    def branches(self, table: Table, missing_branch: int | None = None) -> Branches:
        every = table.cuts(missing_branch=missing_branch)
        proposed = slice(self.first, self.first + len(self))
        return Branches(every.counts[proposed], every.statistics[proposed])

    def split(self, candidate: int, arity: int, missing_branch: int) -> Split:
        threshold = float(self.thresholds[candidate])
        return Split(self.feature, "interval", arity, (threshold,), (), missing_branch)

    def most_bits(self, candidate: int) -> float:
        if self.values is None:
            return math.inf
        low, high = self.values[self.first + candidate : self.first + candidate + 2].tolist()
        return math.log2((self.values[-1] - self.values[0]) / (high - low))


class Threshold(Splitter):
    """Asks ``x <= t`` for consecutive distinct values (exact).

    Parameters
    ----------
    at : {"midpoint", "value"}
        Where between two values to put the threshold: half-way, or as C4.5
        does at the largest value of all training samples that is not above
        the middle, so that every threshold is a number of the data.
    class_share : float
        No side of a cut may weigh less than this part of the known samples,
        divided by the number of classes, and no less than 25.  C4.5 asks for
        0.1, so that the end of a range is not cut off; 0 asks for nothing.
    gap_bits : bool
        A threshold can be named by its number among the candidates, or as a place in the range
        of the values at the node, which need be told no more exactly than the gap it lies in is
        wide: in log2 (range / gap) bits.  Whether the shorter of the two counts, for selectors
        that charge for names.
    """

    name = "threshold"
    is_binary = True
    kinds: ClassVar[tuple[Kind, ...]] = ("numeric", "ordered")

    def __init__(
        self, at: str = "midpoint", class_share: float = 0.0, gap_bits: bool = False
    ) -> None:
        self.at = at
        self.class_share = class_share
        self.gap_bits = gap_bits

    def native(self) -> Spec:
        is_fast = self.at == "midpoint" and self.class_share == 0 and not self.gap_bits
        return self.spec(fast=is_fast)

    def check(self, column: Column, statistics: Statistics) -> None:
        if self.at not in ("midpoint", "value"):
            raise ParameterError(f"{self!r}: at must be 'midpoint' or 'value'.")
        if not 0 <= self.class_share <= 1:
            raise ParameterError(f"{self!r}: class_share must be a share from 0.0 to 1.0.")
        if self.class_share > 0 and not isinstance(statistics, ClassCounts):
            raise UnsupportedCombination(
                f"{self!r}: class_share is divided by the number of classes, but the target is "
                "numeric. Use class_share=0 and min_samples_leaf."
            )

    def propose(self, table: Table, column: Column, statistics: Statistics) -> Cuts | None:
        assert column.values is not None
        thresholds = midpoints(column.values[table.bins], column.feature.closed)
        if self.at == "value":
            # A decimal may stand half-way between two others, but not their binary neighbours.
            halves = column.values[table.bins] / 2
            limits = thresholds + ROUNDING * np.diff(halves)
            thresholds = column.values[np.searchsorted(column.values, limits, "right") - 1]
        values = column.values[table.bins] if self.gap_bits else None
        if self.class_share == 0:
            return Cuts(column.index, thresholds, values=values)
        weights = statistics.weight(table.statistics)
        before, after = np.cumsum(weights)[:-1], np.cumsum(weights[::-1])[::-1][1:]
        least = self._least(float(np.cumsum(weights)[-1]), statistics)
        allowed = np.flatnonzero((before >= least) & (after >= least))
        if len(allowed) == 0:
            return None
        first, last = int(allowed[0]), int(allowed[-1])
        return Cuts(column.index, thresholds[first : last + 1], first, values=values)

    def _least(self, known: float, statistics: Statistics) -> float:
        """What a side must weigh; a little less, so that rounding bars no cut."""
        assert isinstance(statistics, ClassCounts)
        share = self.class_share * known / statistics.blocks[0]
        return (1 - 1e-9) * min(MOST_ON_A_SIDE, share)
