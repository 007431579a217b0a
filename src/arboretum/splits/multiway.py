"""One branch per category."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from arboretum.data import Kind
from arboretum.exceptions import SplitWarning, warn_the_user
from arboretum.part import Spec, require_whole
from arboretum.splits.base import Column, Proposal, Splitter
from arboretum.splits.category import Groupings
from arboretum.splits.subset import Subset
from arboretum.statistics import Statistics, Table

__all__ = ["Multiway"]


class Multiway(Splitter):
    """Gives every category that occurs at the node its own branch.

    Parameters
    ----------
    max_categories : int
        A question with thousands of answers is a list of names, not a tree to read: a feature with
        more categories is asked ``x in {…}`` instead, as by :class:`Subset`, and a warning says so.
    """

    name = "multiway"
    kinds: ClassVar[tuple[Kind, ...]] = ("categorical",)

    def __init__(self, max_categories: int = 1000) -> None:
        self.max_categories = max_categories

    def native(self) -> Spec:
        return self.spec(of_more=Subset().native())

    def check(self, column: Column, statistics: Statistics) -> None:
        require_whole(self, "max_categories", at_least=1)
        if self._has_branches(column):
            return
        feature = column.feature
        warn_the_user(
            f"Feature {feature.name!r} has {feature.n_categories} categories, more than the "
            f"{self.max_categories} that {self!r} gives a branch each: it is asked about in two "
            "sets of categories. Is it an identifier? Then leave it out; else merge rare "
            "categories, or raise max_categories.",
            SplitWarning,
        )

    def propose(self, table: Table, column: Column, statistics: Statistics) -> Proposal | None:
        if not self._has_branches(column):
            return Subset().propose(table, column, statistics)
        labels = np.arange(table.n_bins)[None, :]
        n_categories = column.feature.n_categories
        return Groupings(column.index, n_categories, table.bins, labels, arity=table.n_bins)

    def _has_branches(self, column: Column) -> bool:
        return column.feature.n_categories <= self.max_categories
