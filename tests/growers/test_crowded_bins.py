"""Bins of large nodes in which values crowd: the best cut lies inside, and is found.

A bin holds some 150 samples here; those of the last one lie all but a few at its lower
end, where no linear scale tells them apart.
"""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import CARTClassifier, CARTRegressor, TreeClassifier, TreeRegressor
from arboretum.missing import Surrogate
from tests.growers.both import assert_same_tree, dataset_and_recipe, grow_both
from tests.growers.test_following import assert_fast_equals_general

N = 40_000


@pytest.fixture(scope="module")
def data():
    """Eight columns with long tails or many equal values, and what cuts within their last bins."""
    rng = np.random.default_rng(3)
    spread = rng.normal(size=(N, 8))
    X = np.exp(8 * spread)
    X[:, 1] = rng.standard_cauchy(N)
    X[:, 2] = np.round(spread[:, 2], 2)
    X[:, 3:] = np.exp(8 * (spread[:, 3:] + 4 * spread[:, :1]))  # much like the first
    cut = X[:, 0] > np.quantile(X[:, 0], 0.9985)
    y = 20.0 * cut + (X[:, 1] > 3000) + 0.3 * (X[:, 2] > 0.125) + rng.normal(size=N) * 0.1
    return X, y


def test_the_best_cut_inside_a_crowded_bin_is_found(data):
    X, y = data
    tree, readable = grow_both(TreeRegressor(max_depth=3), X, y)

    assert_same_tree(tree, readable, exact=False)
    assert tree.splits.column[0] == 0
    # Half-way between the values of the samples beside the jump.
    low, high = X[y < 10, 0].max(), X[y > 10, 0].min()
    assert tree.splits.thresholds[0] == (low + high) / 2


def test_classes_in_crowded_bins_give_the_same_tree(data):
    X, y = data

    assert_same_tree(*grow_both(TreeClassifier(max_depth=3), X, y > 10), exact=True)


@pytest.mark.pairwise
@pytest.mark.parametrize("species", [CARTRegressor, CARTClassifier])
@pytest.mark.parametrize("weighted", [False, True], ids=["plain", "weighted"])
@pytest.mark.parametrize("share_missing", [0.0, 0.1])
def test_surrogates_inside_bins(data, species, weighted, share_missing):
    X, y = data
    rng = np.random.default_rng(4)
    y = y + 30.0 * (X[:, 0] > np.quantile(X[:, 0], 0.4))
    X = np.where(rng.random(X.shape) < share_missing, np.nan, X)
    weights = rng.uniform(0.2, 3, N) if weighted else None
    model = species(complexity=0.0, max_depth=2, missing=Surrogate(max_surrogates=3))
    target = y if species is CARTRegressor else y > 10
    dataset, recipe = dataset_and_recipe(model, X, target, weights)

    tree = assert_fast_equals_general(dataset, recipe, exact=False)

    assert tree.surrogates is not None
    assert tree.surrogates.node.tolist()[:3] == [0, 0, 0]
    assert set(tree.surrogates.splits.column[:3]) < {3, 4, 5, 6, 7}
