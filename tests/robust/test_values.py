"""Values at the limits of float64: training and prediction keep them apart, or refuse them."""

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor
from arboretum.exceptions import DataError
from tests.growers.both import assert_same_tree, grow_both

#: Nodes this large are searched by bins, smaller ones by lists.
SIZES = [300, 5000]


def assert_both_growers_agree(X, y, number, depth=6):
    """Classes and numbers, grown by both growers; returns the native tree of the classes."""
    native, readable = grow_both(TreeClassifier(max_depth=depth), X, y)
    assert_same_tree(native, readable, exact=True)
    assert_same_tree(*grow_both(TreeRegressor(max_depth=depth), X, number), exact=False)
    return native


def noisy_targets(rng, x):
    signal = np.argsort(np.argsort(x)) / len(x) + rng.normal(size=len(x)) * 0.3
    return (signal > 0.5).astype(int), signal


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize(
    "column",
    {
        "denormals": lambda rng, n: rng.integers(-300, 300, n) * 5e-324,
        "below denormals' edge": lambda rng, n: rng.normal(size=n) * 1e-308,
        "tiny": lambda rng, n: rng.normal(size=n) * 1e-9,
        "huge": lambda rng, n: rng.uniform(-1, 1, n) * 1.7e308,
        "far from 0": lambda rng, n: 1e15 + np.round(rng.normal(size=n) * 100) / 8,
        "beyond float32": lambda rng, n: 1.7e9 + rng.integers(0, 1000, n),
        "beyond whole numbers": lambda rng, n: 2.0**53 + 2 * rng.integers(0, 1000, n),
        "Cauchy": lambda rng, n: rng.standard_cauchy(n) ** 3,
        "of every size": lambda rng, n: 10.0 ** rng.uniform(-300, 300, n),
        "of every size and sign": lambda rng, n: (
            rng.choice([-1, 1], n) * 10.0 ** rng.uniform(-300, 300, n)
        ),
        "one far out": lambda rng, n: np.where(np.arange(n) == 7, 1e300, rng.normal(size=n)),
        "one heavy value": lambda rng, n: np.where(rng.random(n) < 0.9, 0.0, rng.normal(size=n)),
    }.items(),
    ids=lambda item: item[0],
)
def test_columns_of_any_scale_are_cut_where_the_loop_cuts_them(column, n):
    rng = np.random.default_rng(n)
    x = column[1](rng, n).astype(float)
    y, number = noisy_targets(rng, x)

    assert_both_growers_agree(np.column_stack([rng.normal(size=n), x]), y, number)


@pytest.mark.parametrize("n", [50, 3000])
@pytest.mark.parametrize("scale", [1.0, 5e-324, 1e-300, 1e300])
def test_numbers_that_differ_are_told_apart_whatever_their_scale(scale, n):
    # Classes change at every step, so every distinct number is a leaf of its own.
    x = np.arange(n) * scale if scale != 1.0 else 1.7e9 + np.arange(n)
    y = np.arange(n) % 2

    fitted = TreeClassifier().fit(x[:, None], y)

    assert fitted.grower_ == "native"
    assert fitted.n_leaves_ == n
    assert np.array_equal(fitted.predict(x[:, None]), y)


@pytest.mark.parametrize("low", [1.0, -1.0, 0.1, 1e15, 1e308, 5e-324, 0.0, -5e-324, -1e308])
@pytest.mark.parametrize("copies", [1, 2000])
def test_neighbouring_numbers_are_parted_by_a_threshold_between_them(low, copies):
    high = np.nextafter(low, np.inf)
    X = np.repeat([[low], [high]], copies, axis=0)
    y = np.repeat(["a", "b"], copies)

    native, readable = grow_both(TreeClassifier(), X, y)
    fitted = TreeClassifier().fit(X, y)

    assert_same_tree(native, readable, exact=True)
    (threshold,) = native.splits[0].thresholds
    assert low <= threshold < high
    assert np.array_equal(fitted.predict(X), y)
    assert np.array_equal(fitted.predict(np.asfortranarray(X)), y)


@pytest.mark.parametrize("copies", [1, 2000])
def test_the_midpoint_of_the_largest_numbers_does_not_overflow(copies):
    largest = np.finfo(np.float64).max
    X = np.repeat([[-largest], [largest / 2], [largest]], copies, axis=0)
    y = np.repeat([0, 1, 2], copies)

    native, readable = grow_both(TreeClassifier(), X, y)

    assert_same_tree(native, readable, exact=True)
    thresholds = sorted(native.splits[i].thresholds[0] for i in np.flatnonzero(~native.is_leaf))
    assert thresholds == [-largest / 4, largest / 4 + largest / 2]


