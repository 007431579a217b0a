"""What tests of significance have in common."""

from __future__ import annotations

from abc import abstractmethod
from numbers import Real
from typing import ClassVar

from arboretum.exceptions import ParameterError
from arboretum.search import Choice, OpenNode, Searched
from arboretum.statistics import Statistics
from arboretum.stopping.base import StoppingRule
from arboretum.tree import PValue

__all__ = ["FeatureTest", "SplitTest"]


class SplitTest(StoppingRule):
    """A split must be unlikely to be so good by chance: its p-value at most ``alpha``.

    The p-value stays on the node, whether the node is split or not:
    ``node.p_value``, and how it was worked out: ``node.p_kind``.
    """

    alpha: float

    #: Whether every feature is tested before the best is chosen, not only the best.
    as_filter: bool = False

    def check(self, statistics: Statistics) -> None:
        alpha = self.alpha
        if not isinstance(alpha, Real) or isinstance(alpha, bool) or not 0 <= alpha <= 1:
            raise ParameterError(f"alpha={alpha!r} of {self!r} must be a probability, from 0 to 1.")

    @abstractmethod
    def test(self, node: OpenNode, choice: Choice, searched: Searched) -> PValue:
        """How probable a split at least as good is by chance."""

    def is_significant(self, found: PValue) -> bool:
        return found.p <= self.alpha


class FeatureTest(SplitTest):
    """A test of the best split of one feature, whatever the other features offer."""

    bonferroni: bool

    #: What the test is called, for people.
    title: ClassVar[str]

    def check(self, statistics: Statistics) -> None:
        super().check(statistics)
        for name in ("bonferroni", "as_filter"):
            if not isinstance(value := getattr(self, name), bool):
                raise ParameterError(f"{name}={value!r} of {self!r} must be True or False.")

    @property
    def reason(self) -> str:
        what = "no feature's split has" if self.as_filter else "the best split does not have"
        adjusted = ", times the number of features" if self.bonferroni else ""
        return f"{what} p <= {self.alpha:g} by the {self.title}{adjusted}"

    @abstractmethod
    def test_alone(self, node: OpenNode, choice: Choice, statistics: Statistics) -> PValue:
        """How probable it is that this feature splits so well by chance."""

    def test(self, node: OpenNode, choice: Choice, searched: Searched) -> PValue:
        found = self.test_alone(node, choice, searched.statistics)
        n_tests = searched.n_found if self.bonferroni else 1
        return PValue(min(1.0, found.p * n_tests), found.kind)
