"""Which features compete, what they cost, how much classes count: the same tree by all growers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import CARTClassifier, CARTRegressor, TreeClassifier, TreeRegressor
from arboretum.criteria import AlteredPriors, InformationGain
from arboretum.growing import grow
from arboretum.growing.feature_costs import FeatureCosts
from arboretum.growing.native import grow_fast, grow_general
from arboretum.growing.obstacles import can_grow
from arboretum.sources import MemorySource
from tests.examples import examples
from tests.growers.both import dataset_and_recipe
from tests.growers.test_cutting_back import assert_same_but_for_reasons
from tests.growers.test_following import assert_fast_equals_general
from tests.growers.test_general import classes_of, frame_of, signal_of
from tests.growers.test_same_tree import small_tables

N_THREADS = 2


@pytest.fixture(scope="module", params=[0.0, 0.1], ids=["complete", "holes"])
def data(request):
    """Large nodes and small ones, of numbers, two values, few and many categories."""
    rng = np.random.default_rng(21)
    frame = frame_of(rng, n=5000, n_many=9, share_missing=request.param)
    frame["two"] = rng.integers(0, 2, len(frame))
    frame["steps"] = rng.integers(0, 40, len(frame)) + 0.5
    return frame, signal_of(rng, frame)


def weights_of(kind, n):
    rng = np.random.default_rng(3)
    return {
        "none": None,
        "whole": rng.integers(1, 4, n).astype(float),
        "fractions": rng.uniform(0.2, 3.0, n),
    }[kind]


def costs_of(n_features, rule="ratio", once=False):
    return FeatureCosts({i: 1.0 + (i * 7) % 4 for i in range(n_features)}, rule, 0.8, once)


def assert_same(dataset, recipe, exact):
    """The fast core against the general grower, on one thread and on two."""
    fast = assert_fast_equals_general(dataset, recipe, exact)
    statistics = recipe.criterion.statistics(dataset)
    assert grow_fast(dataset, statistics, recipe, N_THREADS) == fast
    return fast


@pytest.mark.pairwise
@pytest.mark.parametrize("weights", ["none", "whole", "fractions"])
@pytest.mark.parametrize("max_features", [1, 2, 4])
def test_drawn_features(data, max_features, weights):
    frame, signal = data
    w = weights_of(weights, len(frame))
    for model, y in [
        (TreeClassifier(max_features=max_features, random_state=1), classes_of(signal, 3)),
        (TreeRegressor(max_features=max_features, random_state=2, min_samples_leaf=3), signal),
        (TreeClassifier(max_features=max_features, missing="surrogate"), classes_of(signal, 2)),
    ]:
        dataset, recipe = dataset_and_recipe(model, frame, y, w)
        exact = weights != "fractions" and isinstance(model, TreeClassifier)

        assert assert_same(dataset, recipe, exact).n_leaves > 10


def test_where_no_drawn_feature_can_split_the_next_one_does():
    # One feature of thirty varies; the others are constant, or missing at random places.
    rng = np.random.default_rng(4)
    X = np.full((4000, 30), 2.0)
    X[:, 17] = rng.normal(size=len(X))
    X[:, 3] = rng.integers(0, 2, len(X))
    y = (X[:, 17] > 0.3).astype(int) + (X[:, 3] > 0)
    dataset, recipe = dataset_and_recipe(TreeClassifier(max_features=1, random_state=5), X, y)

    tree = assert_same(dataset, recipe, exact=True)

    assert set(tree.splits.column[~tree.is_leaf].tolist()) == {3, 17}
    assert tree.n_leaves >= 4


@pytest.mark.pairwise
@pytest.mark.parametrize("weights", ["none", "fractions"])
@pytest.mark.parametrize("once", [False, True])
@pytest.mark.parametrize("rule", ["ratio", "tan_schlimmer", "eg2"])
def test_feature_costs(data, rule, once, weights):
    frame, signal = data
    costs, w = costs_of(frame.shape[1], rule, once), weights_of(weights, len(frame))
    nats = TreeClassifier(criterion=InformationGain(base="e"), max_depth=9)
    models = [(nats, classes_of(signal, 3))]
    if rule != "eg2":
        models += [
            (TreeClassifier(), classes_of(signal, 2)),
            (TreeRegressor(max_depth=9), signal),
            (CARTClassifier(complexity=0.0), classes_of(signal, 2)),
            (CARTRegressor(complexity=0.001), signal),
        ]
    for model, y in models:
        dataset, recipe = dataset_and_recipe(model, frame, y, w)
        recipe = replace(recipe, feature_costs=costs)
        is_number = isinstance(model, TreeRegressor | CARTRegressor)

        tree = assert_same(dataset, recipe, exact=weights == "none" and not is_number)

        plain = grow_fast(
            dataset, recipe.criterion.statistics(dataset), replace(recipe, feature_costs=None)
        )
        assert tree.n_leaves > 10
        assert tree.splits != plain.splits  # costs matter


LOSS = np.array([[0.0, 1.0, 4.0], [1.0, 0.0, 1.0], [0.5, 2.0, 0.0]])


COUNTED = {
    "prior": {"prior": [0.2, 0.3, 0.5]},
    "loss": {"loss": LOSS},
    "both": {"prior": [0.2, 0.3, 0.5], "loss": LOSS},
}


@pytest.mark.pairwise
@pytest.mark.parametrize("weights", ["none", "whole", "fractions"])
@pytest.mark.parametrize("counted", COUNTED)
def test_priors_and_losses(data, counted, weights):
    frame, signal = data
    model = CARTClassifier(complexity=0.0, min_samples_split=6, **COUNTED[counted])
    w = weights_of(weights, len(frame))
    dataset, recipe = dataset_and_recipe(model, frame, classes_of(signal, 3), w)
    assert isinstance(recipe.criterion, AlteredPriors)

    tree = assert_same(dataset, recipe, exact=weights != "fractions")

    assert tree.n_leaves > 10


@pytest.mark.pairwise
@pytest.mark.parametrize("weights", ["none", "whole", "fractions"])
@pytest.mark.parametrize("counted", COUNTED)
def test_priors_and_losses_of_trees_that_are_cut_back(data, counted, weights):
    """What the fast core leaves out of splits that will be cut off is never missed."""
    frame, signal = data
    model = CARTClassifier(complexity=0.003, min_samples_split=6, **COUNTED[counted])
    w = weights_of(weights, len(frame))
    dataset, recipe = dataset_and_recipe(model, frame, classes_of(signal, 3), w)
    assert can_grow(recipe, dataset)
    statistics = recipe.criterion.statistics(dataset)

    fast = model._worth_growing(grow_fast(dataset, statistics, recipe))
    general = model._worth_growing(grow_general(dataset, statistics, recipe))

    assert_same_but_for_reasons(fast, general)
    assert fast.n_leaves > 3


@pytest.mark.pairwise
@pytest.mark.parametrize("n_classes", [2, 3, 12])
@pytest.mark.parametrize(
    "criterion", ["gini", "entropy", "gain_ratio", "error", "chi_square", "twoing"]
)
def test_every_criterion_of_altered_classes(data, criterion, n_classes):
    frame, signal = data
    model = TreeClassifier(criterion=criterion, max_depth=7, min_samples_leaf=4)
    dataset, recipe = dataset_and_recipe(
        model, frame[["x", "two", "steps"]], classes_of(signal, n_classes)
    )
    multipliers = tuple(np.linspace(0.3, 2.5, n_classes).tolist())
    recipe = replace(recipe, criterion=AlteredPriors(recipe.criterion, multipliers))

    assert_same(dataset, recipe, exact=True)


def test_multipliers_too_far_apart_are_left_to_the_general_grower(data):
    frame, signal = data
    dataset, recipe = dataset_and_recipe(TreeClassifier(), frame, classes_of(signal, 2))

    for multipliers, is_fast in [((1.0, 1e9), True), ((1.0, 1e13), False), ((0.0, 1.0), False)]:
        altered = replace(recipe, criterion=AlteredPriors(recipe.criterion, multipliers))
        assert can_grow(altered, dataset) == is_fast


@pytest.mark.parametrize("ratio", [1e6, 1e9])
def test_multipliers_far_apart_make_the_tree_of_the_general_grower(data, ratio):
    frame, signal = data
    dataset, recipe = dataset_and_recipe(TreeClassifier(), frame, classes_of(signal, 2))
    altered = replace(recipe, criterion=AlteredPriors(recipe.criterion, (1.0, ratio)))

    assert_same(dataset, altered, exact=True)


@pytest.mark.parametrize("missing", ["direction", "surrogate"])
def test_all_of_them_together(data, missing):
    frame, signal = data
    model = TreeClassifier(missing=missing, max_features=3, random_state=7, max_depth=9)
    dataset, recipe = dataset_and_recipe(model, frame, classes_of(signal, 3))
    recipe = replace(
        recipe,
        criterion=AlteredPriors(recipe.criterion, (0.5, 1.0, 2.0)),
        feature_costs=costs_of(frame.shape[1], once=True),
    )

    assert assert_same(dataset, recipe, exact=True).n_leaves > 10


@examples(100)
@given(
    table=small_tables(),
    max_features=st.integers(1, 4),
    seed=st.integers(0, 2**64 - 1),
    rule=st.sampled_from([None, "ratio", "tan_schlimmer"]),
    once=st.booleans(),
    multipliers=st.none() | st.lists(st.sampled_from([0.25, 1.0, 3.0]), min_size=4, max_size=4),
)
def test_small_tables_full_of_ties(table, max_features, seed, rule, once, multipliers):
    X, y, weights = table
    for given_weights in (None, weights):
        dataset, recipe = dataset_and_recipe(TreeClassifier(), X, y, given_weights)
        recipe = replace(recipe, max_features=max_features, seed=seed)
        if rule is not None:
            recipe = replace(recipe, feature_costs=costs_of(X.shape[1], rule, once))
        if multipliers is not None:
            n_classes = len(dataset.schema.classes)
            altered = AlteredPriors(recipe.criterion, tuple(multipliers[:n_classes]))
            recipe = replace(recipe, criterion=altered)
        statistics = recipe.criterion.statistics(dataset)

        tree = assert_same(dataset, recipe, exact=True)

        assert grow_general(dataset, statistics, recipe) == tree
        assert grow(MemorySource(dataset, statistics), recipe) == tree


@pytest.mark.parametrize("size", [1e-300, 1e-120])
def test_tiny_weights(data, size):
    """Only how far apart weights are matters: another unit gives the same splits."""
    frame, signal = data
    weights = size * np.random.default_rng(5).uniform(0.2, 3.0, len(frame))
    for model, y in [
        (TreeClassifier(max_depth=7, min_weight_fraction_leaf=0.01), classes_of(signal, 3)),
        (TreeRegressor(max_depth=6), signal),
        (CARTClassifier(complexity=0.0, prior=[0.3, 0.7]), classes_of(signal, 2)),
        (CARTClassifier(complexity=0.01), classes_of(signal, 2)),
    ]:
        dataset, recipe = dataset_and_recipe(model, frame, y, weights)

        assert assert_same(dataset, recipe, exact=False).n_leaves > 3


def test_huge_weights_count_samples_and_are_left_to_the_general_grower(data):
    frame, signal = data
    weights = 1e120 * np.random.default_rng(5).uniform(0.2, 3.0, len(frame))
    dataset, recipe = dataset_and_recipe(TreeClassifier(), frame, classes_of(signal, 2), weights)

    assert not can_grow(recipe, dataset)
