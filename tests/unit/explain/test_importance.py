"""Importance of features, by hand."""

from __future__ import annotations

import pytest

from arboretum import TreeClassifier, datasets
from arboretum.explain import impurity_importance


def test_importances_of_football_by_hand():
    # In bits times people: gender 1000 * 0.33698; age 500 * 0.25643 + 500 * 0.00651.
    football = datasets.football()
    model = TreeClassifier(criterion="entropy")
    model.fit(football.X, football.y, sample_weight=football.weights)
    gender, age = 1000 * 0.336977, 500 * 0.256426 + 500 * 0.006512

    importances = dict(zip(football.X, impurity_importance(model.tree_), strict=True))

    assert importances["gender"] == pytest.approx(gender / (gender + age), rel=1e-5)
    assert importances["age"] == pytest.approx(age / (gender + age), rel=1e-5)


def test_a_feature_that_is_never_asked_has_none():
    model = TreeClassifier().fit({"x": [1, 2], "noise": [1, 1]}, ["a", "b"])

    assert model.feature_importances_.tolist() == [1, 0]


def test_a_pruned_tree_credits_only_what_is_left():
    drug = datasets.drug()
    tree = TreeClassifier(criterion="entropy", splits="multiway").fit(drug.X, drug.y).tree_

    stump = tree.collapse(tree.children(0))

    assert impurity_importance(stump).tolist() == [0, 0, 1]
