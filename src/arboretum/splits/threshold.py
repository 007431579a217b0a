"""Binary splits ``x <= threshold`` of numbers and ordered categories."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from arboretum.data import Kind
from arboretum.splits.base import Column, Proposal, Splitter
from arboretum.statistics import Branches, Statistics, Table
from arboretum.tree import Split

__all__ = ["Cuts", "Threshold", "midpoints"]

FloatArray = npt.NDArray[np.float64]


def midpoints(values: FloatArray) -> FloatArray:
    """Points half-way between consecutive ascending values.

    Halving first cannot overflow.  Where the midpoint of two neighbours rounds
    up to the larger, the smaller is used: ``low <= midpoint < high`` always
    holds, so that ``x <= midpoint`` separates them.

    >>> midpoints(np.array([1.0, 2.0, 4.0]))
    array([1.5, 3. ])
    """
    low, high = values[:-1], values[1:]
    middle = low / 2 + high / 2
    return np.where((low <= middle) & (middle < high), middle, low)


@dataclass(frozen=True, eq=False)
class Cuts(Proposal):
    """Every cut between neighbouring bins."""

    feature: int
    thresholds: FloatArray
    arity: int = 2

    def __len__(self) -> int:
        return len(self.thresholds)

    def branches(self, table: Table, missing_branch: int | None = None) -> Branches:
        return table.cuts(missing_branch=missing_branch)

    def split(self, candidate: int, arity: int, missing_branch: int) -> Split:
        threshold = float(self.thresholds[candidate])
        return Split(self.feature, "interval", arity, (threshold,), (), missing_branch)


class Threshold(Splitter):
    """Asks ``x <= t`` for every midpoint of consecutive distinct values (exact)."""

    name = "threshold"
    kinds: ClassVar[tuple[Kind, ...]] = ("numeric", "ordered")

    def propose(self, table: Table, column: Column, statistics: Statistics) -> Cuts:
        assert column.values is not None
        return Cuts(column.index, midpoints(column.values[table.bins]))
