"""The fast native grower: histograms and sorted blocks, for the recipes that most trees have."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.criteria import (
    ChiSquare,
    ErrorRate,
    GainRatio,
    Gini,
    InformationGain,
    SquaredError,
    Twoing,
    VectorVariance,
)
from arboretum.data import Dataset
from arboretum.data.dataset import contiguous
from arboretum.growing import assemble_general
from arboretum.growing.assemble import assemble
from arboretum.growing.best_first import keep_best_splits
from arboretum.growing.grow import Progress
from arboretum.growing.recipe import Recipe
from arboretum.missing import Direction, Error, Impute, Surrogate
from arboretum.part import Part
from arboretum.selectors import Best
from arboretum.splits import Subset, Threshold
from arboretum.statistics import Moments, Statistics, VectorMoments
from arboretum.stopping import (
    Constant,
    MaxDepth,
    MinImpurityDecrease,
    MinRisk,
    MinSamplesLeaf,
    MinSamplesSplit,
    MinScore,
    MinWeightFractionLeaf,
    Purity,
    SomeGain,
)
from arboretum.stopping.limits import SHORTFALL
from arboretum.tree import Tree

__all__ = ["can_grow", "grow_fast"]

#: Classes are numbered by 16 bits in the native core.
MAX_CLASSES = 2**16 - 1
#: The core finds some sums by subtraction; beside a weight so much larger the digits of a
#: small one are lost, and equal splits no longer look equal.
WEIGHT_RANGE = 1e5
#: The core squares weights, and the squares of larger or smaller ones leave what float64 holds.
WEIGHT_SIZE = 1e100
#: Sums are squared, and the square of more leaves what float64 holds.
TARGET_SIZE = 1e154
#: Vectors are filled up to one of these lengths, which the core was compiled for.
ROOMS = (8, 16)
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
    VectorVariance,
)
RULES: tuple[type[Part], ...] = (
    Constant,
    MaxDepth,
    MinSamplesSplit,
    MinSamplesLeaf,
    MinWeightFractionLeaf,
    MinImpurityDecrease,
    Purity,
    MinScore,
    MinRisk,
    SomeGain,
)
#: The core names a reason to stop by a number (``Stop`` in input.hpp); None: no question at all.
STOPS: tuple[type[Part] | None, ...] = (
    Constant,
    MaxDepth,
    MinSamplesSplit,
    Purity,
    None,
    MinSamplesLeaf,
    MinScore,
    MinImpurityDecrease,
    MinRisk,
    SomeGain,
)
#: Criteria by which the gain among known samples follows from their branches alone.
FOLLOWED: tuple[type[Part], ...] = (Gini, SquaredError)


def can_grow(recipe: Recipe, dataset: Dataset) -> bool:
    """Whether the fast core knows all parts of a recipe and can grow this dataset by them."""
    return (
        _knows_criterion(recipe.criterion)
        and not recipe.leaf.needs_targets
        and _knows_splitters(recipe)
        and _knows_rules(recipe)
        and type(recipe.selector) is Best
        and _has_room_for_targets(recipe, dataset)
        and recipe.max_features is None
        and recipe.split_features is None
        and recipe.feature_costs is None
        and (recipe.max_competitors == 0 or _follows(recipe))
        and (recipe.max_leaf_nodes is None or recipe.order == "best")
        and not _weights_are_far_apart(dataset)
        and not _weights_are_extreme(dataset)
        and _counts_are_simple(dataset)
        and not _targets_are_extreme(dataset)
        and _knows_policy(recipe, dataset)
        and _can_group_categories(dataset)
    )


def _knows_policy(recipe: Recipe, dataset: Dataset) -> bool:
    """Where nothing is missing all policies grow alike, but for where later values go."""
    policy = recipe.missing
    if _follows(recipe):
        is_known = type(recipe.criterion) in FOLLOWED or not any(dataset.n_missing)
        return is_known and recipe.max_leaf_nodes is None
    if any(dataset.n_missing):
        return type(policy) is Direction
    return type(policy) is not Impute and policy != Error(unseen="stays")


def _follows(recipe: Recipe) -> bool:
    return type(recipe.missing) is Surrogate


def _knows_criterion(criterion: Part) -> bool:
    if isinstance(criterion, SquaredError) and criterion.ddof != 0:
        return False
    return type(criterion) in CRITERIA


def _knows_splitters(recipe: Recipe) -> bool:
    """One minimum of samples a category is kept; rare ones go where missing values fit best."""
    subset = _subset(recipe)
    is_tried = subset.search == "auto" and subset.max_exhaustive >= MAX_GROUPED
    is_followed = subset.min_samples_category == 1 or type(recipe.missing) is Direction
    known = (Threshold(), subset)
    return is_tried and is_followed and all(part in known for part in recipe.splitters)


def _has_room_for_targets(recipe: Recipe, dataset: Dataset) -> bool:
    """One target; or a vector of numbers, all of them known, of samples that count once."""
    if type(recipe.criterion) is not VectorVariance:
        return len(dataset.schema.targets) == 1
    return (
        not dataset.schema.is_classification
        and len(dataset.schema.targets) <= ROOMS[-1]
        and not _follows(recipe)
        and dataset.weights.min() == 1.0 == dataset.weights.max()
        and not np.isnan(np.asarray(dataset.targets)).any()
    )


def _subset(recipe: Recipe) -> Subset:
    return next((part for part in recipe.splitters if type(part) is Subset), Subset())


def _knows_rules(recipe: Recipe) -> bool:
    """One number a type of rule is kept, and one reason for what was not admitted."""
    types = [type(rule) for rule in recipe.stopping]
    n_admission = sum(rule.admits_some_only for rule in recipe.stopping)
    return set(types) <= set(RULES) and len(set(types)) == len(types) and n_admission <= 1


def _counts_are_simple(dataset: Dataset) -> bool:
    """Whether a sample counts once, or as often as it weighs; class weights may part the two."""
    return bool((dataset.counts == 1.0).all()) or np.array_equal(dataset.weights, dataset.counts)


def _targets_are_extreme(dataset: Dataset) -> bool:
    """Whether the square of a sum over all samples could leave the range of float64."""
    if dataset.schema.classes is not None or dataset.targets is None:
        return False
    with np.errstate(over="ignore"):
        span = dataset.targets.max() - dataset.targets.min()
        # The deviations from the mean in one branch add up to no more.
        return bool(span / 4 * dataset.weights.sum() > TARGET_SIZE)


def _weights_are_far_apart(dataset: Dataset) -> bool:
    """Whether a difference of sums could lose too much of a sample."""
    weights = dataset.weights
    return bool(weights.max() > WEIGHT_RANGE * weights.min())


def _weights_are_extreme(dataset: Dataset) -> bool:
    weights = dataset.weights
    return bool(weights.min() < 1 / WEIGHT_SIZE or weights.max() > WEIGHT_SIZE)


def _can_group_categories(dataset: Dataset) -> bool:
    """With over two classes, or a vector, so many categories that all sets can be tried."""
    classes, is_vector = dataset.schema.classes, len(dataset.schema.targets) > 1
    if not is_vector and (classes is None or len(classes) <= 2):
        return True
    return len(classes or ()) <= MAX_CLASSES and all(
        feature.n_categories <= MAX_GROUPED
        for feature in dataset.schema.features
        if feature.kind == "categorical"
    )


def grow_fast(
    dataset: Dataset,
    statistics: Statistics,
    recipe: Recipe,
    n_threads: int = 1,
    progress: Progress | None = None,
) -> Tree:
    """Grow a tree that the fast core can grow."""
    features = dataset.schema.features
    weights = dataset.weights
    all_once = bool(weights.min() == 1.0 == weights.max())
    arguments: dict[str, Any] = {
        "columns": list(dataset.columns),
        "kinds": [feature.kind for feature in features],
        "n_categories": [feature.n_categories for feature in features],
        "weights": None if all_once else contiguous(weights),
        "weights_are_counts": not all_once and np.array_equal(weights, dataset.counts),
        "criterion": recipe.criterion.name,
        "limits": _limits(recipe, float(weights.sum())),
        "n_threads": n_threads,
        "progress": progress,
    }
    assert dataset.targets is not None
    target = dataset.targets[:, 0]
    if isinstance(statistics, VectorMoments):
        grown = _grow_vectors(dataset.targets, statistics, arguments)
    elif isinstance(statistics, Moments):
        grown = _core.grow_numbers(numbers=_about(target, statistics.centre[0]), **arguments)
    else:
        classes = np.ascontiguousarray(target, dtype=np.int32)
        grown = _core.grow_classes(classes=classes, n_classes=statistics.width, **arguments)
    if _follows(recipe):
        grown["stop"] = _positions(grown["stop"], recipe)
        return assemble_general.assemble(grown, dataset, statistics, recipe)
    tree = assemble(grown, dataset.schema, statistics, recipe)
    return tree if recipe.max_leaf_nodes is None else keep_best_splits(tree, recipe.max_leaf_nodes)


def _grow_vectors(
    targets: npt.NDArray[Any], statistics: VectorMoments, arguments: dict[str, Any]
) -> dict[str, Any]:
    """What grows from vectors, which are filled up with numbers that weigh nothing."""
    n_targets = statistics.n_targets
    room = next(room for room in ROOMS if n_targets <= room)
    vectors, weights = np.zeros((len(targets), room)), np.zeros(room)
    np.subtract(targets, statistics.centre, out=vectors[:, :n_targets])
    weights[:n_targets] = statistics.target_weights
    for name in ("weights", "weights_are_counts", "criterion"):
        arguments.pop(name)
    grown = _core.grow_vectors(vectors=vectors, target_weights=weights, **arguments)
    if n_targets < room:
        kept = [*range(1 + n_targets), 1 + room, 2 + room]
        grown["totals"] = grown["totals"][:, kept]
        grown["runner_up_left"] = grown["runner_up_left"][:, kept[:-1]]
    return grown


def _about(target: npt.NDArray[np.float64], centre: float) -> npt.NDArray[np.float64]:
    """The target as measured from a centre; itself, without a copy, if that is 0."""
    return contiguous(target) if centre == 0.0 else target - centre


def _positions(stop: npt.NDArray[np.int16], recipe: Recipe) -> npt.NDArray[np.int16]:
    """Reasons to stop as the general grower numbers them: rules by their positions."""
    types = [type(rule) for rule in recipe.stopping]
    admission = [rule.admits_some_only for rule in recipe.stopping]
    positions = [types.index(kind) if kind in types else len(types) for kind in STOPS]
    if any(admission):
        positions[STOPS.index(MinSamplesLeaf)] = admission.index(True)
    return np.array([*positions, -1], dtype=np.int16)[stop]


def _limits(recipe: Recipe, root_weight: float) -> dict[str, Any]:
    """The stopping rules as numbers; the core measures entropy in bits."""
    unit = 1.0
    if type(recipe.criterion) is InformationGain:
        unit = recipe.criterion.bits
    subset = _subset(recipe)
    limits: dict[str, Any] = {
        "min_samples_category": int(subset.min_samples_category),
        "descending": subset.descending,
    }
    if isinstance(recipe.missing, Surrogate):
        limits["following"] = {
            "use": recipe.missing.use,
            "max_surrogates": recipe.missing.max_surrogates,
            "style": recipe.missing.style,
            "max_competitors": recipe.max_competitors,
        }
    for rule in recipe.stopping:
        match rule:
            case MaxDepth():
                limits["max_depth"] = min(rule.depth, 2**31)
            case MinSamplesSplit():
                limits["min_samples_split"] = rule.n
            case MinSamplesLeaf():
                limits["min_samples_leaf"] = rule.n
            case MinWeightFractionLeaf():
                limits["min_weight_leaf"] = rule.share * root_weight * (1 - SHORTFALL)
            case Purity():
                limits["purity"] = rule.threshold
            case MinScore():
                limits["min_score"] = rule.value * unit
            case MinImpurityDecrease():
                limits["min_impurity_decrease"] = rule.value * unit
            case MinRisk():
                limits["min_risk"], limits["cuts_back"] = rule.value, rule.cuts_back
                limits["looks_ahead"] = rule.loss is not None and rule.value > 0
                if isinstance(rule.loss, tuple):
                    limits["loss"] = [cost for costs in rule.loss for cost in costs]
            case SomeGain():
                limits["needs_gain"] = True
    if recipe.max_leaf_nodes is not None:  # a path has at most one split fewer than leaves
        limits["max_depth"] = min(limits.get("max_depth", math.inf), recipe.max_leaf_nodes)
    return limits
