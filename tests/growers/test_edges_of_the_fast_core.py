"""Where the fast core once went wrong, or must hand over to the general grower."""

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor
from arboretum.growing.obstacles import can_grow
from tests.growers.both import (
    assert_general_equals_readable,
    assert_same_tree,
    dataset_and_recipe,
    grow_both,
)


def test_class_weights_part_counts_from_weights_and_limits_go_by_counts():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 3)).round(1)
    y = (X[:, 0] + rng.normal(size=300) > 0).astype(int)
    estimator = TreeClassifier(class_weight={0: 1.0, 1: 2.5}, min_samples_leaf=12)
    counts = rng.integers(1, 4, 300)

    dataset, recipe = dataset_and_recipe(estimator, X, y, counts)
    tree = assert_general_equals_readable(dataset, recipe)

    assert not can_grow(recipe, dataset)
    assert tree.n_samples[0] == counts.sum()
    assert estimator.fit(X, y, sample_weight=counts).tree_ == tree


@pytest.mark.parametrize(("low", "between"), [(0.0, 1e-17), (-100.0, np.nextafter(3.0, 4.0))])
def test_a_fraction_that_rounding_would_swallow_is_a_value_of_its_own(low, between):
    n = 6000
    rng = np.random.default_rng(1)
    X = rng.integers(low, low + 120, size=(n, 1)).astype(float)
    y = rng.integers(0, 2, n)
    # In rows that bins are not planned from, and a class of its own.
    n_planned = 4096
    others = np.setdiff1d(np.arange(n), np.arange(n_planned) * n // n_planned)
    X[others[::3]] = between
    y[others[::3]] = 2

    native, readable = grow_both(TreeClassifier(max_depth=6), X, y)

    assert_same_tree(native, readable, exact=True)


def test_targets_whose_sums_cannot_be_squared_are_grown_by_the_general_grower():
    X = np.arange(2000.0)[:, None]
    y = np.where(X[:, 0] < 1000, -1e152, 1e152)
    estimator = TreeRegressor(max_depth=2)

    dataset, recipe = dataset_and_recipe(estimator, X, y)

    assert not can_grow(recipe, dataset)
    assert estimator.fit(X, y).tree_.splits[0].thresholds == (999.5,)


def test_many_classes_and_threads_grow_a_root_that_fits_into_one_block():
    rng = np.random.default_rng(2)
    X = rng.normal(size=(17_000, 2))
    y = (np.abs(X[:, 0]) * 60).astype(int) % 150

    one, two = (TreeClassifier(max_depth=5, n_jobs=n).fit(X, y).tree_ for n in (1, 2))

    assert one == two
    assert one.n_leaves > 10
