"""A branch for every group of categories, found by merging."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from arboretum import _core
from arboretum.data import Kind
from arboretum.exceptions import UnsupportedCombination
from arboretum.part import Spec
from arboretum.splits.base import Column, Splitter
from arboretum.splits.category import Groupings
from arboretum.statistics import ClassCounts, Statistics, Table

__all__ = ["Grouped"]


class Grouped(Splitter):
    """Asks which of several groups a category belongs to.

    Every category at the node starts as a group of its own.  The two groups
    whose merger gives the highest gain ratio become one, again and again, as
    long as that raises the ratio and more than two groups are left (Quinlan
    1993, ch. 7).

    Parameters
    ----------
    max_categories : int
        A feature with more categories is refused: all pairs of them are tried.
    """

    name = "grouped"
    kinds: ClassVar[tuple[Kind, ...]] = ("categorical",)

    def __init__(self, max_categories: int = 200) -> None:
        self.max_categories = max_categories

    def native(self) -> Spec:
        return self.spec()

    def check(self, column: Column, statistics: Statistics) -> None:
        if not isinstance(statistics, ClassCounts) or len(statistics.blocks) > 1:
            raise UnsupportedCombination(
                f"{self!r} merges categories by the gain ratio of one nominal target, which this "
                "target is not. Use splits='binary' or 'multiway'."
            )
        column.require_at_most(
            self.max_categories,
            f"Grouped(max_categories={self.max_categories})",
            "Merge rare categories, use splits='binary', or raise max_categories.",
        )

    def propose(self, table: Table, column: Column, statistics: Statistics) -> Groupings:
        labels = _core.value_groups(
            np.ascontiguousarray(table.statistics), float(table.missing.sum())
        )
        n_categories = column.feature.n_categories
        return Groupings(
            column.index, n_categories, table.bins, labels[None, :], arity=int(labels.max()) + 1
        )
