"""A tree in words."""

from __future__ import annotations

from typing import Any

from arboretum.exceptions import ParameterError
from arboretum.tree import Tree

__all__ = ["text"]


def text(tree: Any, style: Any = "rpart", **options: Any) -> str:
    """What :meth:`Tree.to_text` gives, for a tree or for a fitted estimator."""
    found = tree if isinstance(tree, Tree) else getattr(tree, "tree_", None)
    if not isinstance(found, Tree):
        raise ParameterError(
            f"{type(tree).__name__} is neither a tree nor a fitted estimator. "
            f"Call fit first, or pass its tree_."
        )
    return found.to_text(style, **options)
