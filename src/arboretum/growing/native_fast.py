"""The fast native grower: histograms and sorted blocks, for the recipes that most trees have."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset
from arboretum.data.dataset import contiguous
from arboretum.growing.assemble import assemble
from arboretum.growing.frontier import keep_best_splits
from arboretum.growing.loop import Progress
from arboretum.growing.recipe import Recipe
from arboretum.part import Spec
from arboretum.statistics import Moments, Statistics, VectorMoments
from arboretum.stopping.limits import SHORTFALL
from arboretum.tree import Tree

__all__ = ["can_grow", "grow_fast", "obstacle"]

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

#: The core names a reason to stop by a number (``Stop`` in input.hpp); None: no question at all.
STOPS = (
    "constant",
    "max_depth",
    "min_samples_split",
    "purity",
    None,
    "min_samples_leaf",
    "min_score",
    "min_impurity_decrease",
    "min_risk",
    "some_gain",
)
#: Rules whose number is a limit of the same name; those of scores are in units of the criterion.
NUMBERS = ("min_samples_split", "min_samples_leaf", "purity")
SCORES = ("min_score", "min_impurity_decrease")


def can_grow(recipe: Recipe, dataset: Dataset) -> bool:
    """Whether the fast core knows all parts of a recipe and can grow this dataset by them."""
    return obstacle(recipe, dataset) is None


def obstacle(recipe: Recipe, dataset: Dataset) -> str | None:
    """What keeps the fast core from growing this dataset by a recipe, in words, or None."""
    spec = recipe.native()
    if spec is None:
        return "a part that is not built in"
    return next(_obstacles(spec, recipe, dataset), None)


def _obstacles(spec: Spec, recipe: Recipe, dataset: Dataset) -> Iterator[str]:
    """All that is in the way; a later one may be wrong where an earlier one is."""
    if not _scored_by(spec).get("fast", False):
        yield f"criterion {recipe.criterion.name!r}"
    if not spec["selector"].get("fast", False):
        yield f"selector {recipe.selector.name!r}"
    if spec["keeps_rows"]:
        yield f"leaf model {recipe.leaf.name!r}"
    if not _knows_splitters(spec):
        yield "splits"
    if not _knows_rules(spec, recipe):
        yield "stopping rules"
    if not _has_room_for_targets(spec, dataset):
        yield "several targets"
    if recipe.split_features is not None:
        yield "split_features"
    if recipe.max_competitors > 0 and not _follows(spec):
        yield "max_competitors"
    if recipe.max_leaf_nodes is not None and recipe.order != "best":
        yield "max_leaf_nodes"
    if _weights_are_far_apart(spec, dataset) or _sizes_are_extreme(dataset):
        yield "extreme weights"
    if not _counts_are_simple(dataset):
        yield "weights of repeated samples"
    if _targets_are_extreme(dataset):
        yield "extreme targets"
    if not _knows_policy(spec, dataset):
        yield f"missing policy {recipe.missing.name!r}"
    if not _can_group_categories(dataset):
        yield "many categories"


def _scored_by(spec: Spec) -> Spec:
    """The criterion that scores class weights, altered or not."""
    criterion: Spec = spec["criterion"]
    return criterion["criterion"] if "multipliers" in criterion else criterion


def _knows_policy(spec: Spec, dataset: Dataset) -> bool:
    """Where nothing is missing all policies grow alike, except for where later values go."""
    is_complete = not any(dataset.n_missing)
    if _follows(spec):
        is_known = is_complete or _scored_by(spec).get("fast_known", False)
        return is_known and spec["max_leaf_nodes"] is None
    return bool(spec["missing"].get("fast" if is_complete else "fast_missing", False))


def _follows(spec: Spec) -> bool:
    return bool(spec["missing"]["name"] == "surrogate")


def _knows_splitters(spec: Spec) -> bool:
    """One minimum of samples per category is kept; rare ones go where missing values fit best."""
    subsets = [splitter for splitter in spec["splitters"] if splitter["name"] == "subset"]
    return all(splitter.get("fast", False) for splitter in spec["splitters"]) and all(
        subset == subsets[0]
        and subset["max_exhaustive"] >= MAX_GROUPED
        and (subset["min_samples_category"] == 1 or spec["missing"]["name"] == "direction")
        for subset in subsets
    )


def _has_room_for_targets(spec: Spec, dataset: Dataset) -> bool:
    """One target; or a vector of numbers, all of them known, of samples that count once."""
    if not spec["criterion"].get("vectors", False):
        return len(dataset.schema.targets) == 1
    return (
        not dataset.schema.is_classification
        and len(dataset.schema.targets) <= ROOMS[-1]
        and not _follows(spec)
        and dataset.weights.min() == 1.0 == dataset.weights.max()
        and not np.isnan(np.asarray(dataset.targets)).any()
    )


def _knows_rules(spec: Spec, recipe: Recipe) -> bool:
    """One number per kind of rule is kept, and one reason for what was not admitted."""
    names = [rule["name"] for rule in spec["rules"] if rule.get("fast", False)]
    n_admission = sum(rule.admits_some_only for rule in recipe.stopping)
    return len(set(names)) == len(spec["rules"]) and n_admission <= 1


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


def _weights_are_far_apart(spec: Spec, dataset: Dataset) -> bool:
    """Whether a difference of sums could lose too much of a sample, as it is scored."""
    weights, multipliers = dataset.weights, spec["criterion"].get("multipliers", [1.0])
    largest, smallest = weights.max() * max(multipliers), weights.min() * min(multipliers)
    return bool(largest > WEIGHT_RANGE * smallest)


def _sizes_are_extreme(dataset: Dataset) -> bool:
    """Whether weights are huge: such are whole numbers, which count samples and have no unit."""
    return _unit_of(dataset.weights) != 0 and np.array_equal(dataset.weights, dataset.counts)


def _unit_of(weights: npt.NDArray[np.float64]) -> int:
    """The power of two that the core takes for the unit of weights; 0 unless they are extreme.

    Splits do not depend on the unit, and of a power of two no bit is lost.
    """
    if weights.min() >= 1 / WEIGHT_SIZE and weights.max() <= WEIGHT_SIZE:
        return 0
    return int(np.frexp(weights.max())[1])


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
    unit = _unit_of(dataset.weights)
    weights = np.ldexp(dataset.weights, -unit) if unit else dataset.weights
    spec = recipe.native()
    assert spec is not None  # can_grow says so
    all_once = bool(weights.min() == 1.0 == weights.max())
    encoded, rows = dataset.encoded(n_threads)
    arguments: dict[str, Any] = {
        "encoded": encoded,
        "rows": rows,
        "weights": None if all_once else contiguous(weights),
        "weights_are_counts": not all_once and np.array_equal(weights, dataset.counts),
        "criterion": _scored_by(spec)["name"],
        "limits": _limits(spec, float(weights.sum()), unit),
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
        grown = _core.grow_classes(
            classes=classes,
            n_classes=statistics.width,
            multipliers=spec["criterion"].get("multipliers", []),
            **arguments,
        )
    grown["stop"] = _positions(grown["stop"], recipe)
    if unit:
        _restore_unit(grown, unit)
    tree = assemble(grown, dataset, statistics, recipe)
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


def _restore_unit(grown: dict[str, Any], unit: int) -> None:
    """Sums of weights as they are given."""
    if "runner_up_left" in grown:  # totals end with the number of samples
        grown["totals"][:, :-1] = np.ldexp(grown["totals"][:, :-1], unit)
        grown["runner_up_left"] = np.ldexp(grown["runner_up_left"], unit)
        return
    grown["totals"] = np.ldexp(grown["totals"], unit)
    for name in ("splits", "runner_ups", "competitors"):
        for sums in ("parents", "sums"):
            grown[name][sums] = np.ldexp(grown[name][sums], unit)


def _about(target: npt.NDArray[np.float64], centre: float) -> npt.NDArray[np.float64]:
    """The target as measured from a centre; itself, without a copy, if that is 0."""
    return contiguous(target) if centre == 0.0 else target - centre


def _positions(stop: npt.NDArray[np.int16], recipe: Recipe) -> npt.NDArray[np.int16]:
    """Reasons to stop as the general grower numbers them: rules by their positions."""
    names = [rule.name for rule in recipe.stopping]
    admission = [rule.admits_some_only for rule in recipe.stopping]
    positions = [names.index(name) if name in names else len(names) for name in STOPS]
    if any(admission):
        positions[STOPS.index("min_samples_leaf")] = admission.index(True)
    return np.array([*positions, -1], dtype=np.int16)[stop]


def _limits(spec: Spec, root_weight: float, unit_of_weights: int) -> dict[str, Any]:
    """The stopping rules as numbers; the core measures entropy in bits."""
    unit = _scored_by(spec).get("unit", 1.0)
    rules = {rule["name"]: rule for rule in spec["rules"]}
    value = {name: rule["value"] for name, rule in rules.items()}
    limits: dict[str, Any] = {name: value[name] for name in NUMBERS if name in value}
    limits |= {name: value[name] * unit for name in SCORES if name in value}
    limits["needs_gain"], limits["score_unit"] = "some_gain" in rules, unit
    limits["keeps_runner_up"] = spec["keeps_runner_up"]
    for splitter in spec["splitters"]:
        if splitter["name"] == "subset":
            limits["min_samples_category"] = int(splitter["min_samples_category"])
            limits["descending"] = splitter["descending"]
    if spec["max_features"] is not None:
        limits |= {name: spec[name] for name in ("max_features", "seed")}
    if spec["costs"] is not None:
        limits["costs"] = spec["costs"]
    if _follows(spec):
        names = ("use", "max_surrogates", "style")
        limits["following"] = {name: spec["missing"][name] for name in names}
        limits["following"]["max_competitors"] = spec["max_competitors"]
    if "min_weight_fraction_leaf" in value:
        share = value["min_weight_fraction_leaf"]
        limits["min_weight_leaf"] = share * root_weight * (1 - SHORTFALL)
    if "min_risk" in rules:
        limits |= _risk_limits(rules["min_risk"])
        limits["min_risk"] = math.ldexp(value["min_risk"], -unit_of_weights)
    # A path has at most one split fewer than leaves.
    deepest = min(value.get("max_depth", math.inf), spec["max_leaf_nodes"] or math.inf)
    if deepest < math.inf:
        limits["max_depth"] = math.ceil(min(deepest, 2**31))
    return limits


def _risk_limits(rule: Spec) -> dict[str, Any]:
    loss, value = rule["loss"], rule["value"]
    limits = {"cuts_back": rule["cuts_back"], "looks_ahead": loss is not None and value > 0}
    is_of_classes = loss is not None and not isinstance(loss, str)
    return {**limits, "loss": loss.ravel().tolist()} if is_of_classes else limits
