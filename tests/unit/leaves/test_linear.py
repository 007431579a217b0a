"""Linear models of nodes, beside NumPy's least squares."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

from arboretum import RETISRegressor, Tree, TreeRegressor
from arboretum.exceptions import (
    ExtrapolationWarning,
    ParameterError,
    TreeFileError,
    UnsupportedCombination,
)
from arboretum.leaves import Linear
from arboretum.rules import RuleSet
from tests.oracles.linear import kept_terms

RNG = np.random.default_rng(0)
X = RNG.normal(size=(80, 4))
Y = np.where(X[:, 0] > 0, 3 + X @ [1.0, 0.0, 2.0, 0.05], -X[:, 1]) + 0.3 * RNG.normal(size=80)


def grow(leaf, **params):
    return TreeRegressor(leaf=leaf, min_samples_leaf=20, **params).fit(X, Y)


def fitted(rows, columns=slice(None)):
    design = np.column_stack([np.ones(rows.sum()), X[rows][:, columns]])
    return np.linalg.lstsq(design, Y[rows], rcond=None)[0]


def test_a_leaf_has_the_least_squares_fit_of_its_samples():
    model = grow(Linear(clip=False))

    where = model.apply(X)
    for leaf in model.tree_.leaves():
        equation = model.tree_.models.equation(leaf.id, model.tree_.schema)
        expected = fitted(where == leaf.id)
        found = [equation.intercept, *equation.coefficients.values()]
        np.testing.assert_allclose(found, expected, rtol=1e-8)


def test_predictions_are_what_the_equations_say():
    model = grow(Linear(clip=False))

    leaf = model.tree_.node(int(model.apply(X)[0]))
    equation = model.tree_.models.equation(leaf.id, model.tree_.schema)
    by_hand = equation.intercept + X[0] @ list(equation.coefficients.values())
    assert model.predict(X[:1])[0] == pytest.approx(by_hand)
    assert str(equation) == leaf.model


@pytest.mark.parametrize("rule", ["akaike", "quinlan"])
@pytest.mark.parametrize("seed", range(6))
def test_terms_are_dropped_as_one_would_by_hand(rule, seed):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(40, 6))
    target = A @ [2.0, 0.4, 0.2, 0.1, 0.0, 0.0] + rng.normal(size=40)

    model = TreeRegressor(leaf=Linear(drop=rule), max_depth=0).fit(A, target)

    kept = kept_terms(A, target, np.ones(40), rule)
    assert model.tree_.models.term.tolist() == kept
    assert model.tree_.models.n_parameters.tolist() == [len(kept) + 1]


def test_smoothing_averages_from_the_leaf_up():
    # (n f + k g) / (n + k), with n the samples of the lower node, one node after another.
    plain, smooth = (grow(Linear(clip=False, smoothing=k), max_depth=3).tree_ for k in (0.0, 15.0))
    row = np.zeros(plain.n_nodes, dtype=np.int32)
    nodes = np.arange(plain.n_nodes, dtype=np.int32)
    columns = tuple(X[:1].T)
    said = plain.values_at(columns, row, nodes)[:, 0]

    found = smooth.values_at(columns, row, nodes)[:, 0]

    for leaf in plain.leaves():
        value, node = said[leaf.id], leaf
        while node.parent is not None:
            n = node.n_samples
            value = (n * value + 15.0 * said[node.parent]) / (n + 15.0)
            node = plain.node(node.parent)
        assert found[leaf.id] == pytest.approx(value)


def test_a_price_draws_coefficients_to_zero():
    scale = X.std(axis=0)
    Z = (X - X.mean(axis=0)) / scale
    expected = np.linalg.solve(Z.T @ Z + 8.0 * np.eye(4), Z.T @ (Y - Y.mean())) / scale

    model = TreeRegressor(leaf=Linear(ridge=8.0), max_depth=0).fit(X, Y)

    np.testing.assert_allclose(model.tree_.models.coefficient, expected, rtol=1e-9)


def test_a_term_that_others_explain_is_left_out():
    doubled = np.column_stack([X, 2 * X[:, 0] - X[:, 1], np.ones(80)])

    model = TreeRegressor(leaf=Linear(clip=False), max_depth=0).fit(doubled, Y)
    plain = TreeRegressor(leaf=Linear(clip=False), max_depth=0).fit(X, Y)

    np.testing.assert_allclose(model.predict(doubled), plain.predict(X), rtol=1e-9, atol=1e-9)
    assert model.tree_.models.term.tolist() == [0, 1, 2, 3]


def test_whole_weights_are_repetition():
    weights = np.arange(80) % 3 + 1
    again = np.repeat(np.arange(80), weights)

    weighted = TreeRegressor(leaf=Linear(drop="quinlan", clip=False), max_depth=2).fit(
        X, Y, weights
    )
    repeated = TreeRegressor(leaf=Linear(drop="quinlan", clip=False), max_depth=2).fit(
        X[again], Y[again]
    )

    np.testing.assert_allclose(weighted.predict(X), repeated.predict(X), rtol=1e-9)


def test_what_no_training_sample_had_is_held_back_and_counted():
    model = RETISRegressor(max_depth=0).fit({"x": [0.0, 1.0, 2.0, 3.0]}, [0.0, 1.0, 2.0, 3.0])

    with pytest.warns(ExtrapolationWarning, match="2 of 3 predictions"):
        found = model.predict({"x": [1.5, 7.0, -9.0]})

    assert found.tolist() == pytest.approx([1.5, 3.0, 0.0])
    free = RETISRegressor(max_depth=0, clip=False).fit({"x": [0.0, 1.0]}, [0.0, 1.0])
    assert free.predict({"x": [7.0]})[0] == pytest.approx(7.0)


def test_sets_of_categories_and_missing_values_are_terms():
    table = pd.DataFrame({"kind": ["a", "b", "b", None], "x": [1.0, 2.0, None, 3.0]})
    target = [1.0, 5.0, 5.0, 3.0]
    leaf = Linear(features=("kind", "x"), clip=False)

    model = TreeRegressor(leaf=leaf, max_depth=0).fit(table, target)

    # b is 1, a is 0 and the missing one is the mean of the others, 2/3; x counts as 2.
    design = np.array([[1, 0, 1.0], [1, 1, 2.0], [1, 1, 2.0], [1, 2 / 3, 3.0]])
    expected = np.linalg.lstsq(design, target, rcond=None)[0]
    np.testing.assert_allclose(model.predict(table), design @ expected, rtol=1e-9)
    assert "(kind = b)" in model.tree_.root.model
    everything = TreeRegressor(leaf=Linear(clip=False), max_depth=0).fit(table, target)
    assert everything.tree_.models == model.tree_.models


def test_files_and_rules_say_the_same():
    tree = grow(Linear(drop="akaike"), max_depth=2).tree_
    ends = tree.ends(tuple(X.T))
    expected = tree.predict_values(ends, tuple(X.T))[:, 0]

    loaded = Tree.from_dict(json.loads(json.dumps(tree.to_dict())))
    rules = RuleSet.from_dict(json.loads(json.dumps(tree.rules().to_dict())))

    assert loaded == tree
    np.testing.assert_array_equal(loaded.predict_values(ends, tuple(X.T))[:, 0], expected)
    np.testing.assert_array_equal(rules.predict(X), expected)
    assert rules == tree.rules()
    leaf = tree.leaves()[0]
    assert f"then y = {leaf.model}" in str(rules)


DAMAGES = {
    "models.kind": lambda m: m.update(kind="program"),
    "models.term": lambda m: m["term"].__setitem__(0, 99),
    "models.n_terms": lambda m: m["n_terms"].__setitem__(0, -1),
    "models.coefficient": lambda m: m["coefficient"].__setitem__(0, "1"),
    "models.low": lambda m: m["low"].__setitem__(0, 1e9),
    "models.terms.feature": lambda m: m["terms"]["feature"].__setitem__(0, 44),
    "models.terms.n_categories": lambda m: m["terms"]["n_categories"].__setitem__(0, 2),
    "models: 'risk' is missing": lambda m: m.pop("risk"),
}


@pytest.mark.parametrize("where", DAMAGES)
def test_a_damaged_file_is_refused_by_name(where):
    document = json.loads(json.dumps(grow(Linear()).tree_.to_dict()))
    DAMAGES[where](document["models"])

    with pytest.raises(TreeFileError, match=where.replace(".", r"\.")):
        Tree.from_dict(document)


def test_what_cannot_be_is_refused_by_name():
    with pytest.raises(ParameterError, match="drop='all'"):
        grow(Linear(drop="all"))
    with pytest.raises(ParameterError, match="ridge=-1"):
        grow(Linear(ridge=-1))
    with pytest.raises(UnsupportedCombination, match="several targets"):
        TreeRegressor(leaf=Linear()).fit(X, np.column_stack([Y, Y]))
    holes = np.where(RNG.random(X.shape) < 0.2, np.nan, X)
    with pytest.raises(UnsupportedCombination, match="fractional"):
        TreeRegressor(leaf=Linear(), missing="fractional").fit(holes, Y)
