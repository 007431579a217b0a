"""Weights so far apart that rounding would decide: the fast searcher says so, and hands over."""

import numpy as np
import pytest

from arboretum import CARTClassifier, CARTRegressor, TreeClassifier, TreeRegressor
from arboretum.growing.native import _grow_fast, grow_fast, grow_general
from arboretum.growing.obstacles import can_grow
from tests.growers.both import assert_same_tree, dataset_and_recipe, grow_both

N_ROWS = 5000
#: What the largest weight is beside the smallest.
SPANS = (1e6, 1e9, 1e11)


def made_weights(kind, span, rng, n_rows=N_ROWS):
    if kind == "spread":
        return span ** rng.uniform(-0.5, 0.5, n_rows)
    if kind == "half":
        return np.where(rng.random(n_rows) < 0.5, 1.0, span)
    return np.where(rng.random(n_rows) < 0.01, span, rng.uniform(0.5, 1.5, n_rows))


def made_table(seed, n_rows=N_ROWS):
    """Numbers with and without repetition, with and without gaps, and what depends on them."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n_rows, 5))
    X[:, 1:3] = rng.integers(0, 12, size=(n_rows, 2))
    number = np.round(X[:, 0] - X[:, 1] / 4 + rng.normal(size=n_rows), 2)
    X[:, 3:] = np.where(rng.random((n_rows, 2)) < 0.1, np.nan, X[:, 3:])
    return X, number, np.digitize(number, [-2.5, -1.0]), rng


CLASSIFIERS = [
    TreeClassifier(),
    TreeClassifier(criterion="entropy", min_samples_leaf=4),
    TreeClassifier(criterion="twoing", max_features=2, random_state=1),
    TreeClassifier(max_leaf_nodes=40, feature_costs={"x0": 3.0}),
    CARTClassifier(complexity=0.0, prior=[0.6, 0.2, 0.2]),
    CARTClassifier(complexity=0.001, loss=[[0, 1, 2], [1, 0, 1], [4, 1, 0]]),
]
REGRESSORS = [
    TreeRegressor(),
    TreeRegressor(max_depth=7, min_samples_leaf=3),
    CARTRegressor(complexity=0.0001),
]


@pytest.mark.parametrize("span", SPANS)
@pytest.mark.parametrize("kind", ["spread", "half", "few"])
@pytest.mark.parametrize("estimator", [*CLASSIFIERS, *REGRESSORS])
def test_both_searchers_together_grow_the_tree_of_the_general_one(estimator, kind, span):
    X, number, classes, rng = made_table(int(np.log10(span)))
    y = classes if estimator in CLASSIFIERS else number
    dataset, recipe = dataset_and_recipe(estimator, X, y, made_weights(kind, span, rng))
    assert can_grow(recipe, dataset)
    statistics = recipe.criterion.statistics(dataset)

    fast = grow_fast(dataset, statistics, recipe)
    general = grow_general(dataset, statistics, recipe)

    assert fast.splits == general.splits
    assert fast.tie.tolist() == general.tie.tolist()
    assert fast.stop_reason.tolist() == general.stop_reason.tolist()
    np.testing.assert_allclose(fast.weight, general.weight, rtol=1e-9)
    np.testing.assert_allclose(fast.value, general.value, rtol=1e-9)


@pytest.mark.parametrize("estimator", [TreeClassifier(), TreeRegressor(min_samples_leaf=2)])
def test_a_small_table_grows_as_in_the_loop(estimator):
    X, number, classes, rng = made_table(3, 400)
    y = classes if isinstance(estimator, TreeClassifier) else number

    native, readable = grow_both(estimator, X, y, made_weights("spread", 1e8, rng, 400))

    assert_same_tree(native, readable, exact=False)


def test_threads_do_not_change_the_tree_nor_what_is_handed_over():
    X, _, classes, rng = made_table(1, 40_000)
    weights = made_weights("half", 1e9, rng, 40_000)
    dataset, recipe = dataset_and_recipe(TreeClassifier(max_depth=12), X, classes, weights)
    statistics = recipe.criterion.statistics(dataset)

    one, n_of_one = _grow_fast(dataset, statistics, recipe, 1, None)
    two, n_of_two = _grow_fast(dataset, statistics, recipe, 2, None)

    assert one == two
    assert n_of_one == n_of_two
    assert 0 < n_of_one < one.n_nodes / 4


def test_progress_ends_when_all_rows_are_done():
    X, _, classes, rng = made_table(2)
    seen = []
    dataset, recipe = dataset_and_recipe(
        TreeClassifier(), X, classes, made_weights("half", 1e9, rng)
    )

    _, n_handed_over = _grow_fast(
        dataset, recipe.criterion.statistics(dataset), recipe, 1, lambda *done: seen.append(done)
    )

    assert n_handed_over > 0
    assert seen[-1] == (N_ROWS, N_ROWS)
    assert seen.count(seen[-1]) == 1  # not before the general searcher has ended, too
    assert all(done <= total == N_ROWS for done, total in seen)


def test_no_node_is_handed_over_where_weights_are_near_each_other():
    X, _, classes, rng = made_table(4)
    weights = rng.uniform(1.0, 1e4, N_ROWS)
    dataset, recipe = dataset_and_recipe(TreeClassifier(), X, classes, weights)

    assert _grow_fast(dataset, recipe.criterion.statistics(dataset), recipe, 1, None)[1] == 0
