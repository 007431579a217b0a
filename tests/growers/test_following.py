"""What follows surrogates: the fast core finds what the general grower finds."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import CARTClassifier, CARTRegressor, TreeClassifier
from arboretum.growing import grow
from arboretum.growing.native import grow_fast, grow_general
from arboretum.growing.obstacles import can_grow
from arboretum.missing import Surrogate
from arboretum.sources import MemorySource
from tests.examples import examples
from tests.growers.both import TOLERANCE, assert_same_tree, dataset_and_recipe
from tests.growers.test_general import classes_of, frame_of, signal_of
from tests.growers.test_surrogates import POLICIES, weights_of
from tests.properties.small_data import dyadic_weights, maybe_letters, maybe_numbers, small_data


def assert_fast_equals_general(dataset, recipe, exact, n_threads=1):
    """Also what nodes keep: the splits that lost, and the surrogates."""
    assert can_grow(recipe, dataset)
    statistics = recipe.criterion.statistics(dataset)
    fast = grow_fast(dataset, statistics, recipe, n_threads)
    general = grow_general(dataset, statistics, recipe)
    assert_same_tree(fast, general, exact)
    for name in ("competing", "surrogates"):
        found, wanted = getattr(fast, name), getattr(general, name)
        assert (found is None) == (wanted is None), name
        if wanted is not None:
            assert found.node.tolist() == wanted.node.tolist()
            assert found.splits == wanted.splits
    if general.surrogates is not None:
        assert fast.surrogates.is_reversed.tolist() == general.surrogates.is_reversed.tolist()
        for name in ("agreement", "adjusted"):
            np.testing.assert_allclose(
                getattr(fast.surrogates, name), getattr(general.surrogates, name), rtol=TOLERANCE
            )
    return fast


@pytest.mark.pairwise
@pytest.mark.parametrize("policy", [*POLICIES, Surrogate(0)], ids=str)
@pytest.mark.parametrize("weights", ["none", "whole", "fractions"])
@pytest.mark.parametrize("share_missing", [0.0, 0.2])
def test_large_and_small_nodes(policy, weights, share_missing):
    rng = np.random.default_rng(12)
    frame = frame_of(rng, n=6000, n_many=9, share_missing=share_missing)
    frame["two"] = rng.integers(0, 2, len(frame))
    frame["steps"] = rng.integers(0, 40, len(frame)) + 0.5
    signal, w = signal_of(rng, frame), weights_of(rng, weights, len(frame))

    for model, y in [
        (CARTClassifier(missing=policy, complexity=0.001), classes_of(signal, 2)),
        (CARTClassifier(missing=policy, complexity=0.0), classes_of(signal, 3)),
        (CARTRegressor(missing=policy, complexity=0.0, min_samples_split=40), signal),
    ]:
        dataset, recipe = dataset_and_recipe(model, frame, y, w)
        exact = weights != "fractions" and isinstance(model, CARTClassifier)

        tree = assert_fast_equals_general(dataset, recipe, exact)

        assert tree.n_leaves > 10


@pytest.mark.parametrize("n_categories", [8, 9, 128, 129, 3000])
def test_few_and_many_categories_of_which_some_are_alike(n_categories):
    """Whole numbers make equal means; the order of few categories is found in another way."""
    rng = np.random.default_rng(n_categories)
    codes = rng.integers(0, n_categories, 1500)
    frame = {
        "many": [None if rng.random() < 0.1 else f"c{code}" for code in codes],
        "some": [f"d{code % 7}" for code in codes],
        "x": rng.normal(size=1500),
    }
    y = np.floor(3 * np.sin(codes)) + rng.integers(0, 2, 1500)

    for model, target in [
        (CARTRegressor(complexity=0.0), y),
        (CARTClassifier(complexity=0.0), classes_of(y, 2)),
        (CARTClassifier(complexity=0.0), classes_of(y, 4)),
        (CARTClassifier(complexity=0.0, prior=[0.5, 0.3, 0.2]), classes_of(y, 3)),
    ]:
        dataset, recipe = dataset_and_recipe(model, frame, target)

        tree = assert_fast_equals_general(dataset, recipe, exact=True)

        assert tree.n_leaves > 10


def test_more_categories_than_a_byte_holds():
    rng = np.random.default_rng(13)
    frame = frame_of(rng, n=8000, n_many=600, share_missing=0.1)
    model = CARTClassifier(complexity=0.0)
    dataset, recipe = dataset_and_recipe(model, frame, classes_of(signal_of(rng, frame), 2))

    tree = assert_fast_equals_general(dataset, recipe, exact=True)

    most = max(feature.n_categories for feature in tree.schema.features)
    assert most > 255


def test_entropy_where_nothing_is_missing():
    rng = np.random.default_rng(14)
    frame = frame_of(rng, n=5000, n_many=9, share_missing=0.0)
    model = CARTClassifier(criterion="entropy", complexity=0.0)
    y = classes_of(signal_of(rng, frame), 3)

    assert_fast_equals_general(*dataset_and_recipe(model, frame, y), exact=True)


def test_two_rows_that_stand_for_many_samples_have_surrogates():
    X = np.repeat([[0.0], [1.0], [2.0]], 5, axis=1)
    model = CARTClassifier(min_samples_split=2, max_competitors=0)
    dataset, recipe = dataset_and_recipe(model, X, ["a", "b", "c"], [5, 5, 5])

    tree = assert_fast_equals_general(dataset, recipe, exact=True)

    # At node 2 each sends all 10 samples as the split does; down one branch it would be 5.
    assert tree.surrogates.node.tolist() == [0] * 4 + [2] * 4
    assert tree.surrogates.splits.column.tolist() == [1, 2, 3, 4] * 2
    assert tree.surrogates.adjusted.tolist() == [1.0] * 8


def test_branches_that_weigh_the_same_but_for_rounding_keep_what_cannot_answer():
    # 0.1 + 0.2 + 0.3 is more than 0.6 in floating point, 0.3 + 0.2 + 0.1 is not.
    X = np.array([[0.0], [1.0], [1.0], [1.0], [np.nan]])
    y, w = ["a", "b", "b", "b", "b"], np.array([0.6, 0.1, 0.2, 0.3, 0.5])
    model = CARTClassifier(min_samples_split=2, complexity=0.0)
    dataset, recipe = dataset_and_recipe(model, X, y, w)
    readable = grow(MemorySource(dataset, recipe.criterion.statistics(dataset)), recipe)

    tree = assert_fast_equals_general(dataset, recipe, exact=False)

    for grown in (tree, readable):
        assert grown.n_samples.tolist() == [5, 1, 3]


def test_weights_whose_sums_are_rounded_decide_nothing():
    rng = np.random.default_rng(17)
    for _ in range(20):
        frame = frame_of(rng, n=200, share_missing=0.3)
        y = classes_of(signal_of(rng, frame), 3)
        model = CARTClassifier(min_samples_split=5, complexity=0.0, max_competitors=9)
        w = rng.choice([0.1, 0.3, 0.7], len(frame))
        dataset, recipe = dataset_and_recipe(model, frame.drop(columns="many"), y, w)

        assert_fast_equals_general(dataset, recipe, exact=False)


@pytest.mark.parametrize("n_threads", [2, 3])
def test_the_number_of_threads_changes_nothing(n_threads):
    rng = np.random.default_rng(15)
    frame = frame_of(rng, n=20_000, n_many=50, share_missing=0.1)
    model = CARTClassifier(complexity=0.0)
    y = classes_of(signal_of(rng, frame), 2)
    dataset, recipe = dataset_and_recipe(model, frame, y)
    statistics = recipe.criterion.statistics(dataset)

    one = grow_fast(dataset, statistics, recipe, 1)

    assert one.surrogates is not None
    assert grow_fast(dataset, statistics, recipe, n_threads) == one


def test_progress_counts_the_samples_that_stay():
    rng = np.random.default_rng(16)
    frame = frame_of(rng, n=9000, n_many=9, share_missing=0.5)
    model = CARTClassifier(missing=Surrogate(use=0), complexity=0.0)
    y = classes_of(signal_of(rng, frame), 3)
    dataset, recipe = dataset_and_recipe(model, frame, y)
    seen = []

    tree = grow_fast(
        dataset,
        recipe.criterion.statistics(dataset),
        recipe,
        progress=lambda done, total: seen.append((done, total)),
    )

    assert tree.n_samples[tree.is_leaf].sum() < len(frame)
    assert seen[-1] == (len(frame), len(frame))


@examples(150)
@given(
    small_data(columns=(maybe_numbers, maybe_letters), weights=dyadic_weights, rows=25),
    st.sampled_from([*POLICIES, Surrogate(0)]),
    st.integers(1, 3),
    st.integers(0, 4),
)
def test_small_data(data, policy, min_leaf, max_competitors):
    model = TreeClassifier(missing=policy, min_samples_leaf=min_leaf)
    dataset, recipe = dataset_and_recipe(model, data.X, data.y, data.w)
    recipe = replace(recipe, max_competitors=max_competitors)

    if can_grow(recipe, dataset):
        assert_fast_equals_general(dataset, recipe, exact=True)
