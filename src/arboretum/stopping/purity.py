"""Stop where a node is pure, or pure enough."""

from __future__ import annotations

from arboretum.stopping.base import OpenNode, StoppingRule

__all__ = ["Constant", "Purity"]


class Constant(StoppingRule):
    """All samples have the same target: there is nothing left to ask."""

    name = "constant"

    @property
    def reason(self) -> str:
        return "all samples have the same target"

    def stops(self, node: OpenNode) -> bool:
        return node.is_constant


class Purity(StoppingRule):
    """The largest class has at least this share of the weight (Zaki & Meira, 19.2)."""

    name = "purity"

    def __init__(self, threshold: float = 0.95) -> None:
        self.threshold = threshold

    @property
    def reason(self) -> str:
        return f"purity is at least {self.threshold:g}"

    def stops(self, node: OpenNode) -> bool:
        return bool(node.value.max() >= self.threshold * node.value.sum())
