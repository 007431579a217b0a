"""Columns that say little, and matrices of few or very many of them."""

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor
from arboretum.exceptions import IntakeWarning
from arboretum.growing.recipe import NO_QUESTION
from tests.examples import full
from tests.growers.both import assert_same_tree, grow_both

SIZES = [200, 5000]


def one_signal(rng, n):
    x = rng.normal(size=n)
    return x, (x + rng.normal(size=n) * 0.5 > 0).astype(int), x + rng.normal(size=n)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("value", [0.0, -7.5, 1e308, 5e-324])
def test_a_constant_column_changes_nothing_but_the_numbers_of_features(n, value):
    rng = np.random.default_rng(n)
    x, y, number = one_signal(rng, n)
    flat = np.full(n, value)

    for estimator, target in [
        (TreeClassifier(max_depth=5), y),
        (TreeRegressor(max_depth=5), number),
    ]:
        alone, _ = grow_both(estimator, x[:, None], target)
        between, readable = grow_both(estimator, np.column_stack([flat, x, flat]), target)

        assert_same_tree(between, readable, exact=isinstance(estimator, TreeClassifier))
        assert np.array_equal(between.splits.thresholds, alone.splits.thresholds)
        assert set(between.splits.column[~between.is_leaf].tolist()) == {1}


def test_a_column_without_any_value_is_never_asked_and_named():
    X = np.column_stack([np.arange(4.0), np.full(4, np.nan)])

    with pytest.warns(IntakeWarning, match="column 'x1' has no value at all: no tree asks about"):
        model = TreeClassifier().fit(X, [0, 1, 0, 1])

    assert model.predict(X).tolist() == [0, 1, 0, 1]
    assert model.predict(np.nan_to_num(X)).tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("known", ["one", "all but one", "the first half"])
def test_columns_that_are_mostly_missing_or_mostly_known_give_the_same_tree(n, known):
    rng = np.random.default_rng(n)
    x, y, number = one_signal(rng, n)
    gaps = {
        "one": np.where(np.arange(n) == n // 3, 1.0, np.nan),
        "all but one": np.where(np.arange(n) == n // 3, np.nan, 1.0),
        "the first half": np.where(np.arange(n) < n // 2, x, np.nan),
    }[known]
    X = np.column_stack([gaps, x, -gaps])

    assert_same_tree(*grow_both(TreeClassifier(max_depth=5), X, y), exact=True)
    assert_same_tree(*grow_both(TreeRegressor(max_depth=5), X, number), exact=False)


def test_one_missing_value_alone_can_be_asked_for():
    # Of 3000 samples one is of another class, and it is the one whose value is missing.
    X = np.full((3000, 1), 2.0)
    X[1234] = np.nan
    y = np.isnan(X[:, 0]).astype(int)

    native, readable = grow_both(TreeClassifier(), X, y)

    assert_same_tree(native, readable, exact=True)
    assert native.n_samples.tolist() == [3000, 2999, 1]


@pytest.mark.parametrize("n", [60, 5000])
def test_two_thousand_columns_are_all_searched(n):
    # The one column that tells the classes apart is the last; its copy of lesser quality is 777.
    rng = np.random.default_rng(n)
    X = rng.normal(size=(n, 2000)).astype(np.float32)
    y = (X[:, 1999] > 0).astype(int)
    X[:, 777] = X[:, 1999]
    X[0, 777] = -X[0, 777]

    fitted = TreeClassifier().fit(X, y)

    assert fitted.grower_ == "native"
    assert fitted.n_leaves_ == 2
    assert fitted.tree_.splits[0].column == 1999
    assert fitted.tree_.runner_ups[0].column == 777


@pytest.mark.parametrize("n_columns", [300, *full(2000)])
def test_very_many_columns_of_few_values_give_the_same_tree(n_columns):
    # Bits, whole numbers and continuous columns in turn.
    rng = np.random.default_rng(2)
    X = rng.normal(size=(2500, n_columns))
    X[:, ::3] = X[:, ::3] > 0
    X[:, 1::3] = np.round(X[:, 1::3] * 3)
    y = (X[:, 3] + X[:, 4] / 3 + X[:, 5] + rng.normal(size=2500) > 0.5).astype(int)

    assert_same_tree(*grow_both(TreeClassifier(max_depth=1), X, y), exact=True)


@pytest.mark.parametrize("n", SIZES)
def test_a_single_column_is_enough(n):
    rng = np.random.default_rng(n)
    x, y, number = one_signal(rng, n)

    assert_same_tree(*grow_both(TreeClassifier(max_depth=6), x[:, None], y), exact=True)
    assert_same_tree(*grow_both(TreeRegressor(max_depth=6), x[:, None], number), exact=False)


@pytest.mark.parametrize("n", SIZES)
def test_rows_that_are_all_equal_make_one_leaf(n):
    rng = np.random.default_rng(n)
    X = np.tile([1.5, -2.0, 0.0], (n, 1))

    native, readable = grow_both(TreeClassifier(), X, rng.integers(0, 2, n))

    assert_same_tree(native, readable, exact=True)
    assert native.n_leaves == 1
    assert native.node(0).stop_reason == NO_QUESTION
