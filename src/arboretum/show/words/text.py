"""A tree in words."""

from __future__ import annotations

from typing import Any

from arboretum.tree.tree import found_tree

__all__ = ["text"]


def text(tree: Any, style: Any = "rpart", **options: Any) -> str:
    """What :meth:`~arboretum.Tree.to_text` gives, for a tree or for a fitted estimator."""
    return found_tree(tree).to_text(style, **options)
