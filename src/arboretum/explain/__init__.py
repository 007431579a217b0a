"""Answers to "why"."""

from arboretum.explain.importance import impurity_importance, surrogate_importance
from arboretum.explain.improvement import improvements
from arboretum.explain.path import Step, path

__all__ = ["Step", "improvements", "impurity_importance", "path", "surrogate_importance"]
