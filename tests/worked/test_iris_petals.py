"""The petal tree of depth 2 (A10, D06): the root is a tie between two features."""

import pytest
from sklearn.datasets import load_iris

from arboretum import TreeClassifier


@pytest.fixture(scope="module")
def tree():
    iris = load_iris()
    X = {"petal length": iris.data[:, 2], "petal width": iris.data[:, 3]}
    return TreeClassifier(max_depth=2).fit(X, iris.target_names[iris.target]).tree_


def test_samples_values_and_impurities_of_all_five_nodes(tree):
    assert tree.n_samples.tolist() == [150, 50, 100, 54, 46]
    assert tree.value.tolist() == [[50, 50, 50], [50, 0, 0], [0, 50, 50], [0, 49, 5], [0, 1, 45]]
    assert tree.impurity == pytest.approx([0.6667, 0, 0.5, 0.1680, 0.0425], abs=5e-5)


def test_the_root_ties_and_goes_to_the_first_feature(tree):
    root = tree.node(0)

    assert root.is_tie
    assert (root.split.column, root.split.thresholds) == (0, (2.45,))
    runner_up, score = root.runner_up
    assert (runner_up.column, runner_up.thresholds) == (1, pytest.approx((0.8,)))
    assert score == pytest.approx(root.score)


def test_the_second_split_is_petal_width_at_1_75(tree):
    second = tree.node(2)

    assert (second.split.column, second.split.thresholds) == (1, (1.75,))
    assert second.score == pytest.approx(0.5 - 0.1103, abs=5e-5)  # M19: J = 0.1103


def test_the_cost_of_the_root_split_is_one_third(tree):
    assert tree.impurity[0] - tree.score[0] == pytest.approx(1 / 3)  # M19
