"""Stop where a node is nearly pure."""

from __future__ import annotations

from typing import Any

from arboretum.part import Spec
from arboretum.search import OpenNode
from arboretum.stopping.base import StoppingRule

__all__ = ["MinImpurity"]


class MinImpurity(StoppingRule):
    """A node whose impurity is below ``value`` is not split.

    Parameters
    ----------
    value : float or ShareOfDeviation
    """

    name = "min_impurity"

    def __init__(self, value: Any) -> None:
        self.value = value

    def native(self) -> Spec:
        return self.spec(value=float(self.value))

    @property
    def reason(self) -> str:
        return f"its impurity is below {self.value:.4g}"

    def stops(self, node: OpenNode) -> bool:
        return node.impurity < self.value
