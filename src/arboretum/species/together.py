"""Species of several targets by name."""

from __future__ import annotations

from importlib import import_module

from arboretum.species import TOGETHER
from arboretum.species.base import Species

__all__ = ["species_together"]


def species_together(name: str) -> type[Species]:
    """A species of several targets by name; scikit-learn is imported with it."""
    found: type[Species] = getattr(import_module("arboretum.estimators"), TOGETHER[name])
    return found
