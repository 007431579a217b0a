"""Splitters of categories into branches, and their candidate groupings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Kind
from arboretum.exceptions import UnsupportedCombination
from arboretum.part import Spec
from arboretum.splits.base import Column, Proposal, Splitter
from arboretum.statistics import Branches, ClassCounts, Statistics, Table
from arboretum.tree import Split

__all__ = ["Grouped", "Groupings", "OrderedGroupings", "Presence", "category_split"]

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
    log_trials: float = 0.0
    may_be_small: bool = False

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


@dataclass(frozen=True, eq=False)
class Presence(Proposal):
    """One candidate: known values into branch 0, missing ones into branch 1."""

    feature: int
    arity: int = 2

    def __len__(self) -> int:
        return 1

    def branches(self, table: Table, missing_branch: int | None = 1) -> Branches:
        everything_known = np.zeros((1, table.n_bins), dtype=np.int64)
        return table.groups(everything_known, arity=1, missing_branch=1)

    def split(self, candidate: int, arity: int, missing_branch: int) -> Split:
        return Split(self.feature, "presence", arity, (), (), missing_branch)


class Grouped(Splitter):
    """Asks which of several groups a category belongs to.

    Every category at the node starts as its own group.  The two groups
    whose merger gives the highest gain ratio become one, again and again, as
    long as that raises the ratio and more than two groups are left (Quinlan
    1993, ch. 7).

    Parameters
    ----------
    max_categories : int
        A feature with more categories is refused: all pairs of them are tried.
    charged : bool
        Whether groups pay for their choice.  Of the gain go the bits that name one of the ways to
        divide so many categories into as many groups; selectors that charge for names do so,
        too.  Those two groups are merged that lose least of the gain.  A feature of three
        categories or more is then not asked how many samples its branches hold.
    """

    name = "grouped"
    kinds: ClassVar[tuple[Kind, ...]] = ("categorical",)

    def __init__(self, max_categories: int = 200, charged: bool = False) -> None:
        self.max_categories = max_categories
        self.charged = charged

    def native(self) -> Spec:
        return self.spec()

    def check(self, column: Column, statistics: Statistics) -> None:
        if not isinstance(statistics, ClassCounts) or len(statistics.blocks) > 1:
            raise UnsupportedCombination(
                f"{self!r} merges categories by the gain ratio, which needs one nominal target. "
                "Use splits='binary' or 'multiway'."
            )
        column.require_at_most(
            self.max_categories,
            f"Grouped(max_categories={self.max_categories})",
            "Merge rare categories, use splits='binary', or raise max_categories.",
        )

    def propose(self, table: Table, column: Column, statistics: Statistics) -> Groupings:
        labels = _core.value_groups(
            np.ascontiguousarray(table.statistics), float(table.missing.sum()), self.charged
        )
        n_categories, arity = column.feature.n_categories, int(labels.max()) + 1
        found = Groupings(column.index, n_categories, table.bins, labels[None, :], arity)
        if not self.charged:
            return found
        ways = _core.log_trials(len(labels), arity, False, False, False)
        return replace(found, log_trials=ways, may_be_small=n_categories > 2)
