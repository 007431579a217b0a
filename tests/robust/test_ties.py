"""Equal scores: the lowest feature wins, then the lowest threshold, and the node says so."""

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor
from tests.growers.both import assert_same_tree, grow_both

#: Nodes this large are searched by bins, smaller ones by lists.
SIZES = [60, 5000]


def signal(rng, n):
    x = np.round(rng.normal(size=n), 2)
    return x, (x + rng.normal(size=n) > 0).astype(int), x + rng.normal(size=n)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("estimator", [TreeClassifier(max_depth=4), TreeRegressor(max_depth=4)])
def test_of_two_equal_columns_the_first_wins_at_every_node(estimator, n):
    rng = np.random.default_rng(n)
    x, y, number = signal(rng, n)
    target = y if isinstance(estimator, TreeClassifier) else number

    native, readable = grow_both(estimator, np.column_stack([x, x]), target)

    assert_same_tree(native, readable, exact=isinstance(estimator, TreeClassifier))
    inner = ~native.is_leaf
    assert set(native.splits.column[inner].tolist()) == {0}
    assert native.tie[inner].all()


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("criterion", ["gini", "entropy", "gain_ratio", "twoing"])
def test_a_mirrored_column_ties_and_comes_second(criterion, n):
    # The same two sets of samples with the branches swapped: the same score, to the last bit
    # or not, but never better.
    rng = np.random.default_rng(n + 1)
    x, y, _ = signal(rng, n)
    estimator = TreeClassifier(criterion=criterion, max_depth=4)

    native, readable = grow_both(estimator, np.column_stack([x, -x]), y)

    assert_same_tree(native, readable, exact=True)
    inner = ~native.is_leaf
    assert set(native.splits.column[inner].tolist()) == {0}
    assert native.tie[inner].all()


@pytest.mark.parametrize("copies", [1, 1000])
@pytest.mark.parametrize("estimator", [TreeClassifier(), TreeRegressor()])
def test_of_two_equal_cuts_of_a_column_the_lower_wins(estimator, copies):
    # a b b a: cutting off either end leaves the same branches.
    X = np.repeat([[0.0], [1.0], [2.0], [3.0]], copies, axis=0)
    y = np.repeat([0, 1, 1, 0], copies)

    native, readable = grow_both(estimator, X, y)

    assert_same_tree(native, readable, exact=isinstance(estimator, TreeClassifier))
    assert native.splits[0].thresholds == (0.5,)
    assert native.tie[0]


@pytest.mark.parametrize("copies", [1, 1000])
def test_both_columns_of_an_exclusive_or_tie_at_the_root(copies):
    X = np.repeat([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], copies, axis=0)
    y = np.repeat([0, 1, 1, 0], copies)

    native, readable = grow_both(TreeClassifier(), X, y)

    assert_same_tree(native, readable, exact=True)
    assert native.splits[0].column == 0
    assert native.tie.tolist() == [True, False, False, False, False, False, False]
    assert native.n_leaves == 4


def test_one_hot_columns_that_complement_each_other_tie():
    rng = np.random.default_rng(4)
    kind = rng.integers(0, 2, 6000)
    y = np.where(rng.random(6000) < 0.9, kind, 1 - kind)
    X = np.column_stack([kind == 1, kind == 0]).astype(float)

    native, readable = grow_both(TreeClassifier(), X, y)

    assert_same_tree(native, readable, exact=True)
    assert native.splits[0].column == 0
    assert native.tie[0]
