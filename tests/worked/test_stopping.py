"""Stopping rules of the notes, one by one (P01 to P06, P10, P11)."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor, datasets
from arboretum.stopping import MinScore, Purity


def outlier():
    """Ten samples of which the first alone, cut off, gains most."""
    X = {"x": np.arange(10.0)}
    return X, list("baaaaaabaa")


@pytest.mark.parametrize(("n", "n_leaves"), [(64, 1), (65, 2), (66, 2)])
def test_p01_a_node_with_fewer_samples_than_min_samples_split_is_a_leaf(n, n_leaves):
    # 65 is the minsplit of the notes' figure 1.
    model = TreeClassifier(min_samples_split=65)

    tree = model.fit({"x": np.arange(n)}, np.arange(n) < n // 2).tree_

    assert tree.n_leaves == n_leaves
    if n_leaves == 1:
        assert tree.root.stop_reason == "fewer than min_samples_split=65 samples"


def test_p01_and_p04_are_not_the_same():
    # "Note the subtle difference": one is about the node, the other about its branches.
    X, y = outlier()
    crumb = TreeClassifier(min_samples_split=4, max_depth=1).fit(X, y).tree_
    no_crumb = TreeClassifier(min_samples_leaf=2, max_depth=1).fit(X, y).tree_

    assert crumb.n_samples.tolist() == [10, 1, 9]  # the node had 10, so it may be split
    assert min(no_crumb.n_samples[no_crumb.is_leaf]) >= 2
    assert no_crumb.n_leaves == 2  # and still it is split, elsewhere


def test_p04_min_samples_leaf_chooses_the_best_of_the_splits_that_are_left():
    X, y = outlier()
    scores = {}
    for t in np.arange(1.5, 8):  # every cut with two samples on both sides
        answer = {"below": X["x"] <= t}
        scores[t] = TreeClassifier(max_depth=1).fit(answer, y).tree_.score[0]

    root = TreeClassifier(min_samples_leaf=2).fit(X, y).tree_.root

    assert root.score == pytest.approx(max(scores.values()))
    assert root.split.thresholds == (max(scores, key=scores.get),)


def test_p04_a_leaf_that_could_only_be_split_too_small_says_so():
    tree = TreeClassifier(min_samples_leaf=2).fit({"x": [1, 2, 3]}, ["a", "b", "b"]).tree_

    assert tree.n_nodes == 1
    assert tree.root.stop_reason == "no split leaves min_samples_leaf=2 samples in every branch"


def test_p02_a_split_must_gain_enough():
    football = datasets.football()

    def grow(least):
        model = TreeClassifier(criterion="entropy", stopping=MinScore(least))
        return model.fit(football.X, football.y, sample_weight=football.weights).tree_

    # Gender gains 0.337; then age gains 0.2564 among men and 0.0065 among women.
    assert [grow(least).n_leaves for least in (0.34, 0.30, 0.20, 0.005)] == [1, 2, 3, 4]
    assert grow(0.34).root.stop_reason == "the best split scores less than 0.34"


def test_p02_min_impurity_decrease_is_weighted_by_the_size_of_the_node():
    football = datasets.football()

    def grow(least):
        model = TreeClassifier(criterion="entropy", min_impurity_decrease=least)
        return model.fit(football.X, football.y, sample_weight=football.weights).tree_

    # Half of all are men: 0.2564 counts for 0.1282.
    assert [grow(least).n_leaves for least in (0.34, 0.20, 0.12, 0.003)] == [1, 2, 3, 4]


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_p03_no_node_lies_deeper_than_max_depth(depth):
    tree = TreeRegressor(max_depth=depth).fit({"x": np.arange(20.0)}, np.arange(20.0)).tree_

    assert tree.depth == depth
    assert {leaf.stop_reason for leaf in tree.leaves()} == {f"max_depth={depth} is reached"}


def test_p05_at_most_so_many_leaves_and_the_best_splits_first():
    x = np.arange(8.0)
    y = np.array([0, 0, 100, 100, 7, 7, 8, 8.0])
    trees = {n: TreeRegressor(max_leaf_nodes=n).fit({"x": x}, y).tree_ for n in (1, 2, 3, 4)}

    assert {n: tree.n_leaves for n, tree in trees.items()} == {1: 1, 2: 2, 3: 3, 4: 4}
    # The cut between 7 and 8 gains least and comes last.
    cuts = {
        n: {node.split.thresholds[0] for node in t.nodes() if node.split} for n, t in trees.items()
    }
    assert cuts[3] == {1.5, 3.5}
    assert cuts[4] == {1.5, 3.5, 5.5}
    assert "max_leaf_nodes=3 is reached" in trees[3].reasons


@pytest.mark.parametrize(("threshold", "n_leaves"), [(0.95, 1), (0.96, 2)])
def test_p06_a_node_that_is_pure_enough_is_a_leaf(threshold, n_leaves):
    y = ["a"] * 19 + ["b"]  # purity 0.95

    tree = TreeClassifier(stopping=Purity(threshold)).fit({"x": np.arange(20)}, y).tree_

    assert tree.n_leaves == n_leaves


def test_p06_the_size_threshold_of_algorithm_19_1_is_min_samples_split_less_one():
    # Zaki & Meira stop where |D| <= eta; eta = 5 is min_samples_split = 6.
    y = [0, 1, 0, 1, 0]

    assert TreeClassifier(min_samples_split=6).fit({"x": range(5)}, y).n_leaves_ == 1
    assert TreeClassifier(min_samples_split=6).fit({"x": range(6)}, [*y, 1]).n_leaves_ > 1


def test_p10_a_node_whose_samples_agree_is_a_leaf():
    tree = TreeClassifier().fit({"x": [1, 2, 3]}, ["a", "a", "a"]).tree_

    assert tree.n_nodes == 1
    assert tree.root.stop_reason == "all samples have the same target"


def test_p10_a_node_whose_samples_nothing_tells_apart_is_a_leaf():
    tree = TreeClassifier().fit({"x": [1, 1, 1], "c": ["r", "r", "r"]}, ["a", "b", "a"]).tree_

    assert tree.n_nodes == 1
    assert tree.root.stop_reason == "no feature tells these samples apart"


def test_p11_a_homogeneity_threshold_is_a_function_of_the_node():
    football = datasets.football()

    def homogeneous(node):
        return 1 - node.impurity > 0.95  # sum of squared shares

    model = TreeClassifier(stopping=homogeneous)
    tree = model.fit(football.X, football.y, sample_weight=football.weights).tree_

    # Women have 0.9608 and stop; men have 0.52 and go on.
    assert tree.n_leaves == 3
    assert "the rule 'homogeneous' said so" in tree.reasons
