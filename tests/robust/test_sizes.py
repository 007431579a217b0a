"""As many rows, values, classes and categories as sit on the limits inside the native grower."""

import numpy as np
import pandas as pd
import pytest

from arboretum import TreeClassifier, TreeRegressor
from tests.examples import full
from tests.growers.both import assert_same_tree, grow_both


def test_a_single_row_is_a_leaf():
    native, readable = grow_both(TreeRegressor(), [[3.0]], [7.5])

    assert_same_tree(native, readable, exact=True)
    assert native.value.tolist() == [[7.5]]


@pytest.mark.parametrize("estimator", [TreeClassifier(), TreeRegressor()])
def test_two_rows_are_parted_at_their_midpoint(estimator):
    native, readable = grow_both(estimator, [[1.0], [2.0]], [0, 1])

    assert_same_tree(native, readable, exact=True)
    assert native.splits[0].thresholds == (1.5,)


@pytest.mark.parametrize(
    "n", [2047, 2048, 2049, 4096, 4097, 16_383, 16_384, 16_385, 32_767, 32_768, 32_769]
)
def test_as_many_rows_as_a_block_or_a_thread_takes_give_the_same_tree(n):
    rng = np.random.default_rng(n)
    X = np.column_stack([rng.normal(size=n), np.round(rng.normal(size=n), 1), rng.random(n) < 0.3])
    y = (X.sum(axis=1) + rng.normal(size=n) > 0).astype(int)

    assert_same_tree(*grow_both(TreeClassifier(max_depth=4), X, y), exact=True)
    assert_same_tree(*grow_both(TreeRegressor(max_depth=3), X, y + X[:, 0]), exact=False)


