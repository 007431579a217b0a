"""Binary splits of a categorical feature into two sets of categories."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Kind
from arboretum.exceptions import ParameterError
from arboretum.part import Spec, is_whole
from arboretum.splits.base import Column, Proposal, Splitter
from arboretum.splits.category import Groupings, OrderedGroupings
from arboretum.statistics import Branches, Statistics, Table
from arboretum.tree import Split

__all__ = ["FixedOrder", "Subset"]

#: Above this many categories 2^(n-1) - 1 groupings are too many to try.
EXHAUSTIVE_LIMIT = _core.EXHAUSTIVE_LIMIT


@lru_cache(maxsize=EXHAUSTIVE_LIMIT)
def two_groups(n: int) -> npt.NDArray[np.int8]:
    """All ways to put ``n`` things into two non-empty groups, the first thing in group 0.

    >>> two_groups(3).tolist()
    [[0, 1, 0], [0, 0, 1], [0, 1, 1]]
    """
    numbers = np.arange(1, 2 ** (n - 1))[:, None]
    others = (numbers >> np.arange(n - 1)) & 1
    labels = np.hstack([np.zeros((len(numbers), 1), dtype=np.int8), others.astype(np.int8)])
    labels.flags.writeable = False
    return labels


class Subset(Splitter):
    """Asks ``x in {…}`` for the best set of categories.

    Parameters
    ----------
    search : {"auto", "ordered", "exhaustive"}
        ``ordered`` sorts the categories by the share of the second class or
        the mean of the target and tries the cuts of that order: exact for two
        classes and for regression by squared error or Poisson deviance
        (Fisher 1958; Breiman et al. 1984), a heuristic otherwise, with the
        first principal component of the class shares as the order
        (Coppersmith, Hong & Hosking 1999).  ``exhaustive`` tries every set.
        ``auto`` is ``ordered`` where that is exact, else ``exhaustive`` up to
        ``max_exhaustive`` categories at the node, else ``ordered``.
        Exact means the best of all sets: where ``min_samples_leaf`` bars that
        one, the best of the other cuts is taken, and a set that is not a cut of
        the order is not looked at.  ``exhaustive`` looks at all.
    max_exhaustive : int
        See ``auto``.
    min_samples_category : int
        Categories with fewer samples at the node take no part in the sets: there they
        are treated as missing, in training and in prediction.  Few samples say little
        of a category, and chance orders many such so well that they look like a good
        split.  1 leaves none out; with a hundred categories or more, try 20 to 50.
    descending : bool
        Where the categories are ordered: from the largest share or mean to the
        smallest.  It decides between sets that score the same, and which is first.
    """

    name = "subset"
    is_binary = True
    kinds: ClassVar[tuple[Kind, ...]] = ("categorical",)

    def __init__(
        self,
        search: str = "auto",
        max_exhaustive: int = 10,
        min_samples_category: int = 1,
        descending: bool = False,
    ) -> None:
        self.search = search
        self.max_exhaustive = max_exhaustive
        self.min_samples_category = min_samples_category
        self.descending = descending

    def native(self) -> Spec:
        return self.spec(fast=self.search == "auto")

    def check(self, column: Column, statistics: Statistics) -> None:
        if self.search not in ("auto", "ordered", "exhaustive"):
            raise ParameterError(
                f"Subset(search={self.search!r}) is not known. "
                "Known: 'auto', 'ordered', 'exhaustive'."
            )
        if self.max_exhaustive > EXHAUSTIVE_LIMIT:
            raise ParameterError(
                f"Subset(max_exhaustive={self.max_exhaustive}) is more than {EXHAUSTIVE_LIMIT}; "
                f"every further category doubles the work. Use at most {EXHAUSTIVE_LIMIT}."
            )
        least = self.min_samples_category
        if not is_whole(least) or least < 1:
            raise ParameterError(
                f"Subset(min_samples_category={least!r}) must be a whole number of at least 1; "
                "1 leaves no category out."
            )
        if self.search == "exhaustive":
            column.require_at_most(
                EXHAUSTIVE_LIMIT,
                "Subset(search='exhaustive')",
                "Merge rare categories, or use search='auto'.",
            )

    def propose(
        self, table: Table, column: Column, statistics: Statistics
    ) -> Groupings | OrderedGroupings | None:
        if self.min_samples_category > 1:  # there may be fractions of samples: 1 leaves none out
            table = table.keep(table.bins[table.counts >= self.min_samples_category])
        if table.n_bins < 2:
            return None
        n_categories = column.feature.n_categories
        if self._is_exhaustive(table.n_bins, statistics):
            labels = two_groups(table.n_bins)
            return Groupings(column.index, n_categories, table.bins, labels, arity=2)
        key = statistics.order_key(table.statistics)
        order = np.argsort(-key if self.descending else key, kind="stable")
        return OrderedGroupings(column.index, n_categories, table.bins, order)

    def _is_exhaustive(self, n_bins: int, statistics: Statistics) -> bool:
        if self.search == "auto":
            return not statistics.order_is_exact and n_bins <= self.max_exhaustive
        return self.search == "exhaustive"


IntArray = npt.NDArray[np.integer]


class FixedOrder(Splitter):
    """Asks ``x in {…}`` for the first categories of an order, the same at every node.

    M5' orders categories once, by the mean target of all samples, and makes of each cut of that
    order a yes-or-no feature.  A category that no sample of a node has follows its place in the
    order, and models can use what is asked as a term.

    Parameters
    ----------
    ranks : for each feature the place of each of its categories, () if it has none; or RanksByMean
    """

    name = "fixed_order"
    is_binary = True
    kinds: ClassVar[tuple[Kind, ...]] = ("categorical",)

    def __init__(self, ranks: Any) -> None:
        self.ranks = ranks

    def native(self) -> Spec:
        return self.spec()

    def propose(self, table: Table, column: Column, statistics: Statistics) -> RankedSets:
        ranks = np.array(self.ranks[column.index])
        return RankedSets(column.index, ranks, table.bins, np.argsort(ranks[table.bins]))


@dataclass(frozen=True, eq=False)
class RankedSets(Proposal):
    """Cuts of the categories at a node in a given order; others follow their rank."""

    feature: int
    ranks: IntArray
    bins: IntArray
    order: IntArray
    arity: int = 2

    def __len__(self) -> int:
        return len(self.order) - 1

    def branches(self, table: Table, missing_branch: int | None = None) -> Branches:
        return table.cuts(self.order, missing_branch)

    def split(self, candidate: int, arity: int, missing_branch: int) -> Split:
        last = self.ranks[self.bins[self.order[candidate]]]
        branches = tuple((self.ranks > last).astype(int).tolist())
        return Split(self.feature, "category", arity, (), branches, missing_branch)
