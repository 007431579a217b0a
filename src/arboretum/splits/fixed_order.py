"""Binary splits of a categorical feature by one order of its categories, the same everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset, Kind
from arboretum.part import Measured, Spec
from arboretum.splits.base import Column, Proposal, Splitter
from arboretum.statistics import Branches, Statistics, Table
from arboretum.tree import Split

__all__ = ["FixedOrder", "RanksByMean", "ranks_by_mean"]

IntArray = npt.NDArray[np.integer]


def ranks_by_mean(dataset: Dataset) -> tuple[tuple[int, ...], ...]:
    """The place of each category in the order of its mean target, for each categorical feature."""
    assert dataset.targets is not None
    weighted = dataset.weights * dataset.targets[:, 0]
    ranks: list[tuple[int, ...]] = []
    for feature, column in zip(dataset.schema.features, dataset.columns, strict=True):
        if feature.kind != "categorical":
            ranks.append(())
            continue
        n, known = feature.n_categories, column >= 0
        weight = np.bincount(column[known], dataset.weights[known], minlength=n)
        total = np.bincount(column[known], weighted[known], minlength=n)
        mean = np.divide(total, weight, out=np.full(n, -np.inf), where=weight > 0)
        rank = np.empty(n, dtype=np.int64)
        rank[np.argsort(mean, kind="stable")] = np.arange(n)
        ranks.append(tuple(rank.tolist()))
    return tuple(ranks)


class RanksByMean(Measured):
    """Asks for :func:`ranks_by_mean` of the samples a tree is grown from."""

    name = "ranks_by_mean"

    def measure(self, dataset: Dataset) -> tuple[tuple[int, ...], ...]:
        return ranks_by_mean(dataset)


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
