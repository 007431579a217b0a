"""Both growers find the same surrogates, and every way to predict asks them."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import TreeClassifier, TreeRegressor
from arboretum.data import encode_like
from arboretum.growing.native import grow_general
from arboretum.missing import Surrogate
from tests.examples import examples
from tests.growers.both import assert_general_equals_readable, dataset_and_recipe
from tests.growers.test_general import classes_of, frame_of, signal_of
from tests.oracles import routing
from tests.properties.small_data import dyadic_weights, maybe_letters, maybe_numbers, small_data

POLICIES = [Surrogate(), Surrogate(2, use=1), Surrogate(9, use=0), Surrogate(3, style=1)]


def weights_of(rng, kind, n):
    return {
        "none": None,
        "whole": rng.integers(1, 4, n),
        "fractions": rng.uniform(0.2, 3, n),
    }[kind]


@pytest.mark.pairwise
@pytest.mark.parametrize("policy", POLICIES, ids=str)
@pytest.mark.parametrize("weights", ["none", "whole", "fractions"])
@pytest.mark.parametrize("share_missing", [0.0, 0.1, 0.5])
def test_both_growers_find_the_same(policy, weights, share_missing):
    rng = np.random.default_rng(2)
    frame = frame_of(rng, n=400, share_missing=share_missing)
    signal, w = signal_of(rng, frame), weights_of(rng, weights, len(frame))

    for model, y in [
        (TreeClassifier(missing=policy, min_samples_leaf=3), classes_of(signal, 3)),
        (TreeRegressor(missing=policy, max_leaf_nodes=30), signal),
    ]:
        tree = assert_general_equals_readable(*dataset_and_recipe(model, frame, y, w))

        assert tree.surrogates is not None
        assert tree.surrogates.are_asked == (policy.use > 0)


@pytest.mark.parametrize("order", ["depth", "level", "best"])
def test_in_any_order_of_growth_and_with_competitors(order):
    rng = np.random.default_rng(4)
    frame = frame_of(rng, n=300)
    model = TreeClassifier(missing="surrogate", criterion="entropy")
    dataset, recipe = dataset_and_recipe(model, frame, classes_of(signal_of(rng, frame), 2))

    assert_general_equals_readable(
        dataset, replace(recipe, order=order, max_leaf_nodes=20, max_competitors=3)
    )


@pytest.mark.parametrize("n_threads", [2, 3])
def test_the_number_of_threads_does_not_change_them(n_threads):
    rng = np.random.default_rng(5)
    frame = frame_of(rng, n=20_000, n_many=50)
    model = TreeClassifier(missing="surrogate", max_depth=6)
    dataset, recipe = dataset_and_recipe(model, frame, classes_of(signal_of(rng, frame), 3))
    statistics = recipe.criterion.statistics(dataset)

    one = grow_general(dataset, statistics, recipe, 1)

    assert one.surrogates is not None
    assert grow_general(dataset, statistics, recipe, n_threads) == one


def test_progress_counts_the_samples_that_stay():
    rng = np.random.default_rng(6)
    frame = frame_of(rng, n=3000, share_missing=0.5)
    model = TreeClassifier(missing=Surrogate(use=0))
    dataset, recipe = dataset_and_recipe(model, frame, classes_of(signal_of(rng, frame), 3))
    seen = []

    tree = grow_general(
        dataset,
        recipe.criterion.statistics(dataset),
        recipe,
        progress=lambda done, total: seen.append((done, total)),
    )

    assert tree.n_samples[tree.is_leaf].sum() < len(frame)
    assert seen[-1] == (len(frame), len(frame))


@pytest.mark.parametrize("policy", POLICIES, ids=str)
def test_every_row_ends_where_the_slow_walk_ends(policy):
    rng = np.random.default_rng(7)
    frame = frame_of(rng, n=500)
    fresh = frame_of(rng, n=400, share_missing=0.5)
    model = TreeClassifier(missing=policy, min_samples_leaf=3)
    tree = model.fit(frame, classes_of(signal_of(rng, frame), 3)).tree_

    for table in (frame, fresh):
        columns = encode_like(tree.schema, table)
        paths = [routing.path(tree, columns, i) for i in range(len(table))]
        start, nodes = tree.decision_path(columns)

        assert tree.apply(columns, n_jobs=2).tolist() == [path[-1] for path in paths]
        assert [nodes[a:b].tolist() for a, b in pairwise(start)] == paths
    assert tree.surrogates.is_reversed.any()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("order", ["C", "F"])
def test_rows_of_a_matrix_end_there_too(dtype, order):
    rng = np.random.default_rng(8)
    X = rng.normal(size=(600, 5)).astype(np.float32)
    X[:, 1] -= X[:, 0]
    y = X[:, 0] + 0.5 * X[:, 2] > 0
    X[rng.random(X.shape) < 0.2] = np.nan
    matrix = np.asarray(X, dtype, order=order)
    model = TreeClassifier(missing="surrogate", min_samples_leaf=5).fit(matrix, y)

    paths = [routing.path(model.tree_, matrix.T, i) for i in range(len(matrix))]

    assert model.apply(matrix).tolist() == [path[-1] for path in paths]
    assert model.apply(matrix[:1]).tolist() == [paths[0][-1]]


@examples(150)
@given(
    small_data(columns=(maybe_numbers, maybe_letters), weights=dyadic_weights, rows=25),
    st.sampled_from(POLICIES),
    st.integers(1, 3),
)
def test_small_data(data, policy, min_leaf):
    model = TreeClassifier(missing=policy, min_samples_leaf=min_leaf)
    dataset, recipe = dataset_and_recipe(model, data.X, data.y, data.w)

    tree = assert_general_equals_readable(dataset, recipe)

    paths = [routing.path(tree, dataset.columns, i) for i in range(dataset.n_rows)]
    assert tree.apply(dataset.columns).tolist() == [path[-1] for path in paths]
