"""Answers to "why"."""

from arboretum.explain.counterfactual import Change, Counterfactual, counterfactual
from arboretum.explain.distance import Distance, distance_from_optimal
from arboretum.explain.flips import Flips
from arboretum.explain.frequencies import Frequencies, frequencies
from arboretum.explain.importance import (
    Importance,
    importance,
    improvements,
    impurity_importance,
    permutation_importance,
    surrogate_importance,
)
from arboretum.explain.importance_by_depth import ImportanceByDepth, importance_by_depth
from arboretum.explain.lecture import Bin, Candidate, Lecture, lecture
from arboretum.explain.members import Members, members
from arboretum.explain.near_optimal import CountedTrees, NearOptimal, near_optimal
from arboretum.explain.path import Path, Step, path
from arboretum.explain.residuals import residuals
from arboretum.explain.stability import SplitStability, Stability, stability
from arboretum.explain.why_not import RunnerUp, WhyNot, why_not

__all__ = [
    "Bin",
    "Candidate",
    "Change",
    "CountedTrees",
    "Counterfactual",
    "Distance",
    "Flips",
    "Frequencies",
    "Importance",
    "ImportanceByDepth",
    "Lecture",
    "Members",
    "NearOptimal",
    "Path",
    "RunnerUp",
    "SplitStability",
    "Stability",
    "Step",
    "WhyNot",
    "counterfactual",
    "distance_from_optimal",
    "frequencies",
    "importance",
    "importance_by_depth",
    "improvements",
    "impurity_importance",
    "lecture",
    "members",
    "near_optimal",
    "path",
    "permutation_importance",
    "residuals",
    "stability",
    "surrogate_importance",
    "why_not",
]
