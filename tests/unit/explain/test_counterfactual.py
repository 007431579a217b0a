"""The cheapest change of a sample, beside trying everything."""

from __future__ import annotations

import math

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor, datasets
from arboretum.exceptions import ParameterError
from arboretum.explain import counterfactual, path
from arboretum.explain.path import row_values
from tests.examples import full
from tests.oracles.counterfactuals import cheapest_over_grid, cheapest_over_leaves

POLICIES = ["direction", "majority", "fractional", "impute", "branch", "surrogate"]


def people(rng, n, missing=0.0):
    """Two numbers, an ordered and an unordered feature, with few values each."""
    X = {
        "age": rng.integers(0, 6, n).astype(float),
        "size": rng.choice(["S", "M", "L"], n).astype(object),
        "job": rng.choice(["bank", "farm", "shop", "none"], n).astype(object),
        "debt": rng.normal(size=n).round(1),
    }
    for name, column in X.items():
        column[rng.random(n) < missing] = np.nan if name in ("age", "debt") else None
    return X


KINDS = {"size": ["S", "M", "L"]}


def grown(rng, policy="direction", missing=0.0, n=80, **limits):
    X = people(rng, n, missing)
    y = rng.choice(["no", "yes", "perhaps"], n)
    model = TreeClassifier(missing=policy, kinds=KINDS, min_samples_leaf=3, **limits)
    return model.fit(X, y), X


@pytest.mark.parametrize("n", [40, *full(200)])
def test_many_samples_get_what_looking_at_all_leaves_finds(n):
    rng = np.random.default_rng(0)
    model, _ = grown(rng, n=300, max_depth=7)
    tree, asked = model.tree_, people(rng, n)
    columns, decided = model._columns(asked), model.tree_.decisions[:, 0]
    costs = {"age": 2.0, "size": 1.0, "job": 1.5, "debt": 0.7}

    for row in range(n):
        now = decided[tree.apply(columns)[row]]
        expected = cheapest_over_leaves(
            tree,
            row_values(tree, columns, row),
            [*costs.values()],
            lambda leaf, now=now: decided[leaf] != now,
        )

        found = counterfactual(model, asked, row, costs=costs)

        assert found.cost == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("policy", POLICIES)
def test_with_missing_values_it_is_what_trying_everything_finds(policy):
    rng = np.random.default_rng(POLICIES.index(policy))
    model, _ = grown(rng, policy, missing=0.3, max_depth=3)
    tree, asked = model.tree_, people(rng, 25, missing=0.4)
    columns = model._columns(asked)
    costs, units = [1.0, 2.0, 1.5, math.inf], [0.25, 0.5, 0.0, 0.0]

    for row in range(25):
        now = model.predict({name: column[row : row + 1] for name, column in asked.items()})[0]
        expected = cheapest_over_grid(
            tree,
            row_values(tree, columns, row),
            costs,
            units,
            lambda ends, now=now: model.classes_[tree.predict_classes(ends)[:, 0]] != now,
        )

        found = counterfactual(
            model,
            asked,
            row,
            immutable=["debt"],
            costs={"size": 2.0, "job": 1.5},
            unit_costs={"age": 0.25, "size": 0.5},
        )

        assert (math.inf if found is None else found.cost) == pytest.approx(expected)


@pytest.mark.parametrize("policy", POLICIES)
def test_the_changed_sample_is_predicted_as_promised(policy):
    rng = np.random.default_rng(7)
    model, _ = grown(rng, policy, missing=0.3, max_depth=4)
    asked = people(rng, 20, missing=0.3)

    for row in range(20):
        found = counterfactual(model, asked, row, to="yes")
        if found is None:
            continue
        sample = {name: [value] for name, value in found.sample.items()}

        assert model.predict(sample)[0] == "yes"
        assert found.after == "y = yes"
        for name in asked.keys() - {change.feature for change in found.changes}:
            value = asked[name][row]
            assert found.sample[name] == (None if value != value else value)


def test_numbers_are_brought_between_bounds():
    steps = datasets.steps()
    model = TreeRegressor(max_leaf_nodes=3).fit(steps.X, steps.y)
    low, high = (node.prediction for node in model.tree_.leaves()[:2])
    (name,) = steps.X

    found = counterfactual(model, {name: [150.0]}, to=(None, (low + high) / 2))

    assert [(c.condition, c.before) for c in found.changes] == [(f"1000 < {name} <= 2000", 150.0)]
    assert found.changes[0].after == math.nextafter(1000.0, math.inf)
    assert counterfactual(model, {name: [150.0]}, to=(99.0, None)) is None


def test_fewer_changes_win_if_the_costs_are_equal():
    # "no" turns into "yes" by a larger alone, or by b and c together, which cost half each.
    X = {"a": [0, 0, 0, 0, 1, 1], "b": [0, 0, 1, 1, 0, 1], "c": [0, 1, 0, 1, 0, 0]}
    y = ["no", "no", "no", "yes", "yes", "yes"]
    model = TreeClassifier().fit(X, y)

    found = counterfactual(model, X, row=0, costs={"a": 1.0, "b": 0.5, "c": 0.5})

    assert [change.feature for change in found.changes] == ["a"]
    assert found.cost == 1.0


def test_a_sample_that_already_is_what_is_wanted_needs_no_change():
    drug = datasets.drug()
    model = TreeClassifier().fit(drug.X, drug.y)

    found = counterfactual(model, drug.X, row=0, to=drug.y[0])

    assert found.changes == ()
    assert str(found) == "y = A, without any change"
    assert found.cost == 0


def test_classes_that_are_equal_but_for_rounding_are_explained_as_they_are_predicted():
    # Without x the root's 3 of 8.75 for either of two classes come back, in three parts.
    x = [math.nan] * 6 + [-0.5, 0.0, math.nan, -2.0]
    y = ["no", "yes", "yes", "yes", "maybe", "maybe", "no", "no", "maybe", "maybe"]
    w = [0.5, 0.5, 1, 1.25, 0.5, 0.5, 1.25, 1.25, 1, 1]
    model = TreeClassifier(missing="fractional").fit({"x": x}, y, sample_weight=w)
    unknown = {"x": [math.nan]}

    said = model.predict(unknown)[0]
    found = counterfactual(model, unknown)

    maybe, no, _ = model.predict_proba(unknown)[0]
    assert maybe != no
    assert maybe == pytest.approx(no, rel=1e-15)
    assert path(model, unknown).prediction == said
    assert found.before == f"y = {said}"
    assert model.predict({"x": [found.sample["x"]]})[0] != said


def test_what_cannot_be_meant_is_refused():
    drug = datasets.drug()
    model = TreeClassifier().fit(drug.X, drug.y)
    numbers = TreeRegressor().fit({"x": [1.0, 2.0]}, [1.0, 2.0])

    for wrong, message in [
        ({"to": "C"}, "to='C' is not a class of the tree. Its classes: 'A', 'B'"),
        ({"immutable": ["weight"]}, "immutable names 'weight', but the tree has no such feature"),
        ({"costs": {"age": -1}}, "costs: 'age' costs -1, but must cost at least 0"),
        ({"unit_costs": {"sex": 1}}, "unit_costs names 'sex', but its categories have no order"),
    ]:
        with pytest.raises(ParameterError, match=message):
            counterfactual(model, drug.X, **wrong)
    with pytest.raises(ParameterError, match="is not a range of numbers"):
        counterfactual(numbers, {"x": [1.0]})
