"""The model of whatever has one."""

from __future__ import annotations

from typing import Any

from arboretum.model.model import Model
from arboretum.model.tree_model import TreeModel
from arboretum.tree.found_tree import found_tree

__all__ = ["model_of"]


def model_of(fitted: Any) -> Model:
    """A model itself, that of a fitted estimator, or one made of a tree."""
    found = fitted if isinstance(fitted, Model) else getattr(fitted, "model_", None)
    return found if isinstance(found, Model) else TreeModel(found_tree(fitted))
