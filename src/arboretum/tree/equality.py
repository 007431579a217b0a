"""When two trees are the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from arboretum.tree.frozen import same_bits

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = ["are_equal"]

#: Fields that are compared by their own ``==``.
_VALUES = (
    "reasons",
    "parts",
    "splits",
    "runner_ups",
    "competing",
    "surrogates",
    "p_values",
    "models",
)


def are_equal(one: Tree, other: Tree, columns: Iterable[str]) -> bool:
    """Whether two trees agree in all they know, their ``columns`` bit for bit."""
    # By repr, because 1 == 1.0 == True in Python, yet they are different categories.
    if repr(one.schema) != repr(other.schema) or (one.loss is None) != (other.loss is None):
        return False
    names = [*columns, *(["loss"] if one.loss is not None else [])]
    return all(getattr(one, name) == getattr(other, name) for name in _VALUES) and all(
        same_bits(getattr(one, name), getattr(other, name)) for name in names
    )
