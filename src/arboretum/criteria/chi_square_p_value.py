"""The p-value of a chi-square test: how improbable it is that the branches mix classes alike."""

from __future__ import annotations

from arboretum.criteria.base import FloatArray
from arboretum.criteria.gini import gini
from arboretum.criteria.p_value import PValueCriterion
from arboretum.exceptions import ParameterError
from arboretum.part import Spec
from arboretum.statistics import ClassCounts

__all__ = ["ChiSquarePValue"]

STATISTICS = ("pearson", "likelihood_ratio")


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
