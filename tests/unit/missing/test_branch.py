"""Missing values get a branch of their own."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import TreeClassifier
from arboretum.criteria import Gini

X = {"x": [1.0, 2.0, 8.0, 9.0, None, None]}
Y = ["a", "a", "b", "b", "c", "c"]


def test_a_split_of_a_feature_with_missing_values_has_one_branch_more():
    model = TreeClassifier(missing="branch").fit(X, Y)

    split = model.tree_.node(0).split
    assert (split.arity, split.thresholds, split.missing_branch) == (3, (5.0,), 2)
    assert model.tree_.n_samples.tolist() == [6, 2, 2, 2]
    assert model.predict({"x": [0.0, 10.0, None]}).tolist() == ["a", "b", "c"]


def test_the_score_counts_the_branch_of_the_missing():
    tree = TreeClassifier(missing="branch").fit(X, Y).tree_

    branches = np.array([[[2.0, 0, 0], [0, 2, 0], [0, 0, 2]]])
    assert tree.score[0] == pytest.approx(Gini().score(np.array([2.0, 2, 2]), branches)[0])


def test_where_known_values_are_alike_the_question_is_whether_there_is_one():
    model = TreeClassifier(missing="branch").fit({"x": [3.0, 3.0, None]}, ["a", "a", "b"])

    assert model.tree_.node(0).split.kind == "presence"
    assert model.predict({"x": [3.0, None]}).tolist() == ["a", "b"]


def test_a_categorical_feature_gets_the_branch_beside_its_categories():
    X = {"colour": ["red", "green", "blue", None]}
    model = TreeClassifier(missing="branch", splits="multiway").fit(X, ["r", "g", "b", "none"])

    assert model.tree_.node(0).split.arity == 4
    assert model.predict(X).tolist() == ["r", "g", "b", "none"]


def test_without_missing_values_in_training_later_ones_go_down_the_heaviest_branch():
    model = TreeClassifier(missing="branch").fit({"x": [1.0, 2.0, 3.0]}, ["a", "b", "b"])

    assert model.tree_.node(0).split.arity == 2
    assert model.predict({"x": [None]}).tolist() == ["b"]
