"""Many targets at once: the readable loop and the native growers grow the same tree."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arboretum.criteria import VectorVariance
from arboretum.data import LabelSets, Schema, Target, make_dataset
from arboretum.growing import Recipe, grow
from arboretum.growing.native import grow_fast, grow_general
from arboretum.growing.obstacles import can_grow
from arboretum.leaves import ClassDistribution, MeanVector
from arboretum.missing import Branch, Direction, Fractional, Impute, Majority, Surrogate
from arboretum.sources import MemorySource
from arboretum.splits import Buckets, Multiway, Subset, Threshold
from arboretum.stopping import Constant, FTest, MaxDepth, MinSamplesLeaf, Permutation

WEIGHTS = (0.5, 1.0, 2.0, 0.25)
TARGETS = ("numbers", "cells", "labels")
BINARY = (Threshold(), Subset())


def vector_dataset(kind, n=80, seed=0, weights=None):
    """Four targets that depend on three features; one feature and some cells are missing."""
    rng = np.random.default_rng(seed)
    X = {
        "a": rng.normal(size=n).round(1),
        "few": rng.choice(list("uvw"), n),
        "many": rng.choice(list("abcdefghijklmnop"), n),
    }
    y = rng.normal(size=(n, 4))
    y[:, 0] += X["a"]
    y[:, 1] += X["few"] == "v"
    X["a"][rng.random(n) < 0.2] = np.nan
    dataset = make_dataset(X, y, nominal=False, sample_weight=weights)
    if kind == "cells":
        return replace(dataset, targets=np.where(rng.random(y.shape) < 0.2, np.nan, y))
    if kind == "labels":
        labels = tuple(Target(f"label {k}", (0, 1)) for k in range(4))
        return replace(
            dataset,
            schema=Schema(dataset.schema.features, labels),
            targets=LabelSets.from_indicators(y > 0.3),
        )
    return dataset


def recipe_of(kind, missing=None, rules=(), splitters=BINARY, **parts):
    leaf = ClassDistribution() if kind == "labels" else MeanVector()
    return Recipe(
        criterion=VectorVariance(WEIGHTS),
        splitters=splitters,
        missing=missing or Direction(),
        leaf=leaf,
        stopping=(Constant(), MinSamplesLeaf(4), *rules),
        **parts,
    )


def assert_same(native, readable):
    """The same questions, ties and reasons; numbers except for the order of sums."""
    assert native.n_nodes == readable.n_nodes > 1
    assert native.splits == readable.splits
    assert native.runner_ups == readable.runner_ups
    np.testing.assert_array_equal(native.tie, readable.tie)
    stops = [[node.stop_reason for node in tree.nodes()] for tree in (native, readable)]
    assert stops[0] == stops[1]
    for name in ("weight", "n_samples", "value", "impurity", "score", "runner_up_score"):
        found, wanted = getattr(native, name), getattr(readable, name)
        np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-11, err_msg=name)
    if readable.p_values is not None:
        np.testing.assert_allclose(native.p_value, readable.p_value, rtol=1e-6)


def both(dataset, recipe, n_threads=1):
    statistics = recipe.criterion.count(dataset)
    readable = grow(MemorySource(dataset, statistics), recipe)
    return grow_general(dataset, statistics, recipe, n_threads), readable


@pytest.mark.parametrize("kind", TARGETS)
@pytest.mark.parametrize(
    "missing",
    [Direction(), Fractional(), Branch(), Majority(), Impute(), Surrogate()],
    ids=lambda policy: policy.name,
)
def test_every_missing_policy(kind, missing):
    assert_same(*both(vector_dataset(kind), recipe_of(kind, missing)))


@pytest.mark.parametrize("kind", TARGETS)
@pytest.mark.parametrize(
    "rule",
    [FTest(0.2), FTest(0.2, as_filter=True), Permutation(0.9, 1)],
    ids=["test", "filter", "shuffle"],
)
def test_tests_of_significance(kind, rule):
    assert_same(*both(vector_dataset(kind), recipe_of(kind, Fractional(), [rule])))


@pytest.mark.parametrize("kind", TARGETS)
@pytest.mark.parametrize(
    "splitters",
    [(Threshold(), Multiway()), (Buckets("width", 3), Subset("ordered"))],
    ids=["multiway", "buckets"],
)
def test_other_questions(kind, splitters):
    assert_same(*both(vector_dataset(kind), recipe_of(kind, splitters=splitters)))


@pytest.mark.parametrize("kind", TARGETS)
def test_sample_weights_and_best_first_growth(kind):
    weights = np.random.default_rng(1).choice([0.5, 1.25, 3.0], 80)
    dataset = vector_dataset(kind, weights=weights)

    assert_same(*both(dataset, recipe_of(kind, order="best", max_leaf_nodes=7)))


@pytest.mark.parametrize("kind", TARGETS)
def test_threads_change_nothing(kind):
    dataset, recipe = vector_dataset(kind, n=4000), recipe_of(kind, Fractional())
    statistics = recipe.criterion.count(dataset)

    assert grow_general(dataset, statistics, recipe, 2) == grow_general(dataset, statistics, recipe)


@pytest.mark.parametrize("kind", TARGETS)
def test_a_weight_of_two_is_the_sample_twice(kind):
    dataset = vector_dataset(kind, n=60, weights=np.tile([1, 2], 30))
    twice = dataset.take(np.repeat(np.arange(60), np.tile([1, 2], 30)))
    twice = replace(twice, weights=np.ones(90), counts=np.ones(90))
    recipe = recipe_of(kind, Majority())

    trees = [grow_general(data, recipe.criterion.count(data), recipe) for data in (dataset, twice)]

    assert_same(*trees)


def test_labels_are_numbers_that_are_0_or_1():
    sets = vector_dataset("labels")
    numbers = replace(
        sets,
        schema=Schema(sets.schema.features, tuple(Target(f"y{k}") for k in range(4))),
        targets=np.asarray(sets.targets, dtype=np.float64),
    )
    rules = [FTest(0.3)]

    of_labels, _ = both(sets, recipe_of("labels", Fractional(), rules))
    of_numbers, _ = both(numbers, recipe_of("numbers", Fractional(), rules))

    assert of_labels.splits == of_numbers.splits
    shares = of_labels.value[:, 1::2] / of_labels.weight[:, None]
    np.testing.assert_allclose(shares, of_numbers.value, atol=1e-12)


def test_a_node_far_from_the_centre_keeps_its_digits():
    # The targets of the second half lie a million away and differ by a millionth of that.
    x = np.arange(64.0)
    y = np.stack([x % 8, -(x % 8)], axis=1) + np.where(x < 32, 0.0, 1e7)[:, None]
    dataset = make_dataset({"x": x, "mod": x % 8}, y, nominal=False)
    recipe = replace(recipe_of("numbers"), criterion=VectorVariance((0.5, 0.5)))

    native, readable = both(dataset, recipe)

    assert_same(native, readable)
    np.testing.assert_allclose(native.value[native.is_leaf][:, 0] % 1e7 % 0.5, 0.0, atol=1e-6)


# -- the fast core ------------------------------------------------------------------------------


def large_dataset(n_targets, n=6000, seed=0):
    """Numbers with and without ties, two values, categories, missing values; nodes of any size."""
    rng = np.random.default_rng(seed)
    X = {
        "fine": rng.normal(size=n),
        "coarse": rng.normal(size=n).round(1),
        "two": (rng.random(n) < 0.3).astype(float),
        "few": rng.choice(list("uvwxyz"), n),
    }
    signal = np.stack([X["fine"], X["coarse"] ** 2, X["two"], X["few"] == "v"], axis=1)
    y = signal @ rng.normal(size=(4, n_targets)) + 0.5 * rng.normal(size=(n, n_targets))
    X["coarse"][::9] = np.nan
    return make_dataset(X, y.round(2), nominal=False)


def fast_recipe(n_targets, *rules, **parts):
    weights = tuple(np.linspace(0.1, 1.0, n_targets).tolist())
    return replace(
        recipe_of("numbers", **parts),
        criterion=VectorVariance(weights),
        stopping=(Constant(), *rules),
    )


@pytest.mark.parametrize("n_targets", [2, 8, 12])
@pytest.mark.parametrize("rules", [(), (MinSamplesLeaf(9), MaxDepth(12))], ids=["free", "limits"])
def test_the_fast_core_grows_the_tree_of_the_general_grower(n_targets, rules):
    dataset, recipe = large_dataset(n_targets), fast_recipe(n_targets, *rules)
    statistics = recipe.criterion.count(dataset)
    assert can_grow(recipe, dataset)

    fast = [grow_fast(dataset, statistics, recipe, n_threads) for n_threads in (1, 2)]

    assert fast[0] == fast[1]
    assert fast[0].n_leaves > 100
    assert_same(fast[0], grow_general(dataset, statistics, recipe))


def test_the_fast_core_grows_the_tree_of_the_loop():
    dataset, recipe = large_dataset(3, n=300), fast_recipe(3, MinSamplesLeaf(2))
    statistics = recipe.criterion.count(dataset)

    readable = grow(MemorySource(dataset, statistics), recipe)

    assert_same(grow_fast(dataset, statistics, recipe), readable)


def test_the_fast_core_grows_the_best_leaves_first():
    dataset = large_dataset(3, n=3000)
    recipe = fast_recipe(3, order="best", max_leaf_nodes=20)
    statistics = recipe.criterion.count(dataset)
    assert can_grow(recipe, dataset)

    fast = grow_fast(dataset, statistics, recipe)

    assert fast.n_leaves == 20
    assert fast.splits == grow_general(dataset, statistics, recipe).splits


def test_leaves_of_one_sample_predict_its_very_numbers():
    rng = np.random.default_rng(0)
    y = rng.normal(size=(500, 3))
    dataset = make_dataset({"x": rng.permutation(500)}, y, nominal=False)
    recipe = fast_recipe(3)

    tree = grow_fast(dataset, recipe.criterion.count(dataset), recipe)

    assert tree.n_leaves == 500
    np.testing.assert_allclose(tree.value[tree.apply(dataset.columns)], y, rtol=1e-15)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: replace(data, weights=np.linspace(1, 2, data.n_rows)),
        lambda data: replace(data, targets=np.where(data.targets > 2, np.nan, data.targets)),
        lambda data: replace(
            data,
            targets=np.tile(data.targets, 6),
            schema=Schema(data.schema.features, tuple(Target(f"y{k}") for k in range(18))),
        ),
    ],
    ids=["weights", "missing cells", "many targets"],
)
def test_what_the_fast_core_does_not_know_goes_to_the_general_grower(change):
    dataset = change(large_dataset(3, n=100))
    n_targets = len(dataset.schema.targets)

    assert not can_grow(fast_recipe(n_targets), dataset)
