"""Stop where no split gains anything."""

from __future__ import annotations

from arboretum.part import Spec
from arboretum.search import Choice, OpenNode
from arboretum.stopping.base import StoppingRule
from arboretum.stopping.limits import ROUNDING

__all__ = ["SomeGain"]


class SomeGain(StoppingRule):
    """The best split must score more than 0, by more than rounding."""

    name = "some_gain"

    def native(self) -> Spec:
        return self.spec(value=0.0, fast=True)

    @property
    def reason(self) -> str:
        return "no split gains anything"

    def rejects(self, node: OpenNode, choice: Choice) -> bool:
        return not choice.score > ROUNDING * node.impurity
