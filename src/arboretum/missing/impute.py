"""Missing values are filled in, node by node."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from arboretum.missing.base import (
    Candidates,
    Fill,
    FloatArray,
    MissingPolicy,
    complete_known,
    complete_without_missing,
)
from arboretum.part import Spec
from arboretum.search import Choice
from arboretum.splits import Column, Proposal, midpoints
from arboretum.statistics import ClassCounts, Statistics, Table

__all__ = ["Impute"]


class Impute(MissingPolicy):
    """Takes what is usual at the node for a missing value.

    Usual is the known value nearest to the mean of a number, the median of
    ordered categories, the heaviest of unordered ones.  In training it is that
    of the known samples of the same class at the node (of all, if the class has
    none there, or the targets are not one with classes); later it is that of
    all samples of the node, which makes it a fixed branch.  A value that was filled in
    counts like any other, but makes no new threshold.
    """

    name = "impute"
    words = "is taken for what is usual here"
    unanswered = "by class"

    def native(self) -> Spec:
        return self.spec()

    def fill(self, table: Table, column: Column, statistics: Statistics) -> Fill | None:
        if table.n_bins == 0:
            return None
        weights = statistics.weight(table.statistics)
        of_node = _usual(table, column, weights)
        if not isinstance(statistics, ClassCounts) or len(statistics.blocks) > 1:
            return Fill(np.array([of_node]), of_node)
        of_class = [
            _usual(table, column, np.ascontiguousarray(of_bins)) if of_bins.any() else of_node
            for of_bins in table.statistics.T
        ]
        return Fill(np.array(of_class), of_node)

    def place(
        self, proposal: Proposal, table: Table, parent: FloatArray, statistics: Statistics
    ) -> Iterable[Candidates]:
        if table.missing_count == 0:
            return [complete_without_missing(proposal, table, statistics)]
        # Categories that the proposal leaves out because they are rare.
        return [complete_known(proposal, table, parent, statistics)]

    def settle(
        self, choice: Choice, fill: Fill | None, column: Column, statistics: Statistics
    ) -> Choice:
        assert fill is not None  # a split needs two known values
        split = choice.split
        places = [split.branch(_value(column, code)) for code in fill.of_class]
        missing_branch = split.branch(_value(column, fill.of_node))
        return replace(
            choice,
            split=replace(split, missing_branch=missing_branch),
            shares=np.eye(split.arity)[places],
        )


def _usual(table: Table, column: Column, weights: npt.NDArray[np.float64]) -> int:
    """The code of what is usual among bins of these weights."""
    if column.values is None:
        return int(table.bins[np.argmax(weights)])
    if column.feature.kind == "ordered":
        reached = np.cumsum(weights)
        return int(table.bins[np.searchsorted(reached, reached[-1] / 2)])
    values = column.values[table.bins]
    mean = (weights / weights.sum() * values).sum()  # shares first: a sum of values may overflow
    return int(table.bins[np.searchsorted(midpoints(values), mean)])


def _value(column: Column, code: int) -> float | int:
    """A code as a split asks for it."""
    if column.values is None or column.feature.kind == "ordered":
        return int(code)
    return float(column.values[code])
