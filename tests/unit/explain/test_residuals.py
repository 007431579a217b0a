"""How far predictions are from the truth, by hand and as rpart documents it."""

import numpy as np
import pytest

from arboretum import (
    CARTClassifier,
    MultiLabelClassifier,
    RuleClassifier,
    TreeClassifier,
    TreeRegressor,
    explain,
)
from arboretum.exceptions import MissingValueError, ParameterError

#: One leaf with 3 of 4, one that is pure.
X = {"x": [1, 1, 1, 1, 2]}
Y = ["no", "yes", "yes", "yes", "no"]


def test_a_mistake_costs_one():
    model = TreeClassifier().fit(X, Y)

    assert model.residuals(X, Y).tolist() == [1, 0, 0, 0, 0]
    assert explain.residuals(model.tree_, X, Y).tolist() == [1, 0, 0, 0, 0]


def test_a_mistake_costs_what_the_loss_matrix_says():
    model = CARTClassifier(
        loss={"no": {"yes": 7}, "yes": {"no": 2}}, min_samples_split=2, complexity=0
    ).fit(X, Y)

    assert model.predict(X).tolist() == ["no"] * 5  # 3 * 2 costs less than 1 * 7
    assert model.residuals(X, Y).tolist() == [0, 2, 2, 2, 0]


def test_pearson_and_deviance_of_classes():
    model = TreeClassifier().fit(X, Y)
    p = np.array([0.25, 0.75, 0.75, 0.75, 1.0])

    np.testing.assert_allclose(
        model.residuals(X, Y, "pearson")[:4], ((1 - p) / np.sqrt(p * (1 - p) + (p == 1)))[:4]
    )
    np.testing.assert_allclose(model.residuals(X, Y, "deviance"), np.sqrt(-2 * np.log(p)))
    assert [model.residuals(X, Y, kind)[4] for kind in ("pearson", "deviance")] == [0, 0]


def test_what_was_held_to_be_impossible_is_infinitely_far():
    model = TreeClassifier().fit(X, Y)

    for kind in ("pearson", "deviance"):
        assert np.isposinf(model.residuals({"x": [2]}, ["yes"], kind)).all()


@pytest.mark.parametrize("kind", ["usual", "pearson", "deviance"])
def test_numbers_are_apart_whatever_the_kind(kind):
    model = TreeRegressor(max_depth=1).fit({"x": [1, 1, 2, 2]}, [1.0, 2.0, 10.0, 30.0])

    assert model.residuals({"x": [1, 2]}, [5.0, 5.0], kind).tolist() == [3.5, -15.0]


def test_counts_are_apart_as_mccullagh_and_nelder_define_it():
    exposure = np.array([2.0, 4.0, 1.0])
    rates = np.array([1.5, 0.5, 0.0])  # 3, 2 and 0 events in 7 units: 5 / 7 each
    model = TreeRegressor(criterion="poisson", max_depth=0)
    model.fit({"x": [1, 2, 3]}, rates, sample_weight=exposure)
    events, expected = rates * exposure, 5 / 7 * exposure

    usual, pearson, deviance = (
        model.residuals({"x": [1, 2, 3]}, rates, kind, sample_weight=exposure)
        for kind in ("usual", "pearson", "deviance")
    )

    np.testing.assert_allclose(usual, events - expected)
    np.testing.assert_allclose(pearson, (events - expected) / np.sqrt(expected))
    logs = np.array([3 * np.log(3 / expected[0]), 2 * np.log(2 / expected[1]), 0.0])
    by_hand = np.sign(events - expected) * np.sqrt(2 * (logs - (events - expected)))
    np.testing.assert_allclose(deviance, by_hand)
    # Half of their squares is what the tree makes small.
    assert (deviance**2).sum() / 2 == pytest.approx(model.tree_.weight[0] * model.tree_.impurity[0])


def test_labels_and_rules_have_residuals_too():
    labels = [{"a"}, {"a", "b"}, {"a", "b"}, {"a", "b"}, {"b"}]
    model = MultiLabelClassifier(pruning=None, min_samples_leaf=1).fit(X, labels)
    rules = RuleClassifier().fit(X, Y)

    # b is predicted of the first four, as three of them have it
    assert model.residuals(X, labels).tolist() == [[0, 1], [0, 0], [0, 0], [0, 0], [0, 0]]
    wrong = [mine != theirs for mine, theirs in zip(rules.predict(X), Y, strict=True)]
    assert explain.residuals(rules, X, Y).tolist() == wrong


def test_what_is_not_known_is_refused():
    model = TreeClassifier(missing="error").fit(X, Y)

    with pytest.raises(ParameterError, match=r"'student' is not known\. Known: 'usual'"):
        model.residuals(X, Y, "student")
    with pytest.raises(MissingValueError):
        model.residuals({"x": [None]}, ["no"])
