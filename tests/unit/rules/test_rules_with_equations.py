"""Shortened rules that keep the equations of their leaves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arboretum import M5Regressor, RETISRegressor, RuleRegressor, TreeRegressor
from arboretum.rules import RuleSet
from arboretum.rules.post_pruning.expectation import EquationError, HeldOutEquationError, Samples


def bent(n=200, noise=0.1):
    """Two planes that meet where x is 50; z matters only above; c shifts some samples."""
    rng = np.random.default_rng(0)
    x, z = rng.uniform(0, 100, n), rng.uniform(0, 10, n)
    c = rng.choice(["a", "b", "c"], n)
    y = np.where(x <= 50, x, 100 - x + 3 * z) + 20 * (c == "a") + rng.normal(0, noise, n)
    x[::17] = np.nan
    return {"x": x, "z": z, "c": c}, y


@pytest.fixture(scope="module")
def samples():
    return bent()


@pytest.fixture(scope="module", params=["adjusted", "averaged", "validation"])
def model(samples, request):
    return RuleRegressor(tree=M5Regressor(), method=request.param).fit(*samples)


def said_by(rule, X, row):
    """What a rule predicts for a sample, added up from the words of its equation."""
    numbers = {name: X[name][row] for name in ("x", "z")}
    total = rule.equation.intercept
    for term, coefficient in rule.equation.terms:
        if term in numbers:
            value = numbers[term]
            value = np.nanmean(X[term]) if np.isnan(value) else value
        elif " in {" in term:
            value = X["c"][row] in term.strip("()").split(" in ")[1].strip("{}").split(", ")
        else:
            value = X["c"][row] == term.strip("()").split(" = ")[1]
        total += coefficient * value
    return float(np.clip(total, rule.equation.low, rule.equation.high))


def test_rules_predict_by_their_equations(model, samples):
    X, _ = samples
    met = model.rules_.covers(X).toarray() > 0

    found = model.predict(X)

    every = model.rules_.with_default
    assert len(model.rules_) > 0
    # What stands in for a missing x is the mean of the samples that the tree was grown from.
    saw_all = model.method != "validation"
    for row in np.flatnonzero(~np.isnan(X["x"]) | saw_all)[::5].tolist():
        rules = np.flatnonzero(met[row]).tolist()
        rules = rules[:1] if model.rules_.is_ordered else rules
        said = [said_by(every[number], X, row) for number in rules or [-1]]
        assert found[row] == pytest.approx(np.mean(said))


def test_rules_are_nearly_as_good_as_the_tree_of_equations(samples):
    X, y = samples
    new, truth = bent(400)
    tree = M5Regressor().fit(X, y)

    error, of_tree, of_means = (
        np.sqrt(np.mean((model.predict(new) - truth) ** 2))
        for model in (
            RuleRegressor(tree=M5Regressor()).fit(X, y),
            tree,
            RuleRegressor(tree=TreeRegressor(min_samples_leaf=5)).fit(X, y),
        )
    )

    assert error < 1.1 * of_tree
    assert error < of_means


def test_rules_that_are_not_shortened_predict_as_the_tree(samples):
    X, _ = samples
    tree = M5Regressor().fit(*samples)

    for simplify in (True, False):
        rules = tree.tree_.rules(simplify=simplify)
        assert rules.predict(X) == pytest.approx(tree.predict(X), rel=1e-12)


def test_the_equation_of_a_rule_is_that_of_its_leaf_by_name(model):
    for rule in model.rules_:
        assert rule.equation == model.tree_.models.equation(rule.node, model.tree_.schema)
        assert f"then y = {rule.equation.text()}" in str(rule)
        assert rule.deviation is None  # around the mean, which the rule does not predict
    assert model.rules_.default.equation == model.tree_.models.equation(0, model.tree_.schema)
    assert model.rules_[0].equation.text().replace("*", r"\*") in model.rules_.to_markdown()
    equations = model.rules_.to_frame()["equation"].tolist()
    assert equations == [rule.equation.text(None) for rule in model.rules_.with_default]


def test_equations_are_saved(model, samples, tmp_path):
    X, _ = samples
    model.rules_.save(tmp_path / "rules.json")

    again = RuleSet.load(tmp_path / "rules.json")

    assert again == model.rules_
    assert again.default.equation == model.rules_.default.equation
    assert again.predict(X).tolist() == model.predict(X).tolist()


def test_an_explanation_shows_the_equation(model, samples):
    X, _ = samples

    (why,) = model.explain({name: column[:1] for name, column in X.items()})

    number = why.fired[0][0]
    assert f"{number + 1}. {model.rules_[number]}" in str(why)


def test_rules_of_equal_means_and_other_equations_contradict_one_another(model, samples):
    first, second = model.rules_[0], model.rules_[1]
    alike = tuple(replace(it, value=(1.0,), conditions=()) for it in (first, second))
    rules = replace(model.rules_, rules=alike)

    (overlap,) = rules.review(samples[0]).overlaps

    assert overlap.is_conflict


def test_one_equation_for_all_is_the_default():
    x = np.arange(40.0)

    model = RuleRegressor(tree=M5Regressor()).fit({"x": x}, {"y": 3 + 2 * x})

    assert (model.n_rules_, model.rules_.default.then_text()) == (0, "y = 3 + 2 * x")
    assert model.predict({"x": [0.5]}) == pytest.approx([4.0])


@pytest.mark.parametrize("method", ["adjusted", "averaged", "validation"])
def test_every_tree_of_equations_can_be_shortened(samples, method):
    X, y = samples

    model = RuleRegressor(tree=RETISRegressor(), method=method).fit(X, y)

    assert all(rule.equation is not None for rule in model.rules_.with_default)


def test_the_error_of_an_equation_by_hand():
    # One line for ten samples, missed by 1 each: S = 10.  The line has v parameters, and for
    # n = 6 of them the error is sqrt(6 / 6) (6 + v) / (6 - v); two more samples, missed by as
    # much as all are on average, leave it there.
    x = np.arange(10.0)
    y = 5 + 2 * x + np.array([1.0, -1.0, -1.0, 1.0, 0.0, 0.0, 1.0, -1.0, -1.0, 1.0])
    tree = M5Regressor(pruning=None, max_depth=0, smoothing=0, clip=False).fit({"x": x}, y).tree_
    line = np.polynomial.Polynomial.fit(x, y, 1).convert()
    dataset = M5Regressor().make_dataset({"x": x}, y, None)
    error = EquationError(Samples(dataset), tree.models)
    squares = (y - line(x)) ** 2
    v = int(tree.models.n_parameters[0])
    six = np.arange(6)

    assert error.squares(0) == pytest.approx(_squares(tree, x, y))
    sums = error.terms((0,))[:, six].sum(axis=1)
    mean = (error.squares(0)[six].sum() + 2 * error.squares(0).mean()) / 8
    assert error.error(sums[None], (0,)) == pytest.approx([np.sqrt(mean) * (6 + v) / (6 - v)])
    held_out = HeldOutEquationError(Samples(dataset, x > 3), tree.models)
    sums = held_out.terms((0,)).sum(axis=1)
    assert held_out.error(sums[None], (0,)) == pytest.approx([np.sqrt(error.squares(0)[4:].mean())])
    assert squares.sum() <= error.squares(0).sum() + 1e-9


def _squares(tree, x, y):
    equation = tree.models.equation(0, tree.schema)
    return (y - equation.intercept - equation.coefficients.get("x", 0.0) * x) ** 2
