"""Parts as a user would write them: plain NumPy, about twenty lines each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arboretum.criteria import Criterion
from arboretum.leaves import LeafModel
from arboretum.missing import Candidates, MissingPolicy
from arboretum.splits import Proposal, Splitter
from arboretum.statistics import ClassCounts, Sums
from arboretum.stopping import StoppingRule
from arboretum.tree import Split


class OwnGini(Criterion):
    """The Gini criterion, as a user would write it."""

    name = "own_gini"
    statistics = ClassCounts

    def impurity(self, statistics):
        total = statistics.sum(axis=-1, keepdims=True)
        share = np.divide(statistics, total, out=np.zeros_like(statistics), where=total > 0)
        return (share * (1 - share)).sum(axis=-1)

    def score(self, parent, branches):
        weight = branches.sum(axis=-1)
        total = weight.sum(axis=-1, keepdims=True)
        share = np.divide(weight, total, out=np.zeros_like(weight), where=total > 0)
        return self.impurity(parent) - (share * self.impurity(branches)).sum(axis=-1)


class WeightAndSum(Sums):
    """Counts the weight and the sum of one number."""

    def contributions(self, targets, weights):
        return np.stack([weights, weights * targets[:, 0]], axis=1)


class MeansApart(Criterion):
    """Spread of the branch means: what squared error comes down to, without the squares."""

    statistics = WeightAndSum

    def _means(self, statistics):
        weight, sums = statistics[..., 0], statistics[..., 1]
        return np.divide(sums, weight, out=np.zeros_like(sums), where=weight > 0)

    def score(self, parent, branches):
        apart = (self._means(branches) - self._means(parent)) ** 2
        total = branches[..., 0].sum(axis=-1)
        spread = (branches[..., 0] * apart).sum(axis=-1)
        return np.divide(spread, total, out=np.zeros_like(spread), where=total > 0)

    def impurity(self, statistics):
        return np.zeros(statistics.shape[:-1])


class OwnMean(LeafModel):
    """The mean, from a weight and a sum."""

    def value(self, statistics, targets=None, weights=None):
        return statistics[1:2] / statistics[0]


class Laplace(LeafModel):
    """Adds ``prior`` samples to every class, so that no class is impossible."""

    def __init__(self, prior=1.0):
        self.prior = prior

    def value(self, statistics, targets=None, weights=None):
        return statistics + self.prior


@dataclass(frozen=True)
class _Cuts(Proposal):
    feature: int
    values: np.ndarray
    arity: int = 2

    def __len__(self):
        return len(self.values) - 1

    def branches(self, table, missing_branch=None):
        return table.cuts(missing_branch=missing_branch)

    def split(self, candidate, arity, missing_branch):
        # At the data value itself, as rpart does not and C4.5 does.
        threshold = float(self.values[candidate])
        return Split(self.feature, "interval", arity, (threshold,), (), missing_branch)


class AtValues(Splitter):
    """Asks ``x <= v`` for values that occur, not for midpoints."""

    name = "at_values"
    kinds = ("numeric", "ordered")

    def propose(self, table, column, statistics):
        return _Cuts(column.index, column.values[table.bins])


class EnoughWeight(StoppingRule):
    """Splits only nodes that hold a share of all weight."""

    def __init__(self, share=0.25):
        self.share = share

    @property
    def reason(self):
        return f"holds less than {self.share:.0%} of the weight"

    def stops(self, node):
        return node.weight < self.share * node.root_weight


class FirstBranch(MissingPolicy):
    """Sends every missing value to branch 0, as if it were below all numbers."""

    def complete(self, proposals, table, parent, column, statistics):
        for proposal in proposals:
            branches = proposal.branches(table, missing_branch=0)
            goes_to = np.zeros(len(proposal), dtype=int)
            yield Candidates(proposal, branches, parent, 1.0, goes_to)
