"""Twoing: how well a split separates classes into two camps."""

from __future__ import annotations

import numpy as np

from arboretum.criteria.base import Criterion, FloatArray
from arboretum.criteria.gini import gini
from arboretum.criteria.impurity import shares
from arboretum.part import Spec
from arboretum.statistics import ClassCounts

__all__ = ["Twoing"]


class Twoing(Criterion):
    r"""The twoing rule (Breiman et al. 1984, 4.3.2), for any number of branches.

    .. math:: \sum_{a < b} \frac{p_a \, p_b}{4}
              \Bigl(\sum_k |p_{k|a} - p_{k|b}|\Bigr)^2

    With two branches this is Breiman's rule.  The sum over pairs is how the
    decrease of Gini grows with the arity, too: put
    :math:`\sum_k (p_{k|a} - p_{k|b})^2` in place of the squared sum over 4 and
    it *is* the decrease of Gini.  With two classes and two branches twoing is
    half of it.  A node has no twoing of its own: its impurity is Gini's.
    """

    name = "twoing"
    statistics = ClassCounts

    def native(self) -> Spec:
        return self.spec(fast=True)

    def score(self, parent: FloatArray, branches: FloatArray) -> FloatArray:
        of_branch = shares(branches.sum(axis=-1))
        of_class = shares(branches)
        score = np.zeros(branches.shape[:-2])
        for a in range(branches.shape[-2] - 1):
            apart = np.abs(of_class[..., a + 1 :, :] - of_class[..., a : a + 1, :]).sum(axis=-1)
            both = of_branch[..., a + 1 :] * of_branch[..., a : a + 1]
            score += (both * apart**2).sum(axis=-1) / 4
        return score

    def score_each(
        self, parents: FloatArray, branches: FloatArray, left_out: FloatArray | float = 0.0
    ) -> FloatArray:
        return self.score(parents, branches)  # it looks at the branches only

    def impurity(self, statistics: FloatArray) -> FloatArray:
        return gini(statistics)
