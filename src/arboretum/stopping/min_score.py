"""Stop where no split scores enough."""

from __future__ import annotations

from arboretum.part import Spec
from arboretum.search import Choice, OpenNode
from arboretum.stopping.base import StoppingRule

__all__ = ["MinScore"]


class MinScore(StoppingRule):
    """The best split must score at least ``value``, whatever the size of the node."""

    name = "min_score"

    def __init__(self, value: float) -> None:
        self.value = value

    def native(self) -> Spec:
        return self.spec(value=float(self.value), fast=True)

    @property
    def reason(self) -> str:
        return f"the best split scores less than {self.value:g}"

    def rejects(self, node: OpenNode, choice: Choice) -> bool:
        return choice.score < self.value
