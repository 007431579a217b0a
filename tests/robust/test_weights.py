"""Weights of 0, of any size, and of very different sizes."""

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor
from tests.growers.both import assert_same_tree, grow_both

ESTIMATORS = [TreeClassifier(max_depth=5), TreeRegressor(max_depth=5)]
SIZES = [300, 5000]


def samples(estimator, n):
    rng = np.random.default_rng(n)
    X = np.column_stack([rng.normal(size=n), np.round(rng.normal(size=n)), rng.random(n) < 0.5])
    signal = X.sum(axis=1) + rng.normal(size=n)
    is_class = isinstance(estimator, TreeClassifier)
    return rng, X, (signal > 0.5).astype(int) if is_class else signal


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("weights", ["ones", "whole", "fractional"])
@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_a_weight_of_zero_leaves_the_sample_out(estimator, weights, n):
    rng, X, y = samples(estimator, n)
    drawn = {
        "ones": np.ones(n),
        "whole": rng.integers(1, 4, n).astype(float),
        "fractional": rng.uniform(0.5, 2.0, n),
    }[weights]
    is_in = rng.random(n) < 0.6

    with_zeros = estimator.fit(X, y, sample_weight=np.where(is_in, drawn, 0.0))
    tree = with_zeros.tree_
    without = estimator.fit(X[is_in], y[is_in], sample_weight=drawn[is_in])

    assert with_zeros.grower_ == "native"
    assert tree == without.tree_


def test_samples_of_weight_zero_do_not_even_offer_a_threshold():
    X = [[0.0], [1.0], [2.0], [3.0]]

    fitted = TreeClassifier().fit(X, [0, 1, 0, 1], sample_weight=[1.0, 0.0, 0.0, 1.0])

    assert fitted.tree_.splits[0].thresholds == (1.5,)
    assert fitted.tree_.n_samples.tolist() == [2, 1, 1]


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("exponent", [-997, -332, -3, 332, 963])
@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_one_weight_for_all_changes_no_split(estimator, exponent, n):
    # About 1e-300 to 1e290, where sums of squares do not overflow yet; powers of two, so that
    # no rounding decides which of two branches is the heavier.
    _, X, y = samples(estimator, n)
    weight = 2.0**exponent

    plain = estimator.fit(X, y).tree_
    weighted = estimator.fit(X, y, sample_weight=np.full(n, weight)).tree_

    assert weighted.splits == plain.splits
    np.testing.assert_allclose(weighted.impurity, plain.impurity, rtol=1e-6, atol=1e-12)
    assert np.array_equal(weighted.weight, plain.weight * weight)
    # Classes are kept as their weights, numbers as their mean.
    unit = weight if isinstance(estimator, TreeClassifier) else 1.0
    np.testing.assert_allclose(weighted.value, plain.value * unit, rtol=1e-6)


@pytest.mark.parametrize("scale", [1e-90, 1e90])
@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_small_and_large_weights_give_the_same_tree_by_both_growers(estimator, scale):
    rng, X, y = samples(estimator, 3000)
    weights = rng.uniform(1.0, 2.0, 3000) * scale

    assert_same_tree(*grow_both(estimator, X, y, weights), exact=False)


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_a_weight_of_1e_minus_300_beside_1_counts_for_as_good_as_nothing(estimator):
    # Samples that weigh nothing may offer thresholds of their own, but no worse ones: what the
    # heavy samples see at the root is the same.
    rng, X, y = samples(estimator, 300)
    is_heavy = rng.random(300) < 0.5
    X = np.round(X)  # all values occur among the heavy ones

    fitted = estimator.set_params(max_depth=1).fit(X, y, np.where(is_heavy, 1.0, 1e-300))
    tree = fitted.tree_
    heavy = estimator.fit(X[is_heavy], y[is_heavy]).tree_
    estimator.set_params(max_depth=5)

    assert tree.splits[0].column == heavy.splits[0].column
    np.testing.assert_allclose(tree.weight, heavy.weight)
    np.testing.assert_allclose(tree.value, heavy.value)
    np.testing.assert_allclose(tree.score[0], heavy.score[0])
