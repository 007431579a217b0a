"""The tree of whatever has one."""

from __future__ import annotations

from typing import Any

from arboretum.exceptions import ParameterError
from arboretum.tree import Tree

__all__ = ["found_tree"]


def found_tree(tree: Any) -> Tree:
    """A tree itself, or that of a fitted estimator."""
    found = tree if isinstance(tree, Tree) else getattr(tree, "tree_", None)
    if not isinstance(found, Tree):
        raise ParameterError(
            f"{type(tree).__name__} is neither a tree nor a fitted estimator. "
            f"Call fit first, or pass its tree_."
        )
    return found
