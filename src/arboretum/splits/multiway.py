"""One branch for every category."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from arboretum.data import Kind
from arboretum.part import Spec
from arboretum.splits.base import Column, Splitter
from arboretum.splits.category import Groupings
from arboretum.statistics import Statistics, Table

__all__ = ["Multiway"]


class Multiway(Splitter):
    """Gives every category that occurs at the node a branch of its own.

    Parameters
    ----------
    max_categories : int
        A feature with more categories is refused: a question with thousands
        of answers is a list of names, not a tree to read.
    """

    name = "multiway"
    kinds: ClassVar[tuple[Kind, ...]] = ("categorical",)

    def __init__(self, max_categories: int = 1000) -> None:
        self.max_categories = max_categories

    def native(self) -> Spec:
        return self.spec()

    def check(self, column: Column, statistics: Statistics) -> None:
        column.require_at_most(
            self.max_categories,
            f"Multiway(max_categories={self.max_categories})",
            "Is it an identifier? Then leave it out; else merge rare categories, "
            "use splits='binary', or raise max_categories.",
        )

    def propose(self, table: Table, column: Column, statistics: Statistics) -> Groupings:
        labels = np.arange(table.n_bins)[None, :]
        n_categories = column.feature.n_categories
        return Groupings(column.index, n_categories, table.bins, labels, arity=table.n_bins)
