"""Answers to "why"."""

from arboretum.explain.importance import impurity_importance, surrogate_importance
from arboretum.explain.improvement import improvements

__all__ = ["improvements", "impurity_importance", "surrogate_importance"]
