"""Missing values go where they fit best."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given

from arboretum import TreeClassifier, TreeRegressor
from tests.examples import examples
from tests.oracles import growth
from tests.properties.small_data import dyadic_weights, maybe_letters, maybe_numbers, small_data


def best_by_trying_everything(data, impurity):
    """Best score over every question, with the missing sent either way or asked about."""
    total = sum(data.weights)
    parent = impurity(data.targets, data.weights)
    best = None
    for values in zip(*data.rows, strict=True):
        holes = [value is None for value in values]
        ways = [[not hole for hole in holes]] if any(holes) else []
        for (_, inside), side in product(growth.questions(values), (True, False)):
            ways.append([side if v is None else inside(v) for v in values])
        for goes_left in ways:
            sides = [[i for i, left in enumerate(goes_left) if left is s] for s in (True, False)]
            if not all(sides):
                continue
            after = 0
            for side in sides:
                w = [data.weights[i] for i in side]
                after += sum(w) / total * impurity([data.targets[i] for i in side], w)
            best = max(best or Fraction(0), parent - after)
    return best


@examples(120)
@given(small_data(columns=(maybe_numbers, maybe_letters), weights=dyadic_weights))
def test_no_other_side_scores_better(data):
    assume(len(set(data.targets)) > 1)

    tree = TreeClassifier(max_depth=1).fit(data.X, data.y, sample_weight=data.w).tree_

    best = best_by_trying_everything(data, growth.gini)
    assert (
        tree.n_nodes == 1
        if best is None
        else tree.score[0] == pytest.approx(float(best), abs=1e-12)
    )


@examples(60)
@given(small_data(columns=(maybe_numbers,), weights=dyadic_weights, numeric=True))
def test_no_other_side_scores_better_for_numbers(data):
    assume(len(set(data.targets)) > 1)

    for criterion, impurity in (
        ("squared_error", growth.variance),
        ("absolute_error", growth.absolute_deviation),
    ):
        model = TreeRegressor(criterion=criterion, max_depth=1)
        tree = model.fit(data.X, data.y, sample_weight=data.w).tree_
        best = best_by_trying_everything(data, impurity)
        assert tree.n_nodes == 1 if best is None else tree.score[0] == pytest.approx(float(best))


@pytest.mark.parametrize(("answer", "branch"), [("a", 0), ("b", 1)])
def test_missing_values_join_the_side_they_look_like(answer, branch):
    X = {"x": [1.0, 2.0, 8.0, 9.0, None, None]}
    y = ["a", "a", "b", "b", answer, answer]

    model = TreeClassifier().fit(X, y)

    split = model.tree_.node(0).split
    assert (split.thresholds, split.missing_branch) == ((5.0,), branch)
    assert model.predict({"x": [None]}).tolist() == [answer]


def test_whether_a_value_is_known_is_a_question_too():
    X = {"x": [1.0, 7.0, 2.0, None, None], "same": [1, 1, 1, 1, 1]}
    y = ["a", "a", "a", "b", "b"]

    model = TreeClassifier().fit(X, y)

    assert model.tree_.node(0).split.kind == "presence"
    assert model.tree_.n_leaves == 2
    assert model.predict({"x": [100.0, None], "same": [1, 1]}).tolist() == ["a", "b"]


def test_a_value_that_was_always_known_goes_down_the_heavier_branch_when_it_is_missing():
    X = {"x": [1.0, 2.0, 3.0]}

    light = TreeClassifier().fit(X, ["a", "a", "b"])
    heavy = TreeClassifier().fit(X, ["a", "a", "b"], sample_weight=[1, 1, 3])

    assert light.predict({"x": [np.nan]}).tolist() == ["a"]
    assert heavy.predict({"x": [np.nan]}).tolist() == ["b"]
