"""Stop where a node is pure, or pure enough."""

from __future__ import annotations

from arboretum.exceptions import UnsupportedCombination
from arboretum.part import Spec
from arboretum.search import OpenNode
from arboretum.statistics import ClassCounts, Statistics
from arboretum.stopping.base import StoppingRule

__all__ = ["Constant", "Purity"]


class Constant(StoppingRule):
    """All samples have the same target: there is nothing left to ask."""

    name = "constant"

    def native(self) -> Spec:
        return self.spec(value=0.0, fast=True)

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

    def native(self) -> Spec:
        return self.spec(value=float(self.threshold), fast=True)

    @property
    def reason(self) -> str:
        return f"purity is at least {self.threshold:g}"

    def check(self, statistics: Statistics) -> None:
        if not isinstance(statistics, ClassCounts) or len(statistics.blocks) > 1:
            raise UnsupportedCombination(
                f"{self!r} is the share of the largest class of one nominal target, which this "
                "target is not. Use MinScore or a function of a node instead."
            )

    def stops(self, node: OpenNode) -> bool:
        return bool(node.statistics.max() >= self.threshold * node.statistics.sum())
