"""Which samples nodes hold: against masks by hand, and quantiles by counting."""

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor, datasets, explain
from arboretum.exceptions import ParameterError, UnsupportedCombination


def numbers(n=80, seed=0):
    rng = np.random.default_rng(seed)
    x = np.round(rng.normal(size=n), 2)
    x[rng.random(n) < 0.15] = np.nan
    return {"x": x, "z": rng.choice(list("abc"), n)}, np.round(rng.normal(size=n), 2)


def test_rows_of_nodes_are_those_that_pass_them():
    data = datasets.penguins()
    model = TreeClassifier(max_depth=3).fit(data.X, data.y)
    passed = model.decision_path(data.X).toarray().astype(bool)

    found = explain.members(model, data.X, data.y)

    assert found.kept.row.dtype == np.int64
    assert len(found.kept) == len(data.y)
    for node in range(model.tree_.n_nodes):
        assert found.rows(node).tolist() == np.flatnonzero(passed[:, node]).tolist()
    leaves = model.apply(data.X)
    beside = found.rows_beside({name: column[:5] for name, column in data.X.items()})
    assert [rows.tolist() for rows in beside] == [
        np.flatnonzero(leaves == leaf).tolist() for leaf in leaves[:5]
    ]


@pytest.mark.parametrize("missing", ["direction", "fractional"])
def test_quantiles_are_those_of_the_samples_beside_by_weight(missing):
    X, y = numbers()
    weights = np.random.default_rng(1).choice([1.0, 2.0, 3.0], len(y))
    model = TreeRegressor(missing=missing, max_depth=2, splits="multiway")
    tree = model.fit(X, y, sample_weight=weights).tree_
    columns = model.model_.encode(X)
    ends = tree.ends(columns)
    shares = np.zeros((len(y), tree.n_nodes))
    for node in range(tree.n_nodes):
        shares[:, node] = ends.average(np.eye(tree.n_nodes))[:, node]

    found = explain.members(model, X, y, weights).quantiles(X, (0.1, 0.5, 0.9))

    held = shares * weights[:, None]
    for row in range(len(y)):
        weight = sum(
            shares[row, node] * held[:, node] / held[:, node].sum()
            for node in np.flatnonzero(shares[row])
        )
        for k, wanted in enumerate((0.1, 0.5, 0.9)):
            below = [weight[y <= value].sum() for value in np.sort(y)]
            first = next(v for v, b in zip(np.sort(y), below, strict=True) if b >= wanted - 1e-9)
            assert found[row, k] == first


def test_a_tree_that_keeps_no_rows_says_them_again_from_the_samples():
    X, y = numbers()
    model = TreeRegressor(max_depth=2).fit(X, y)

    ours, again = explain.members(model, X, y), explain.members(model.tree_, X, y)

    assert ours.kept == again.kept
    with pytest.raises(ParameterError, match="The tree keeps no rows"):
        explain.members(model)


@pytest.mark.parametrize("missing", ["direction", "fractional"])
def test_a_tree_that_keeps_its_rows_needs_no_samples(missing):
    X, y = numbers()
    weights = np.random.default_rng(1).choice([1.0, 2.0, 3.0], len(y))
    model = TreeRegressor(missing=missing, max_depth=2, keep_rows=True).fit(X, y, weights)

    ours, again = explain.members(model), explain.members(model, X, y, weights)

    assert ours.kept == again.kept
    assert np.array_equal(ours.quantiles(X, (0.1, 0.5)), again.quantiles(X, (0.1, 0.5)))


def test_quantiles_of_classes_and_odd_shares_are_refused():
    X, y = numbers()
    of_numbers = explain.members(TreeRegressor(max_depth=1).fit(X, y), X, y)
    named = np.where(y > 0, "up", "down")
    of_classes = explain.members(TreeClassifier(max_depth=1).fit(X, named), X, named)

    with pytest.raises(ParameterError, match="must be numbers from 0 to 1"):
        of_numbers.quantiles(X, [25, 50])
    with pytest.raises(UnsupportedCombination, match="Ask for predict_proba"):
        of_classes.quantiles(X)
    with pytest.raises(ParameterError, match="has no node 99"):
        of_numbers.rows(99)
