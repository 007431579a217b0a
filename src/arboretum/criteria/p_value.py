"""Criteria that score a split by how improbable it is."""

from __future__ import annotations

import math
from abc import abstractmethod

import numpy as np

from arboretum import _core
from arboretum.criteria.base import Criterion, FloatArray
from arboretum.criteria.impurity import gini
from arboretum.criteria.number_errors import SquaredError
from arboretum.exceptions import ParameterError
from arboretum.part import Spec
from arboretum.statistics import ClassCounts, Moments

__all__ = ["ChiSquarePValue", "FPValue", "PValueCriterion"]

STATISTICS = ("pearson", "likelihood_ratio")


class PValueCriterion(Criterion):
    r"""Scores by a test that the branches are alike: :math:`-\log_{10} p`.

    A p-value compares splits of any arity.  Where a split is the best of many, as after
    merging categories, p is multiplied by their number (Bonferroni), up to 1.  Weights
    count as repetition.
    """

    @property
    @abstractmethod
    def test(self) -> str:
        """The test, as the core names it."""

    def score(self, parent: FloatArray, branches: FloatArray) -> FloatArray:
        tables = np.ascontiguousarray(branches, dtype=np.float64)
        return _core.log_p_alike(tables, self.test) / -math.log(10)

    def score_each(
        self, parents: FloatArray, branches: FloatArray, left_out: FloatArray | float = 0.0
    ) -> FloatArray:
        return self.score(parents, branches)  # it looks at the branches only

    def corrected(self, scores: FloatArray, log_trials: FloatArray | float) -> FloatArray:
        return np.maximum(scores - log_trials, 0.0)


class ChiSquarePValue(PValueCriterion):
    r"""The p-value of a chi-square test that the branches have the same classes.

    .. math:: -\log_{10} p, \qquad p = P(\chi^2_{(b-1)(k-1)} \ge X^2)

    with *b* branches and *k* classes at the node.  Where few samples are expected in a
    cell, the p-value is rough.  The impurity of a node is Gini's.

    Parameters
    ----------
    statistic : {"pearson", "likelihood_ratio"}
        :math:`X^2 = \sum (w - e)^2 / e`, or :math:`2 \sum w \ln (w / e)`, with the
        weights *w* of branches by classes and *e* as they would be by chance.
    """

    name = "chi_square_p_value"
    statistics = ClassCounts

    def __init__(self, statistic: str = "pearson") -> None:
        self.statistic = statistic

    def native(self) -> Spec:
        return self.spec(statistic=self.test)

    @property
    def test(self) -> str:
        if self.statistic not in STATISTICS:
            raise ParameterError(
                f"statistic={self.statistic!r} is not known. "
                f"Known: {', '.join(map(repr, STATISTICS))}."
            )
        return self.statistic

    def impurity(self, statistics: FloatArray) -> FloatArray:
        return gini(statistics)


class FPValue(PValueCriterion):
    r"""The p-value of an F-test that the branches have the same mean.

    .. math:: -\log_{10} p, \qquad p = P\left(F_{b-1,\,w-b} \ge
              \frac{\sum_b w_b (\bar y_b - \bar y)^2 / (b - 1)}
                   {\sum_b \sum_{i \in b} w_i (y_i - \bar y_b)^2 / (w - b)}\right)

    with *b* branches and weight *w*: the one-way analysis of variance.  Of several
    targets it is the mean score.  The impurity of a node is the variance.
    """

    name = "f_p_value"
    statistics = Moments
    test = "f"

    def native(self) -> Spec:
        return self.spec(statistic=self.test)

    def impurity(self, statistics: FloatArray) -> FloatArray:
        return SquaredError().impurity(statistics)
