"""What a tree keeps of its nodes (A05, A06, A10, A11)."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.tree import DecisionTreeClassifier

from arboretum import TreeClassifier, TreeRegressor, datasets

Y = [1.0, 2.0, 9.0, 20.0, 20.0, 26.0]
X = {"x": [0, 0, 0, 1, 1, 1]}


def test_a05_the_path_to_a_leaf_as_the_branches_taken():
    drug = datasets.drug()
    tree = TreeClassifier(criterion="entropy", splits="multiway").fit(drug.X, drug.y).tree_

    paths = {leaf.path_string(): leaf.prediction for leaf in tree.leaves()}

    # high, low, normal and young, normal and old.
    assert paths == {"0": "A", "1": "B", "2→0": "A", "2→1": "B"}
    assert tree.root.path_string() == ""
    assert tree.leaves()[-1].conditions == ["blood_pressure = normal", "age > 41"]


def test_a06_a_leaf_may_keep_the_distribution_or_the_largest_class():
    y = ["b", "a", "b", "c", "c", "c"]

    distribution = TreeClassifier(max_depth=1).fit(X, y)
    majority = TreeClassifier(max_depth=1, leaf="majority").fit(X, y)

    assert distribution.predict_proba({"x": [0]})[0] == pytest.approx([1 / 3, 2 / 3, 0])
    assert majority.predict_proba({"x": [0]}).tolist() == [[0, 1, 0]]
    assert majority.tree_.value[1].tolist() == [0, 3, 0]


@pytest.mark.parametrize(("leaf", "values"), [("mean", [4.0, 22.0]), ("median", [2.0, 20.0])])
def test_a06_a_leaf_may_keep_the_mean_or_the_median(leaf, values):
    model = TreeRegressor(max_depth=1, leaf=leaf).fit(X, Y)

    assert model.predict({"x": [0, 1]}).tolist() == pytest.approx(values)


def test_a06_a_leaf_may_keep_its_training_rows():
    tree = TreeRegressor(max_depth=1, keep_rows=True).fit(X, Y).tree_

    for leaf in tree.leaves():
        assert leaf.row_targets.tolist() == [Y[row] for row in leaf.rows]
        assert leaf.value[0] == pytest.approx(leaf.row_targets.mean())
    assert sorted(row for leaf in tree.leaves() for row in leaf.rows) == list(range(len(Y)))


def test_a06_the_training_rows_of_a_leaf_are_found_by_routing():
    model = TreeRegressor(max_depth=1).fit(X, Y)
    leaves = model.apply(X)

    for leaf in model.tree_.leaves():
        rows = np.array(Y)[leaves == leaf.id]
        assert len(rows) == leaf.n_samples
        assert leaf.value[0] == pytest.approx(rows.mean())


def test_a10_ids_depths_samples_and_impurities_are_those_of_scikit_learn():
    iris = load_iris()
    ours = TreeClassifier(max_depth=2).fit(iris.data[:, 2:], iris.target).tree_
    theirs = DecisionTreeClassifier(max_depth=2, random_state=0).fit(iris.data[:, 2:], iris.target)

    assert ours.n_samples.tolist() == theirs.tree_.n_node_samples.tolist()
    assert ours.impurity == pytest.approx(theirs.tree_.impurity)
    assert [node.depth for node in ours.nodes()] == [0, 1, 1, 2, 2]
    assert [node.is_leaf for node in ours.nodes()] == [False, True, False, True, True]


@pytest.mark.parametrize("n_classes", [2, 3, 7, 26])
def test_a11_any_number_of_classes_with_the_same_algorithm(n_classes):
    x = np.arange(3 * n_classes)
    y = [chr(ord("a") + i % n_classes) for i in x]

    model = TreeClassifier(criterion="entropy").fit({"x": x % n_classes}, y)

    assert model.n_classes_ == model.n_leaves_ == n_classes
    assert model.score({"x": x % n_classes}, y) == 1.0
