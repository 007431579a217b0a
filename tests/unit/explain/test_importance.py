"""Importance of features, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import CARTClassifier, TreeClassifier, TreeRegressor, datasets
from arboretum.exceptions import ParameterError
from arboretum.explain import (
    importance,
    impurity_importance,
    permutation_importance,
    surrogate_importance,
)


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


@pytest.mark.parametrize("Estimator", [TreeClassifier, TreeRegressor])
@pytest.mark.parametrize("policy", ["direction", "fractional"])
def test_permutation_is_the_growth_of_the_risk_of_shuffled_samples(Estimator, policy):
    rng = np.random.default_rng(3)
    X = {name: rng.normal(size=60) for name in "abc"}
    X["b"][rng.random(60) < 0.2] = np.nan
    y = (X["a"] > 0).astype(float) + (np.nan_to_num(X["b"]) > 0.5)
    weights = rng.random(60)
    model = Estimator(missing=policy, max_depth=3).fit(X, y)

    found = permutation_importance(model, X, y, sample_weight=weights, n_repeats=3, random_state=11)

    draw = np.random.default_rng(11)
    for repeat in range(3):
        order = draw.permutation(60)
        for feature, name in enumerate(X):
            growth = model.risk({**X, name: X[name][order]}, y, weights) - model.risk(X, y, weights)
            assert found[feature, repeat] == pytest.approx(growth, abs=1e-12)
    assert found[0].min() > 0


def test_a_number_that_says_nothing_is_favoured_by_impurity_and_not_by_shuffling_new_samples():
    # The coin decides 80 of 100 samples; the other feature is noise of many distinct values.
    rng = np.random.default_rng(0)
    coin = rng.integers(0, 2, 400).astype(float)
    X = {"noise": rng.random(400), "coin": coin}
    y = np.where(rng.random(400) < 0.8, coin, 1 - coin)
    old = {name: column[:200] for name, column in X.items()}
    new = {name: column[200:] for name, column in X.items()}
    model = TreeClassifier().fit(old, y[:200])

    by_impurity = importance(model)
    by_shuffling = importance(model, "permutation", new, y[200:])

    assert by_impurity.order[0] == 0  # the bias that is stated
    assert by_shuffling.order[0] == 1
    assert "many distinct values are favoured" in by_impurity.bias


def test_the_measures_are_those_of_the_functions_most_important_first():
    penguins = datasets.penguins()
    model = CARTClassifier().fit(penguins.X, penguins.y)

    by_rpart = importance(model, "surrogate")

    expected = surrogate_importance(model.tree_)
    assert list(by_rpart.by_feature().items()) == list(zip(penguins.X, expected, strict=True))
    frame = by_rpart.to_frame()
    assert frame["importance"].tolist() == sorted(expected.tolist(), reverse=True)
    assert importance(model).values.tolist() == model.feature_importances_.tolist()
    assert str(by_rpart).splitlines()[3].split() == ["flipper_length_mm", "124.2"]


def test_what_cannot_be_measured_is_refused():
    model = TreeClassifier().fit({"x": [1, 2]}, ["a", "b"])

    with pytest.raises(ParameterError, match="kind='gain' is not known"):
        importance(model, "gain")
    with pytest.raises(ParameterError, match="kind='permutation' shuffles samples"):
        importance(model, "permutation")
    with pytest.raises(ParameterError, match="n_repeats=0 must be a whole number"):
        permutation_importance(model, {"x": [1]}, ["a"], n_repeats=0)