@pytest.mark.parametrize("copies", [1, 2000])
def test_thresholds_of_float32_columns_are_float64(copies):
    low, high = np.float32(1.0), np.nextafter(np.float32(1.0), np.float32(2.0))
    X = np.repeat(np.array([[low], [high]]), copies, axis=0)
    y = np.repeat([0, 1], copies)

    fitted = TreeClassifier().fit(X, y)

    assert X.dtype == np.float32
    assert fitted.tree_.splits[0].thresholds == (float(low) / 2 + float(high) / 2,)
    assert np.array_equal(fitted.predict(X), y)
    assert np.array_equal(fitted.predict(X.astype(np.float64)), y)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("copies", [1, 2000])
def test_minus_zero_is_zero_in_training(copies, dtype):
    zeros = np.repeat(np.array([[-0.0], [0.0]], dtype), copies, axis=0)
    y = np.repeat([0, 1], copies)

    alone = TreeClassifier().fit(zeros, y)
    X = np.vstack([zeros, zeros + dtype(1.0)])
    native, readable = grow_both(TreeClassifier(), X, np.concatenate([y, y + 1]))

    assert alone.n_leaves_ == 1
    assert_same_tree(native, readable, exact=True)
    assert native.splits[0].thresholds == (0.5,)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_minus_zero_is_zero_in_prediction(dtype):
    # Of the neighbours 0 and 5e-324 the threshold is the lower, 0 itself.
    fitted = TreeClassifier().fit(np.array([[-0.0], [5e-324]]), ["zero", "more"])

    (threshold,) = fitted.tree_.splits[0].thresholds
    found = fitted.predict(np.array([[-0.0], [0.0]], dtype))

    assert threshold == 0.0
    assert found.tolist() == ["zero", "zero"]


@pytest.mark.parametrize("infinity", [np.inf, -np.inf])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_infinity_is_refused_and_the_column_named(infinity, dtype):
    X = np.arange(12, dtype=dtype).reshape(4, 3)
    fitted = TreeClassifier().fit(X, [0, 0, 1, 1])
    X[2, 1] = infinity

    with pytest.raises(DataError, match=r"column 'x1' contains infinity \(first in row 2\)"):
        TreeClassifier().fit(X, [0, 0, 1, 1])
    with pytest.raises(DataError, match=r"column 'x1' contains infinity \(first in row 2\)"):
        fitted.predict(X)


@pytest.mark.parametrize("offset", [0.0, 1e9, 1e15, -1e15])
@pytest.mark.parametrize("n", SIZES)
def test_an_offset_of_the_target_moves_the_leaves_and_nothing_else(offset, n):
    # Eighths: so near 1e15 they are still exact.
    rng = np.random.default_rng(n)
    X = rng.normal(size=(n, 3))
    y = np.round(8 * (X[:, 0] + rng.normal(size=n))) / 8

    native, readable = grow_both(TreeRegressor(max_depth=5), X, y + offset)
    plain, _ = grow_both(TreeRegressor(max_depth=5), X, y)

    assert native.splits == readable.splits == plain.splits
    np.testing.assert_allclose(native.impurity, plain.impurity, rtol=1e-9)
    np.testing.assert_allclose(native.value - offset, plain.value, atol=abs(offset) * 2e-16 + 1e-9)


@pytest.mark.parametrize("scale", [1e-150, 1e-100, 1e100, 1e150])
def test_the_scale_of_the_target_does_not_change_the_splits(scale):
    rng = np.random.default_rng(3)
    X = rng.normal(size=(3000, 3))
    y = X[:, 0] + rng.normal(size=3000)
    unit = 2.0 ** np.round(np.log2(scale))  # exact, so that not even a last bit differs

    native, readable = grow_both(TreeRegressor(max_depth=6), X, y * unit)
    plain, _ = grow_both(TreeRegressor(max_depth=6), X, y)

    assert native.splits == readable.splits == plain.splits


@pytest.mark.parametrize("n", [40, 3000])
def test_targets_whose_squares_vanish_are_told_apart_all_the_same(n):
    # No split scores better than another, and still no node is pure before its numbers are equal.
    y = np.arange(n) * 5e-324
    X = np.arange(n, dtype=float)[:, None]

    fitted = TreeRegressor().fit(X, y)

    assert fitted.n_leaves_ == n
    assert np.array_equal(fitted.predict(X), y)


def test_a_constant_target_may_be_as_small_as_it_likes():
    fitted = TreeRegressor().fit([[0.0], [1.0]], [5e-324, 5e-324])

    assert fitted.predict([[3.0]]).tolist() == [5e-324]
