"""Losses, class weights, priors and feature costs: what a mistake and a question cost."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import mean_absolute_error, mean_squared_error

from arboretum import Prior, TreeClassifier, TreeRegressor, datasets
from arboretum.exceptions import DataError, ParameterError, UnsupportedCombination

# One leaf with 8 healthy and 2 ill.
X = {"x": [1] * 10}
Y = ["healthy"] * 8 + ["ill"] * 2


def decision(**parameters):
    return TreeClassifier(**parameters).fit(X, Y).predict({"x": [1]})[0]


@pytest.mark.parametrize(
    ("price", "answer"),
    [
        # Expected loss of saying "healthy" is 0.2 * price, of saying "ill" 0.8 * 1.
        (1, "healthy"),
        (3.9, "healthy"),
        (4, "healthy"),  # equal: the first class
        (4.1, "ill"),
        (100, "ill"),
    ],
)
def test_a_leaf_decides_for_the_smallest_expected_loss(price, answer):
    assert decision(loss={"ill": {"healthy": price}}) == answer
    assert decision(loss={("ill", "healthy"): price}) == answer
    assert decision(loss=[[0, 1], [price, 0]]) == answer


def test_a_loss_does_not_change_probabilities():
    model = TreeClassifier(loss={"ill": {"healthy": 100}}).fit(X, Y)

    assert model.predict_proba({"x": [1]})[0] == pytest.approx([0.8, 0.2])


def test_three_classes_worked_by_hand():
    # Shares 0.5, 0.3, 0.2.  Expected loss of a: 0.3 * 2 + 0.2 * 2 = 1.0,
    # of b: 0.5 * 1 + 0.2 * 1 = 0.7, of c: 0.5 * 3 + 0.3 * 1 = 1.8.
    loss = {"a": {"b": 1, "c": 3}, "b": {"a": 2, "c": 1}, "c": {"a": 2, "b": 1}}
    model = TreeClassifier(loss=loss).fit(X, ["a"] * 5 + ["b"] * 3 + ["c"] * 2)

    assert model.predict({"x": [1]}).tolist() == ["b"]


@pytest.mark.parametrize(
    ("loss", "message"),
    [
        ({"sick": {"healthy": 2}}, "names 'sick', which is not a class.*'healthy', 'ill'"),
        ([[0, 1, 2], [1, 0, 2], [1, 1, 0]], r"must be a \(2, 2\) array"),
        ({"ill": {"healthy": -1}}, "'healthy' for 'ill' is -1"),
        ([[1, 1], [1, 0]], "'healthy' correctly is 1"),
    ],
)
def test_a_loss_that_makes_no_sense_is_refused(loss, message):
    with pytest.raises(ParameterError, match=message):
        TreeClassifier(loss=loss).fit(X, Y)


def test_a_loss_is_about_one_target():
    with pytest.raises(UnsupportedCombination, match=r"one target.*2: 'y0', 'y1'"):
        TreeClassifier(loss=[[0, 1], [1, 0]]).fit(X, np.stack([Y, Y], axis=1))


def test_class_weights_go_by_name():
    model = TreeClassifier(class_weight={"ill": 6}).fit(X, Y)

    assert model.predict_proba({"x": [1]})[0] == pytest.approx([8 / 20, 12 / 20])
    assert model.tree_.n_samples[0] == 10  # weights weigh; they do not multiply samples


def test_balanced_classes_weigh_the_same():
    model = TreeClassifier(class_weight="balanced").fit(X, Y)

    assert model.tree_.value[0] == pytest.approx([5, 5])


def test_a_prior_says_what_the_shares_are_in_the_world():
    model = TreeClassifier(class_weight=Prior({"healthy": 0.99, "ill": 0.01})).fit(X, Y)

    assert model.predict_proba({"x": [1]})[0] == pytest.approx([0.99, 0.01])
    assert model.tree_.weight[0] == pytest.approx(10)


@pytest.mark.parametrize(
    ("class_weight", "message"),
    [
        ({"sick": 2}, "class_weight names 'sick'.*'healthy', 'ill'"),
        ("equal", "class_weight='equal'.*'balanced'"),
        (Prior({"ill": 1}), "does not name 'healthy'"),
        ({"ill": -1}, "'ill' the weight -1"),
    ],
)
def test_class_weights_that_make_no_sense_are_refused(class_weight, message):
    with pytest.raises(ParameterError, match=message):
        TreeClassifier(class_weight=class_weight).fit(X, Y)


# -- risk ----------------------------------------------------------------------


def penguins():
    frame = datasets.penguins().frame()
    return frame.drop(columns="species"), frame["species"]


def test_without_a_loss_the_risk_is_the_share_that_is_wrong():
    X, y = penguins()
    weights = np.arange(1.0, len(y) + 1)
    model = TreeClassifier(max_depth=2).fit(X, y)

    assert model.risk(X, y) == pytest.approx(1 - model.score(X, y))
    assert model.risk(X, y, weights) == pytest.approx(1 - model.score(X, y, weights))


def test_the_risk_is_the_mean_of_the_losses_looked_up_one_by_one():
    X, y = penguins()
    loss = {"Adelie": {"Gentoo": 7, "Chinstrap": 2}, "Gentoo": {"Chinstrap": 0.5}}
    model = TreeClassifier(max_depth=2, loss=loss).fit(X, y)
    pairs = zip(y, model.predict(X), strict=True)

    one_by_one = [loss.get(a, {}).get(b, float(a != b)) for a, b in pairs]

    assert sum(one_by_one) > 0
    assert model.risk(X, y) == pytest.approx(np.mean(one_by_one))


def test_the_risk_of_training_is_the_expected_loss_of_the_leaves():
    X, y = penguins()
    model = TreeClassifier(max_depth=3, loss={"Adelie": {"Gentoo": 7, "Chinstrap": 2}}).fit(X, y)
    leaves = model.tree_.leaves()

    expected = sum(leaf.weight * leaf.expected_loss for leaf in leaves) / len(y)

    assert model.risk(X, y) == pytest.approx(expected)


def test_a_node_says_what_its_decision_is_expected_to_cost():
    # Saying "ill" to all: 0.8 * 1.
    root = TreeClassifier(loss={"ill": {"healthy": 5}}).fit(X, Y).tree_.root

    assert root.expected_loss == pytest.approx(0.8)
    assert "predicts  ill (expected loss 0.8)" in str(root)
    assert "expected loss" not in str(TreeClassifier().fit(X, Y).tree_.root)
    assert TreeRegressor().fit(X, range(10)).tree_.root.expected_loss is None


@pytest.mark.parametrize(
    ("parameters", "reference"),
    [
        ({}, mean_squared_error),
        ({"criterion": "absolute_error"}, mean_absolute_error),
        ({"leaf": "median"}, mean_absolute_error),
    ],
    ids=["mean", "absolute_error", "median"],
)
def test_the_risk_of_numbers_is_the_error_that_the_leaves_make_least(parameters, reference):
    rng = np.random.default_rng(0)
    X, y, weights = rng.normal(size=(60, 2)), rng.normal(size=(60, 2)), rng.uniform(size=60)
    one = TreeRegressor(max_depth=2, **parameters).fit(X, y[:, 0])
    both = TreeRegressor(max_depth=2, **parameters).fit(X, y)

    for model, true in ((one, y[:, 0]), (both, y)):
        expected = reference(true, model.predict(X), sample_weight=weights)
        assert model.risk(X, true, weights) == pytest.approx(expected)


def test_the_risk_of_several_targets_is_the_mean_of_theirs():
    X, y = penguins()
    both = np.stack([y, X["island"]], axis=1)
    X = X.drop(columns="island")
    model = TreeClassifier(max_depth=2).fit(X, both)

    wrong = model.predict(X) != both

    assert model.risk(X, both) == pytest.approx(wrong.mean())


def test_a_class_that_training_never_saw_has_no_loss():
    model = TreeClassifier().fit(X, Y)

    with pytest.raises(DataError, match="class 'dead', which training never saw"):
        model.risk({"x": [1]}, ["dead"])
    with pytest.raises(DataError, match=r"inconsistent numbers of samples: \[2, 1\]"):
        model.risk({"x": [1, 1]}, ["ill"])


# -- feature costs -------------------------------------------------------------


def asked_first(cost):
    football = datasets.football()
    model = TreeClassifier(criterion="entropy", feature_costs={"gender": cost})
    model.fit(football.X, football.y, sample_weight=football.weights)
    return list(football.X)[model.tree_.root.split.column]


def test_gender_is_asked_until_it_costs_as_many_times_as_it_gains_more():
    # Gains 0.33698 and 0.03194 bits: gender wins below a cost of 10.55 times that of age.
    ratio = 0.336977 / 0.031941

    assert ratio == pytest.approx(10.55, abs=0.005)
    assert [asked_first(cost) for cost in (1, 10, 10.5, 10.6, 100)] == [
        "gender",
        "gender",
        "gender",
        "age",
        "age",
    ]


def test_a_cost_changes_the_order_and_not_the_score():
    football = datasets.football()
    model = TreeClassifier(criterion="entropy", feature_costs={"gender": 2})

    tree = model.fit(football.X, football.y, sample_weight=football.weights).tree_

    assert tree.score[0] == pytest.approx(0.33698, abs=5e-6)


def test_costs_hold_for_a_regressor_too():
    X = {"dear": [1.0, 2.0, 3.0, 4.0], "cheap": [1.0, 1.0, 2.0, 2.0]}
    y = [0.0, 1.0, 10.0, 11.0]

    plain = TreeRegressor(max_depth=1).fit(X, y).tree_.root
    priced = TreeRegressor(max_depth=1, feature_costs={"dear": 1.01}).fit(X, y).tree_.root

    assert (plain.split.column, plain.is_tie) == (0, True)
    assert (priced.split.column, priced.is_tie) == (1, False)


@pytest.mark.parametrize(
    ("costs", "error", "message"),
    [
        ({"scan": 3}, DataError, "names 'scan'.*The features are: x"),
        ({"x": 0}, ParameterError, r"feature_costs\['x'\]=0 must be a positive number"),
        ([3], ParameterError, "must be a mapping from feature name to cost"),
    ],
)
def test_costs_that_make_no_sense_are_refused(costs, error, message):
    with pytest.raises(error, match=message):
        TreeClassifier(feature_costs=costs).fit(X, Y)
