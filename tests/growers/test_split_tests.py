"""Rules that test splits: both growers stop at the same nodes, with the same p-values."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor
from arboretum.growing.native import grow_general
from arboretum.stopping import ChiSquare, FTest, Permutation
from tests.growers.both import assert_general_equals_readable, dataset_and_recipe

RNG = np.random.default_rng(11)
N = 300


def table():
    """Two features that tell, three that do not; some values missing."""
    X = {
        "number": RNG.normal(size=N),
        "colour": RNG.choice(["red", "green", "blue", "grey"], N),
        "noise": RNG.integers(0, 9, N).astype(float),
        "letters": RNG.choice(list("abcdefgh"), N),
        "flag": RNG.random(N) < 0.5,
    }
    told = (X["number"] > 0.3).astype(int) + np.isin(X["colour"], ["red", "blue"])
    X["number"] = np.where(RNG.random(N) < 0.1, np.nan, X["number"])
    is_noise = RNG.random(N) < 0.3
    return X, np.where(is_noise, RNG.integers(0, 3, N), told)


X, CLASSES = table()
NUMBERS = CLASSES + RNG.normal(size=N)
CLASS_RULES = [
    ChiSquare(),
    ChiSquare(alpha=0.2, bonferroni=True),
    ChiSquare(alpha=0.01, as_filter=True),
    ChiSquare(alpha=0.2, as_filter=True, bonferroni=True, exact="never"),
    ChiSquare(alpha=0.3, exact="always", n_simulations=50, random_state=3),
    Permutation(n_permutations=19),
]
NUMBER_RULES = [
    FTest(),
    FTest(alpha=0.2, bonferroni=True),
    FTest(alpha=0.01, as_filter=True),
    Permutation(n_permutations=19, random_state=5),
]
SPLITS = ["binary", "multiway"]


def same_tree(estimator, y, sample_weight=None):
    dataset, recipe = dataset_and_recipe(estimator, X, y, sample_weight)
    tree = assert_general_equals_readable(dataset, recipe)
    assert grow_general(dataset, recipe.criterion.statistics(dataset), recipe, 2) == tree
    assert tree.p_values is not None
    return tree


@pytest.mark.parametrize("splits", SPLITS)
@pytest.mark.parametrize("rule", CLASS_RULES, ids=repr)
def test_classes(rule, splits):
    tree = same_tree(TreeClassifier(stopping=rule, splits=splits), CLASSES)

    tested = tree.p_values.kind >= 0
    assert (tree.p_value[~tree.is_leaf] <= rule.alpha).all()
    stopped = np.array([node.stop_reason == rule.reason for node in tree.nodes()])
    assert stopped.any()
    assert tested[stopped].all()
    assert (tree.p_value[stopped] > rule.alpha).all()


@pytest.mark.parametrize("splits", SPLITS)
@pytest.mark.parametrize("rule", NUMBER_RULES, ids=repr)
def test_numbers(rule, splits):
    tree = same_tree(TreeRegressor(stopping=rule, splits=splits), NUMBERS)

    assert (tree.p_value[~tree.is_leaf] <= rule.alpha).all()
    assert any(leaf.stop_reason == rule.reason for leaf in tree.leaves())


@pytest.mark.parametrize("missing", ["direction", "majority", "branch"])
def test_missing_values_are_tested_where_they_are_counted(missing):
    same_tree(TreeClassifier(stopping=ChiSquare(0.1), missing=missing), CLASSES)


@pytest.mark.parametrize("weights", [RNG.integers(1, 4, N), RNG.random(N)], ids=["whole", "parts"])
def test_weights(weights):
    same_tree(TreeClassifier(stopping=ChiSquare(0.2)), CLASSES, weights)
    same_tree(TreeRegressor(stopping=FTest(0.2)), NUMBERS, weights)


@pytest.mark.parametrize("order", [{"max_leaf_nodes": 6}, {"max_features": 2, "random_state": 1}])
def test_the_order_of_growth_and_a_draw_of_features(order):
    same_tree(TreeClassifier(stopping=ChiSquare(0.3, bonferroni=True), **order), CLASSES)
    same_tree(TreeClassifier(stopping=Permutation(0.5, n_permutations=9), **order), CLASSES)


def test_shuffled_searches_of_every_kind_of_criterion():
    for criterion in ("absolute_error", "poisson"):
        model = TreeRegressor(criterion=criterion, stopping=Permutation(0.3, 9), max_depth=3)
        same_tree(model, np.abs(NUMBERS))


def test_shuffled_searches_of_several_targets():
    model = TreeRegressor(stopping=Permutation(0.3, n_permutations=9), max_depth=3)

    same_tree(model, np.stack([NUMBERS, NUMBERS[::-1]], axis=1))


def test_shuffled_searches_in_buckets_of_equal_width():
    from arboretum.splits import Buckets, Multiway

    model = TreeClassifier(
        stopping=Permutation(0.3, n_permutations=9),
        splits=(Buckets(method="width", n=4), Multiway()),
    )

    same_tree(model, CLASSES)
