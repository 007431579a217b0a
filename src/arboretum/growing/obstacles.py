"""What keeps the fast searcher of the core from growing a dataset by a recipe."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from arboretum.data import Dataset
from arboretum.growing.recipe import Recipe
from arboretum.part import Spec

__all__ = [
    "ROOMS",
    "are_far_apart",
    "can_grow",
    "follows",
    "obstacle",
    "scored_by",
    "unit_of",
]

#: Classes are numbered by 16 bits in the native core.
MAX_CLASSES = 2**16 - 1
#: The core finds some sums by subtraction; beside a weight so much larger digits of a small one
#: are lost, and equal splits may not look equal: where they may not, the general searcher goes on.
FAR_APART = 1e5
#: Beside a weight so much larger hardly a digit is left.
TOO_FAR_APART = 1e12
#: The core squares weights, and the squares of larger or smaller ones leave what float64 holds.
WEIGHT_SIZE = 1e100
#: Sums are squared, and the square of more leaves what float64 holds.
TARGET_SIZE = 1e154
#: Vectors are filled up to one of these lengths, which the core was compiled for.
ROOMS = (8, 16)
#: So many categories that Subset tries all sets of them.
MAX_GROUPED = 10


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
    if not scored_by(spec).get("fast", False):
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
    if recipe.max_competitors > 0 and not follows(spec):
        yield "max_competitors"
    if recipe.max_leaf_nodes is not None and recipe.order != "best":
        yield "max_leaf_nodes"
    knows_far_apart = scored_by(spec).get("fast_far_apart", False)
    if are_far_apart(spec, dataset, TOO_FAR_APART if knows_far_apart else FAR_APART):
        yield "extreme weights"
    if _sizes_are_extreme(dataset):
        yield "extreme weights"
    if not _counts_are_simple(dataset):
        yield "weights of repeated samples"
    if _targets_are_extreme(dataset):
        yield "extreme targets"
    if not _knows_policy(spec, dataset):
        yield f"missing policy {recipe.missing.name!r}"
    if not _can_group_categories(dataset):
        yield "many categories"


def scored_by(spec: Spec) -> Spec:
    """The criterion that scores class weights, altered or not."""
    criterion: Spec = spec["criterion"]
    return criterion["criterion"] if "multipliers" in criterion else criterion


def _knows_policy(spec: Spec, dataset: Dataset) -> bool:
    """Where nothing is missing all policies grow alike, except for where later values go."""
    is_complete = not any(dataset.n_missing)
    if follows(spec):
        is_known = is_complete or scored_by(spec).get("fast_known", False)
        return is_known and spec["max_leaf_nodes"] is None
    return bool(spec["missing"].get("fast" if is_complete else "fast_missing", False))


def follows(spec: Spec) -> bool:
    """Whether samples that cannot answer a question follow surrogates."""
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
        and not follows(spec)
        and dataset.weight_range == (1.0, 1.0)
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


def are_far_apart(spec: Spec, dataset: Dataset, factor: float = FAR_APART) -> bool:
    """Whether a weight, as it is scored, is so many times as large as another."""
    smallest, largest = dataset.weight_range
    multipliers = spec["criterion"].get("multipliers", [1.0])
    return bool(largest * max(multipliers) > factor * smallest * min(multipliers))


def _sizes_are_extreme(dataset: Dataset) -> bool:
    """Whether weights are huge: such are whole numbers, which count samples and have no unit."""
    return unit_of(dataset) != 0 and np.array_equal(dataset.weights, dataset.counts)


def unit_of(dataset: Dataset) -> int:
    """The power of two that the core takes for the unit of weights; 0 unless they are extreme.

    Splits do not depend on the unit, and of a power of two no bit is lost.
    """
    smallest, largest = dataset.weight_range
    if smallest >= 1 / WEIGHT_SIZE and largest <= WEIGHT_SIZE:
        return 0
    return math.frexp(largest)[1]


def _can_group_categories(dataset: Dataset) -> bool:
    """With over two classes, or a vector, so many categories that all sets can be tried.

    Of one target more are put in order by the first component of their class shares, if sums of
    weights are exact: else categories of equal shares may not look equal.
    """
    classes, is_vector = dataset.schema.classes, len(dataset.schema.targets) > 1
    if not is_vector and (classes is None or len(classes) <= 2):
        return True
    has_order = not is_vector and np.array_equal(dataset.weights, dataset.counts)
    return len(classes or ()) <= MAX_CLASSES and all(
        has_order or feature.n_categories <= MAX_GROUPED
        for feature in dataset.schema.features
        if feature.kind == "categorical"
    )
