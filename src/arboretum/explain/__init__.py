"""Answers to "why"."""

from arboretum.explain.importance import impurity_importance

__all__ = ["impurity_importance"]
