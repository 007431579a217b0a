"""A user's own function as a stopping rule."""

from __future__ import annotations

from collections.abc import Callable

from arboretum.search import OpenNode
from arboretum.stopping.base import StoppingRule

__all__ = ["Predicate"]


class Predicate(StoppingRule):
    """Stops where ``function(node)`` is true; ``node`` is an :class:`OpenNode`."""

    name = "predicate"

    def __init__(self, function: Callable[[OpenNode], bool]) -> None:
        self.function = function

    @property
    def reason(self) -> str:
        label = getattr(self.function, "__name__", type(self.function).__name__)
        return f"the rule {label!r} said so"

    def stops(self, node: OpenNode) -> bool:
        return bool(self.function(node))
