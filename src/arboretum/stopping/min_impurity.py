"""Stop where a node is nearly pure."""

from __future__ import annotations

from arboretum.part import Spec
from arboretum.stopping.base import OpenNode, StoppingRule

__all__ = ["MinImpurity"]


class MinImpurity(StoppingRule):
    """A node whose impurity is below ``value`` is not split."""

    name = "min_impurity"

    def __init__(self, value: float) -> None:
        self.value = value

    def native(self) -> Spec:
        return self.spec(value=float(self.value))

    @property
    def reason(self) -> str:
        return f"its impurity is below {self.value:.4g}"

    def stops(self, node: OpenNode) -> bool:
        return node.impurity < self.value
