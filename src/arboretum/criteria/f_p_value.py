"""The p-value of an F-test: how improbable it is that the branches have one mean."""

from __future__ import annotations

from arboretum.criteria.base import FloatArray
from arboretum.criteria.p_value import PValueCriterion
from arboretum.criteria.squared_error import SquaredError
from arboretum.part import Spec
from arboretum.statistics import Moments

__all__ = ["FPValue"]


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
