"""Criteria that compare the classes of the branches with one another."""

from __future__ import annotations

import math

import numpy as np

from arboretum.criteria.base import Criterion, FloatArray
from arboretum.criteria.impurity import gini, shares
from arboretum.exceptions import ParameterError
from arboretum.part import Spec
from arboretum.statistics import ClassCounts

__all__ = ["ChiSquare", "Twoing", "WeightOfEvidence"]


class ClassContrast(Criterion):
    """Compares the branches, whatever the node, whose impurity is Gini's."""

    statistics = ClassCounts

    def score_each(
        self, parents: FloatArray, branches: FloatArray, left_out: FloatArray | float = 0.0
    ) -> FloatArray:
        return self.score(parents, branches)

    def impurity(self, statistics: FloatArray) -> FloatArray:
        return gini(statistics)


class ChiSquare(ClassContrast):
    r"""Pearson's statistic of the table of branches by classes.

    .. math:: \chi^2 = \sum_{b,k} \frac{(w_{bk} - e_{bk})^2}{e_{bk}},
              \qquad e_{bk} = \frac{w_b \, w_k}{w}

    No continuity correction.  The statistic grows with the weight of the
    samples and with the number of branches, so it compares splits of equal
    arity; a p-value is what compares others.  A node by itself has no chi-square:
    its impurity is Gini's.
    """

    name = "chi_square"

    def native(self) -> Spec:
        return self.spec(fast=True)

    def score(self, parent: FloatArray, branches: FloatArray) -> FloatArray:
        of_branch = branches.sum(axis=-1, keepdims=True)
        by_chance = of_branch * shares(branches.sum(axis=-2, keepdims=True))
        excess = (branches - by_chance) ** 2
        terms = np.divide(excess, by_chance, out=np.zeros_like(excess), where=by_chance > 0)
        return terms.sum(axis=-1).sum(axis=-1)  # branch by branch: mirrored splits tie exactly


class Twoing(ClassContrast):
    r"""The twoing rule (Breiman et al. 1984, 4.3.2), for any number of branches.

    .. math:: \sum_{a < b} \frac{p_a \, p_b}{4}
              \Bigl(\sum_k |p_{k|a} - p_{k|b}|\Bigr)^2

    With two branches this is Breiman's rule.  The sum over pairs is how the
    decrease of Gini grows with the arity, too: put
    :math:`\sum_k (p_{k|a} - p_{k|b})^2` in place of the squared sum over 4 and
    it *is* the decrease of Gini.  With two classes and two branches twoing is
    half of it.  A node by itself has no twoing: its impurity is Gini's.
    """

    name = "twoing"

    def native(self) -> Spec:
        return self.spec(fast=True, fast_far_apart=True)

    def score(self, parent: FloatArray, branches: FloatArray) -> FloatArray:
        of_branch = shares(branches.sum(axis=-1))
        of_class = shares(branches)
        score = np.zeros(branches.shape[:-2])
        for a in range(branches.shape[-2] - 1):
            apart = np.abs(of_class[..., a + 1 :, :] - of_class[..., a : a + 1, :]).sum(axis=-1)
            both = of_branch[..., a + 1 :] * of_branch[..., a : a + 1]
            score += (both * apart**2).sum(axis=-1) / 4
        return score


class WeightOfEvidence(ClassContrast):
    r"""The information value of a split: the average weight of evidence of its answers.

    The weight of evidence that answer :math:`b` gives for class :math:`k` is by how
    much it changes the logarithm of the odds (Good 1950).  The information value is
    its mean over the samples of the class less that over the others:

    .. math:: V_k = \sum_b (p_{b|k} - p_{b|\bar k}) \ln \frac{p_{b|k}}{p_{b|\bar k}},
              \qquad \sum_k p_k V_k

    With two classes both have the same :math:`V_k`, and the score is the information
    value of credit scoring: below 0.02 useless, above 0.3 strong.  Of more classes
    each is compared with all others, and values are averaged by the shares of the
    classes, as Michie (1990) and Kononenko (1995) do.  They average absolute weights
    of evidence over all samples instead, which for two classes is another number.
    A node by itself has no weight of evidence: its impurity is Gini's.

    Parameters
    ----------
    max_odds : float
        No answer counts for more than these odds; one that only a single class gives
        would count for infinitely much.
    """

    name = "weight_of_evidence"

    def __init__(self, max_odds: float = 1000.0) -> None:
        self.max_odds = max_odds

    def native(self) -> Spec:
        return self.spec(max_odds=self.odds)

    @property
    def odds(self) -> float:
        """The limit of the odds, if it is one."""
        if not 1 < self.max_odds < math.inf:
            raise ParameterError(
                f"max_odds={self.max_odds!r} of WeightOfEvidence must be a number above 1, "
                "such as 1000."
            )
        return float(self.max_odds)

    def score(self, parent: FloatArray, branches: FloatArray) -> FloatArray:
        most = self.odds
        others = branches.sum(axis=-1, keepdims=True) - branches
        of_class, of_others = branches.sum(axis=-2), others.sum(axis=-2)
        inside = shares(branches.swapaxes(-1, -2))  # (…, class, branch)
        outside = shares(others.swapaxes(-1, -2))
        one_sided = np.where(inside > 0, most, 1.0)
        odds = np.divide(inside, outside, out=one_sided, where=outside > 0)
        evidence = np.log(odds.clip(1.0 / most, most))
        value = ((inside - outside) * evidence).sum(axis=-1)
        # Where there are no others, there is nothing to compare the class with.
        return (shares(of_class) * np.where(of_others > 0, value, 0.0)).sum(axis=-1)
