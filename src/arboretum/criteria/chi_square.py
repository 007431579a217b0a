"""Chi-square: how far the classes of the branches are from independence."""

from __future__ import annotations

import numpy as np

from arboretum.criteria.base import Criterion, FloatArray
from arboretum.criteria.gini import gini
from arboretum.criteria.impurity import shares
from arboretum.part import Spec
from arboretum.statistics import ClassCounts

__all__ = ["ChiSquare"]


class ChiSquare(Criterion):
    r"""Pearson's statistic of the table of branches by classes.

    .. math:: \chi^2 = \sum_{b,k} \frac{(w_{bk} - e_{bk})^2}{e_{bk}},
              \qquad e_{bk} = \frac{w_b \, w_k}{w}

    No continuity correction.  The statistic grows with the weight of the
    samples and with the number of branches, so it compares splits of equal
    arity; a p-value is what compares others.  A node has no chi-square of its
    own: its impurity is Gini's.
    """

    name = "chi_square"
    statistics = ClassCounts

    def native(self) -> Spec:
        return self.spec(fast=True)

    def score(self, parent: FloatArray, branches: FloatArray) -> FloatArray:
        of_branch = branches.sum(axis=-1, keepdims=True)
        by_chance = of_branch * shares(branches.sum(axis=-2, keepdims=True))
        excess = (branches - by_chance) ** 2
        terms = np.divide(excess, by_chance, out=np.zeros_like(excess), where=by_chance > 0)
        return terms.sum(axis=-1).sum(axis=-1)  # branch by branch: mirrored splits tie exactly

    def score_each(
        self, parents: FloatArray, branches: FloatArray, left_out: FloatArray | float = 0.0
    ) -> FloatArray:
        return self.score(parents, branches)  # it looks at the branches only

    def impurity(self, statistics: FloatArray) -> FloatArray:
        return gini(statistics)
