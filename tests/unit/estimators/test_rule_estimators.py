"""Estimators that predict by rules: what they take, refuse and say."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV

from arboretum import (
    C45Classifier,
    CARTClassifier,
    ID3Classifier,
    RuleClassifier,
    RuleRegressor,
    TreeClassifier,
    TreeRegressor,
    datasets,
)
from arboretum.exceptions import (
    CategoryWarning,
    DataError,
    MissingValueError,
    ParameterError,
    UnknownPartError,
    UnsupportedCombination,
)
from arboretum.rules import RuleSet
from arboretum.rules.post_pruning import C45Rules, ValidatedRules


@pytest.fixture(scope="module")
def penguins():
    return datasets.penguins()


def test_rules_are_fewer_and_shorter_than_those_of_the_tree(penguins):
    model = RuleClassifier(tree=TreeClassifier()).fit(penguins.X, penguins.y)
    long = model.tree_.rules()

    assert model.n_rules_ < len(long)
    assert max(len(r.conditions) for r in model.rules_) < max(len(r.conditions) for r in long)
    assert model.score(penguins.X, penguins.y) > 0.98


def test_each_rule_is_one_of_the_tree_with_conditions_left_out(penguins):
    model = RuleClassifier().fit(penguins.X, penguins.y)
    met = model.rules_.covers(penguins.X).toarray()
    of_nodes = {rule.node: i for i, rule in enumerate(model.tree_.rules())}
    # Samples that the tree shares out, because a value is missing, need not meet the rule.
    of_tree = model.tree_.rules().covers(penguins.X).toarray() == 1

    for number, rule in enumerate(model.rules_):
        assert (met[of_tree[:, of_nodes[rule.node]], number] == 1).all()


def test_the_numbers_of_the_rules_are_those_of_the_samples_they_decide(penguins):
    model = RuleClassifier().fit(penguins.X, penguins.y)
    deciding = model.apply(penguins.X)

    for number, rule in [*enumerate(model.rules_), (-1, model.rules_.default)]:
        classes = penguins.y[deciding == number]
        assert rule.n_samples == len(classes)
        assert list(rule.value) == [(classes == name).sum() for name in model.classes_]
    assert sum(r.n_samples for r in (*model.rules_, model.rules_.default)) == len(penguins.y)


def test_probabilities_are_shares_among_the_samples_that_a_rule_decides(penguins):
    model = RuleClassifier().fit(penguins.X, penguins.y)
    deciding = model.apply(penguins.X)
    rules = [*model.rules_, model.rules_.default]

    shares = model.predict_proba(penguins.X)

    expected = [np.array(rules[i].value) / sum(rules[i].value) for i in deciding]
    np.testing.assert_allclose(shares, expected)
    with np.errstate(divide="ignore"):
        np.testing.assert_allclose(model.predict_log_proba(penguins.X), np.log(expected))


def test_validation_samples_are_kept_from_the_tree(penguins):
    method = ValidatedRules(share=0.25, random_state=3)

    model = RuleClassifier(method=method).fit(penguins.X, penguins.y)

    assert model.tree_.n_samples[0] == 344 - 86
    assert model.rules_.origin.n_samples == 344
    again = RuleClassifier(method=method).fit(penguins.X, penguins.y)
    assert again.rules_ == model.rules_
    other = RuleClassifier(method=ValidatedRules(random_state=4)).fit(penguins.X, penguins.y)
    assert other.rules_ != model.rules_


def test_validation_samples_can_be_given():
    # The tree splits at 2 and 4; samples that were given say that 4 does not matter.  Neither rule
    # errs, so the one that more samples meet comes first.
    X, y = {"x": [1.0, 3.0, 5.0] * 4}, ["a", "b", "c"] * 4
    more = {"x": [1.0, 3.0, 5.0, 5.0]}, ["a", "b", "b", "b"]

    model = RuleClassifier(tree=TreeClassifier(), method=ValidatedRules(data=more)).fit(X, y)

    assert model.tree_.n_samples[0] == 12
    assert [str(rule) for rule in model.rules_] == ["if x > 2 then y = b", "if x <= 2 then y = a"]
    assert [rule.expected_error for rule in model.rules_] == [0.0, 0.0]


def test_a_loss_matrix_moves_the_expected_errors_and_the_default():
    rng = np.random.default_rng(0)
    X = {"x": rng.integers(0, 4, 200), "z": rng.integers(0, 3, 200)}
    y = np.where(rng.random(200) < 0.15 + 0.1 * X["x"], "ill", "well")
    loss = {"ill": {"well": 10.0}, "well": {"ill": 1.0}}
    tree = TreeClassifier(loss=loss, min_samples_leaf=5)

    plain = RuleClassifier(tree=TreeClassifier(min_samples_leaf=5), method="validation").fit(X, y)
    model = RuleClassifier(tree=tree, method="validation").fit(X, y)

    def mean_loss(found):
        said = found.predict(X)
        return np.where(said == y, 0, np.where(y == "ill", 10.0, 1.0)).mean()

    assert mean_loss(model) < mean_loss(plain)
    assert max(rule.expected_error for rule in model.rules_) <= 10.0


def test_a_missing_value_meets_no_condition_that_a_tree_would_share_out():
    X = {"x": [1.0, 2.0, 3.0, 4.0, None] * 4}
    y = ["a", "a", "b", "b", "b"] * 4

    model = RuleClassifier().fit(X, y)

    assert model.apply({"x": [None, 1.0]}).tolist() == [-1, 0]
    assert model.predict({"x": [None, 1.0]}).tolist() == ["b", "a"]


def test_surrogates_are_asked_in_rules_as_in_the_tree():
    rng = np.random.default_rng(1)
    x = rng.normal(size=200)
    X = {"x": x, "twin": x + 0.01 * rng.normal(size=200)}
    y = np.where(x > 0, "up", "down")

    model = RuleClassifier(tree=CARTClassifier()).fit(X, y)

    assert model.predict({"x": [np.nan, np.nan], "twin": [2.0, -2.0]}).tolist() == ["up", "down"]


def test_a_tree_that_refuses_missing_values_makes_rules_that_do(penguins):
    full = {"x": [1.0, 2.0, 3.0, 4.0]}
    model = RuleClassifier(tree=TreeClassifier(missing="error")).fit(full, list("aabb"))

    with pytest.raises(MissingValueError):
        model.predict({"x": [np.nan]})


def test_a_single_class_needs_no_rule():
    model = RuleClassifier().fit({"x": [1.0, 2.0, 3.0]}, ["a", "a", "a"])

    assert model.n_rules_ == 0
    assert model.predict({"x": [9.0]}).tolist() == ["a"]
    assert str(model.rules_) == "otherwise y = a  (n=3, confidence 1.000, lift 1.00)"


@pytest.mark.parametrize("method", ["c45rules", "validation"])
def test_one_sample_is_enough(method):
    model = RuleClassifier(method=method).fit({"x": [1.0]}, ["a"])

    assert model.predict({"x": [2.0]}).tolist() == ["a"]


def test_numbers_are_predicted_by_the_mean_of_the_samples_decided():
    steps = datasets.steps()

    model = RuleRegressor().fit(steps.X, steps.y)

    # The steps of the source text: 20 points each, cut at 1000 and 2000.
    assert [str(rule).split(" then ")[0] for rule in model.rules_] == [
        "if 1000 < x <= 2000",
        "if x <= 1000",
        "if x > 2000",
    ]
    first = model.rules_[0]
    y = steps.y[(steps.X["x"] > 1000) & (steps.X["x"] <= 2000)]
    assert first.value[0] == pytest.approx(y.mean())
    assert first.deviation == pytest.approx(y.std())
    assert first.expected_error == pytest.approx(y.std() * 21 / 19)
    np.testing.assert_allclose(model.predict({"x": [1500.0]}), [y.mean()])


def test_numbers_by_validation_samples():
    rng = np.random.default_rng(0)
    X = {"x": rng.normal(size=300), "noise": rng.normal(size=300)}
    y = np.where(X["x"] > 0, 5.0, -5.0) + rng.normal(size=300)

    model = RuleRegressor(tree=TreeRegressor(max_depth=4), method="validation").fit(X, y)

    assert model.n_rules_ < model.tree_.n_leaves
    assert model.score(X, y) > 0.9


def test_parameters_are_reached_by_a_search(penguins):
    frame = penguins.frame("pandas")
    X, y = frame.drop(columns="species"), frame["species"]
    model = RuleClassifier(tree=C45Classifier(pruning="needless"), method=C45Rules())
    grid = {"method__confidence": [0.05, 0.5], "tree__min_samples_leaf": [2, 20]}

    search = GridSearchCV(model, grid, cv=3).fit(X, y)

    assert set(search.best_params_) == set(grid)
    assert search.best_score_ > 0.9


def test_rules_are_saved_and_read_back(penguins, tmp_path):
    model = RuleClassifier().fit(penguins.X, penguins.y)
    model.rules_.save(tmp_path / "rules.json")

    again = RuleSet.load(tmp_path / "rules.json")

    assert again == model.rules_
    assert again.predict(penguins.X).tolist() == model.predict(penguins.X).tolist()


@pytest.mark.parametrize(
    ("model", "y", "error", "message"),
    [
        (RuleClassifier(method="prism"), "ab", UnknownPartError, "Known names: 'c45rules'"),
        (RuleClassifier(method="adjusted"), "ab", UnsupportedCombination, "target is a class"),
        (RuleRegressor(method="c45rules"), [1, 2], UnsupportedCombination, "target is a number"),
        (RuleClassifier(tree=TreeRegressor()), "ab", ParameterError, "a tree of classes, or None"),
        (RuleRegressor(tree="cart"), [1, 2], ParameterError, "a tree of numbers, or None"),
        (
            RuleClassifier(method=C45Rules(confidence=2)),
            "ab",
            ParameterError,
            "confidence=2 must be",
        ),
        (
            RuleClassifier(method=C45Rules(theory_weight=-1)),
            "ab",
            ParameterError,
            "theory_weight=-1 of C45Rules must be",
        ),
        (
            RuleClassifier(method=ValidatedRules(share=1.5)),
            "ab",
            ParameterError,
            "share=1.5 of ValidatedRules must be",
        ),
        (
            RuleClassifier(method=ValidatedRules(data=[[1.0]])),
            "ab",
            ParameterError,
            "data of ValidatedRules must be",
        ),
        (
            RuleClassifier(tree=TreeClassifier(loss=[[0, 1], [2, 0]])),
            "ab",
            UnsupportedCombination,
            "the tree has a loss matrix",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(model, y, error, message):
    with pytest.raises(error, match=message):
        model.fit({"x": [1.0, 2.0]}, list(y))


def test_several_targets_are_refused():
    with pytest.raises(UnsupportedCombination, match="for one target, but there are 2"):
        RuleClassifier().fit({"x": [1.0, 2.0]}, {"y": ["a", "b"], "z": ["c", "d"]})


def test_what_was_not_fitted_does_not_predict():
    with pytest.raises(NotFittedError):
        RuleClassifier().predict({"x": [1.0]})


def test_other_columns_are_refused_and_new_categories_noticed(penguins):
    model = RuleClassifier(tree=ID3Classifier()).fit({"c": ["r", "g", "b"]}, ["x", "y", "y"])

    with pytest.raises(DataError):
        model.predict({"d": ["r"]})
    with pytest.warns(CategoryWarning, match="never seen") as warned:
        RuleClassifier().fit({"c": list("rrgg")}, list("xxyy")).predict({"c": ["b"]})
    assert warned[0].filename == __file__  # where the user called


def test_tables_show_what_is_expected(penguins):
    rules = RuleClassifier().fit(penguins.X, penguins.y).rules_

    heading, _, first, *_, last = rules.to_markdown().splitlines()

    assert heading.endswith("| lift | expected error |")
    assert first.endswith(f"| {rules[0].expected_error:.3g} |")
    assert last.endswith("|  |")  # nothing is known of the default
    frame = rules.to_frame()
    assert frame["expected error"][0] == rules[0].expected_error
