"""Candidate groupings of categories into branches."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum.splits.base import Proposal
from arboretum.statistics import Branches, Table
from arboretum.tree import Split

__all__ = ["Groupings", "OrderedGroupings", "category_split"]

IntArray = npt.NDArray[np.integer]


def category_split(
    feature: int,
    n_categories: int,
    bins: IntArray,
    labels: IntArray,
    arity: int,
    missing_branch: int,
) -> Split:
    """The split that sends category ``bins[j]`` to branch ``labels[j]``."""
    branches = np.full(n_categories, -1)
    branches[bins] = labels
    return Split(feature, "category", arity, (), tuple(branches.tolist()), missing_branch)


@dataclass(frozen=True, eq=False)
class OfCategories(Proposal):
    """Candidates about the categories of ``bins``; others at the node are treated as missing."""

    feature: int
    n_categories: int
    bins: IntArray

    def seen(self, table: Table) -> Table:
        return table.keep(self.bins)


@dataclass(frozen=True, eq=False)
class Groupings(OfCategories):
    """Candidate ``i`` puts the category of bin ``j`` into branch ``labels[i, j]``."""

    labels: IntArray
    arity: int

    def __len__(self) -> int:
        return len(self.labels)

    def branches(self, table: Table, missing_branch: int | None = None) -> Branches:
        return table.groups(self.labels, self.arity, missing_branch)

    def split(self, candidate: int, arity: int, missing_branch: int) -> Split:
        labels = self.labels[candidate]
        return category_split(
            self.feature, self.n_categories, self.bins, labels, arity, missing_branch
        )


@dataclass(frozen=True, eq=False)
class OrderedGroupings(OfCategories):
    """Binary groupings that are cuts of the categories in a given order."""

    order: IntArray
    arity: int = 2

    def __len__(self) -> int:
        return len(self.order) - 1

    def branches(self, table: Table, missing_branch: int | None = None) -> Branches:
        return table.cuts(self.order, missing_branch)

    def split(self, candidate: int, arity: int, missing_branch: int) -> Split:
        labels = np.ones(len(self.bins), dtype=np.int64)
        labels[self.order[: candidate + 1]] = 0
        return category_split(
            self.feature, self.n_categories, self.bins, labels, arity, missing_branch
        )
