"""The native grower: the same tree as the readable loop, without Python a node.

It knows the built-in parts only.  :func:`why_not` says what keeps a recipe
from it; then the readable loop grows the tree.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from arboretum import _core
from arboretum.criteria import (
    ChiSquare,
    ErrorRate,
    GainRatio,
    Gini,
    InformationGain,
    SquaredError,
    Twoing,
)
from arboretum.data import Dataset
from arboretum.growing.assemble import assemble
from arboretum.growing.best_first import keep_best_splits
from arboretum.growing.grow import Progress
from arboretum.growing.recipe import Recipe
from arboretum.missing import Branch, Direction, Error, Majority
from arboretum.part import Part
from arboretum.splits import Subset, Threshold
from arboretum.statistics import Moments, Statistics
from arboretum.stopping import (
    Constant,
    MaxDepth,
    MinImpurityDecrease,
    MinSamplesLeaf,
    MinSamplesSplit,
    MinScore,
    MinWeightFractionLeaf,
    Purity,
    StoppingRule,
)
from arboretum.tree import Tree

__all__ = ["grow_native", "why_not"]

#: Classes are numbered by 16 bits in the native core.
MAX_CLASSES = 2**16 - 1
#: The core finds some sums by subtraction; beside a weight so much larger the digits of a
#: small one are lost, and equal splits no longer look equal.
WEIGHT_RANGE = 1e5
#: As many categories as Subset searches exhaustively.
MAX_GROUPED = 10

CRITERIA: tuple[type[Part], ...] = (
    Gini,
    InformationGain,
    GainRatio,
    ErrorRate,
    ChiSquare,
    Twoing,
    SquaredError,
)
POLICIES: tuple[type[Part], ...] = (Direction, Majority, Branch, Error)
RULES: tuple[type[Part], ...] = (
    Constant,
    MaxDepth,
    MinSamplesSplit,
    MinSamplesLeaf,
    MinWeightFractionLeaf,
    MinImpurityDecrease,
    Purity,
    MinScore,
)


def why_not(recipe: Recipe, dataset: Dataset) -> str | None:
    """What keeps a recipe from the native grower, or None."""
    part = _foreign_part(recipe)
    if part is not None:
        return f"{type(part).__name__} is not one of its parts"
    if len(dataset.schema.targets) > 1:
        return "there are several targets"
    if recipe.max_features is not None:
        return "max_features is set"
    if recipe.feature_costs:
        return "feature_costs are set"
    if _weights_are_far_apart(dataset):
        return f"weights differ by more than {WEIGHT_RANGE:,.0f} times"
    if type(recipe.missing) is not Direction and any(dataset.n_missing):
        return f"values are missing and missing={recipe.missing.name!r}"
    return _why_not_these_categories(recipe, dataset)


def _foreign_part(recipe: Recipe) -> Part | None:
    """The first part that the core does not know."""
    criterion = recipe.criterion
    if type(criterion) not in CRITERIA:
        return criterion
    if isinstance(criterion, SquaredError) and criterion.ddof != 0:
        return criterion
    if recipe.leaf.needs_targets:
        return recipe.leaf
    if type(recipe.missing) not in POLICIES:
        return recipe.missing
    for splitter in recipe.splitters:
        if splitter not in (Threshold(), Subset()):
            return splitter
    return _foreign_rule(recipe)


def _foreign_rule(recipe: Recipe) -> StoppingRule | None:
    """The first rule that the core does not know.

    It keeps one number a type of rule, and one reason for what was not admitted.
    """
    seen: set[type[StoppingRule]] = set()
    n_admission = 0
    for rule in recipe.stopping:
        n_admission += rule.admits_some_only
        if type(rule) not in RULES or type(rule) in seen or n_admission > 1:
            return rule
        seen.add(type(rule))
    return None


def _weights_are_far_apart(dataset: Dataset) -> bool:
    """Whether a difference of sums could lose too much of a sample."""
    weights = dataset.weights
    return bool(weights.max() > WEIGHT_RANGE * weights.min())


def _why_not_these_categories(recipe: Recipe, dataset: Dataset) -> str | None:
    classes = dataset.schema.classes
    if classes is None or len(classes) <= 2:
        return None
    if len(classes) > MAX_CLASSES:
        return f"there are more than {MAX_CLASSES} classes"
    for feature in dataset.schema.features:
        if feature.kind == "categorical" and feature.n_categories > MAX_GROUPED:
            return f"{feature.name!r} has more than {MAX_GROUPED} categories for over two classes"
    return None


def grow_native(
    dataset: Dataset,
    statistics: Statistics,
    recipe: Recipe,
    n_threads: int = 1,
    progress: Progress | None = None,
) -> Tree:
    """Grow a tree whose parts the native core knows."""
    features = dataset.schema.features
    all_once = bool((dataset.weights == 1.0).all())
    arguments: dict[str, Any] = {
        "columns": list(dataset.columns),
        "kinds": [feature.kind for feature in features],
        "n_categories": [feature.n_categories for feature in features],
        "weights": None if all_once else np.ascontiguousarray(dataset.weights),
        "weights_are_counts": not all_once and np.array_equal(dataset.weights, dataset.counts),
        "criterion": recipe.criterion.name,
        "limits": _limits(recipe, float(dataset.weights.sum())),
        "n_threads": n_threads,
        "progress": progress,
    }
    assert dataset.targets is not None
    target = dataset.targets[:, 0]
    if isinstance(statistics, Moments):
        grown = _core.grow_numbers(numbers=target - statistics.centre[0], **arguments)
    else:
        classes = np.ascontiguousarray(target, dtype=np.int32)
        grown = _core.grow_classes(classes=classes, n_classes=statistics.width, **arguments)
    tree = assemble(grown, dataset.schema, statistics, recipe)
    return tree if recipe.max_leaf_nodes is None else keep_best_splits(tree, recipe.max_leaf_nodes)


def _limits(recipe: Recipe, root_weight: float) -> dict[str, float]:
    """The stopping rules as numbers; the core measures entropy in bits."""
    unit = 1.0
    if type(recipe.criterion) is InformationGain:
        unit = recipe.criterion.bits
    limits: dict[str, float] = {}
    for rule in recipe.stopping:
        match rule:
            case MaxDepth():
                limits["max_depth"] = min(rule.depth, 2**31)
            case MinSamplesSplit():
                limits["min_samples_split"] = rule.n
            case MinSamplesLeaf():
                limits["min_samples_leaf"] = rule.n
            case MinWeightFractionLeaf():
                limits["min_weight_leaf"] = rule.share * root_weight
            case Purity():
                limits["purity"] = rule.threshold
            case MinScore():
                limits["min_score"] = rule.value * unit
            case MinImpurityDecrease():
                limits["min_impurity_decrease"] = rule.value * unit
    if recipe.max_leaf_nodes is not None:  # a path has at most one split fewer than leaves
        limits["max_depth"] = min(limits.get("max_depth", math.inf), recipe.max_leaf_nodes)
    return limits