@pytest.mark.parametrize("n_classes", [16, 17, *full(255, 256, 257)])
def test_as_many_classes_as_make_blocks_larger_give_the_same_tree(n_classes):
    # 128 samples a class and at most 32,768 fit into a block.
    rng = np.random.default_rng(n_classes)
    n = min(128 * n_classes, 32_768) + 1
    X = np.column_stack([rng.normal(size=n), rng.integers(0, 9, n)])
    y = (np.argsort(np.argsort(X[:, 0])) * n_classes // n + rng.integers(0, 2, n)) % n_classes

    assert_same_tree(*grow_both(TreeClassifier(max_depth=2), X, y), exact=True)


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("n_values", [1, 2, 3, 126, 127, 128, 252, 253, 254, 255, 256, 257, 300])
def test_as_many_values_as_there_are_bins_give_the_same_tree(n_values, whole):
    rng = np.random.default_rng(n_values)
    values = np.arange(n_values) if whole else np.sort(rng.normal(size=n_values))
    codes = np.concatenate([np.arange(n_values), rng.integers(0, n_values, 6000)])
    y = (codes / n_values + rng.normal(size=len(codes)) * 0.3 > 0.5).astype(int)
    X = np.asarray(values, dtype=float)[codes][:, None]
    gaps = np.where(rng.random(X.shape) < 0.1, np.nan, X)

    assert_same_tree(*grow_both(TreeClassifier(max_depth=7), X, y), exact=True)
    assert_same_tree(*grow_both(TreeClassifier(max_depth=5), gaps, y), exact=True)


@pytest.mark.parametrize("late", [0.5, 999.0, -3.0, np.nan])
@pytest.mark.parametrize("values", [[0.0, 1.0], [0.0, 1.0, 2.0, 3.0]])
def test_a_value_that_no_sample_of_the_column_showed_is_not_lost(values, late):
    # Bins are planned from some of the rows; here one of the others is unlike all of them.
    rng = np.random.default_rng(1)
    x = rng.choice(values, 300_001)
    x[299_999] = late
    y = (x > 0).astype(int)
    y[299_999] = 2

    fitted = TreeClassifier().fit(x[:, None], y)

    assert fitted.grower_ == "native"
    assert np.array_equal(fitted.predict(x[:, None]), y)


@pytest.mark.parametrize("n_categories", [2, 64, 254, 255, 256, 257])
def test_as_many_categories_as_a_byte_holds_give_the_same_tree(n_categories):
    rng = np.random.default_rng(n_categories)
    codes = np.concatenate([np.arange(n_categories), rng.integers(0, n_categories, 5000)])
    effect = rng.normal(size=n_categories)[codes] + rng.normal(size=len(codes))
    frame = pd.DataFrame({"c": pd.Categorical(codes), "x": rng.normal(size=len(codes))})
    frame.loc[rng.random(len(frame)) < 0.05, "c"] = None

    assert_same_tree(*grow_both(TreeClassifier(max_depth=5), frame, effect > 0), exact=True)
    assert_same_tree(*grow_both(TreeRegressor(max_depth=5), frame, effect), exact=False)


def test_more_bins_than_rows_are_no_trouble():
    X = np.array([[0.25], [0.5], [0.75]])

    native, readable = grow_both(TreeClassifier(), X, [0, 1, 0])

    assert_same_tree(native, readable, exact=True)
    assert native.n_leaves == 3


def test_a_thousand_classes_are_told_apart():
    # Class k is the interval [k, k + 1), so 999 thresholds tell all of them apart.
    rng = np.random.default_rng(0)
    y = np.concatenate([np.arange(1000), rng.integers(0, 1000, 39_000)])
    x = y + rng.uniform(0.01, 0.99, len(y))
    X = np.column_stack([rng.normal(size=len(y)), x])

    fitted = TreeClassifier().fit(X, y)

    assert fitted.grower_ == "native"
    assert fitted.n_leaves_ == 1000
    assert np.array_equal(fitted.predict(X), y)


def test_a_thousand_classes_give_the_same_tree():
    rng = np.random.default_rng(1)
    X = np.column_stack([rng.normal(size=4000), rng.integers(0, 5, 4000)])
    y = np.digitize(X[:, 0] + rng.normal(size=4000) * 0.2, np.linspace(-2, 2, 999))

    assert_same_tree(*grow_both(TreeClassifier(max_depth=4), X, y), exact=True)


@pytest.mark.parametrize("n", [20_000, pytest.param(1_000_000, marks=pytest.mark.big)])
def test_very_many_categories_are_grouped_by_what_they_say(n):
    # Category k is of class k % 2, and twice as many samples as categories show it.
    codes = np.random.default_rng(0).permutation(np.repeat(np.arange(n), 2)).astype(np.int32)
    frame = pd.DataFrame(
        {"c": pd.Categorical.from_codes(codes, categories=pd.RangeIndex(n)), "x": codes % 7}
    )
    y = codes % 2

    fitted = TreeClassifier().fit(frame, y)

    assert fitted.grower_ == "native"
    assert fitted.n_leaves_ == 2
    assert np.array_equal(np.array(fitted.tree_.splits[0].branches), np.arange(n) % 2)
    assert np.array_equal(fitted.predict(frame), y)


@pytest.mark.parametrize("n", [20_000, pytest.param(1_000_000, marks=pytest.mark.big)])
def test_very_many_categories_are_ordered_by_their_mean(n):
    # Every category has a target of its own; between the lower and the upper half there is a gap.
    codes = np.random.default_rng(1).permutation(np.arange(n))
    frame = pd.DataFrame({"c": pd.Categorical.from_codes(codes, categories=pd.RangeIndex(n))})
    place = (codes * 7919) % n
    number = place + n * (place >= n // 2)

    fitted = TreeRegressor(max_depth=3).fit(frame, number)

    assert fitted.grower_ == "native"
    is_upper = (np.arange(n) * 7919) % n >= n // 2
    assert np.array_equal(np.array(fitted.tree_.splits[0].branches), is_upper.astype(int))
    assert fitted.n_leaves_ == 8
