"""Stop where the p-value that chose the split is too large."""

from __future__ import annotations

from arboretum.part import Spec
from arboretum.search import Choice, OpenNode, Searched
from arboretum.stopping.split_test import SplitTest
from arboretum.tree import PValue

__all__ = ["Significant"]

ASYMPTOTIC = 0


class Significant(SplitTest):
    r"""The best split must have a p-value of at most ``alpha``.

    For criteria whose score is :math:`-\log_{10} p`, such as
    :class:`~arboretum.criteria.ChiSquarePValue`: the p-value that chose the split is the
    one that is compared, corrected for the number of ways in which the split was found.
    """

    name = "significant"

    def __init__(self, alpha: float = 0.05) -> None:
        self.alpha = alpha

    def native(self) -> Spec:
        return self.spec()

    @property
    def reason(self) -> str:
        return f"no split has p <= {self.alpha:g}"

    def test(self, node: OpenNode, choice: Choice, searched: Searched) -> PValue:
        return PValue(10.0**-choice.score, ASYMPTOTIC)
