"""Answers to "why"."""

from arboretum.explain.counterfactual import Change, Counterfactual, counterfactual
from arboretum.explain.importance import (
    Importance,
    importance,
    impurity_importance,
    surrogate_importance,
)
from arboretum.explain.improvement import improvements
from arboretum.explain.path import Path, Step, path
from arboretum.explain.permutation import permutation_importance

__all__ = [
    "Change",
    "Counterfactual",
    "Importance",
    "Path",
    "Step",
    "counterfactual",
    "importance",
    "improvements",
    "impurity_importance",
    "path",
    "permutation_importance",
    "surrogate_importance",
]
