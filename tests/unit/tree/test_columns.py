"""Questions about combinations of features: the twin is a walk of one row at a time."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import CARTClassifier, TreeClassifier, TreeRegressor
from arboretum.data import encode_like
from arboretum.exceptions import DataError, TreeFileError, UnsupportedCombination
from arboretum.explain import impurity_importance, path
from arboretum.tree import Tree
from tests.oracles import routing
from tests.oracles.columns import with_combination

MODELS = [
    TreeClassifier(max_depth=5),
    TreeClassifier(max_depth=5, missing="fractional"),
    TreeRegressor(max_depth=5, missing="majority"),
    CARTClassifier(complexity=0.0, min_samples_split=6),
]


def table(n=150, seed=1, missing=0.1):
    rng = np.random.default_rng(seed)
    X = {
        "size": np.round(rng.normal(size=n), 1),
        "weight": np.round(rng.normal(size=n), 1),
        "colour": rng.choice(["red", "green", "blue"], n).astype(object),
    }
    y = X["size"] + 0.3 * X["weight"] + 0.5 * (X["colour"] == "red") > 0.2
    for name in ("size", "weight"):
        X[name][rng.random(n) < missing] = np.nan
    X["colour"][rng.random(n) < missing] = None
    return X, y


@pytest.fixture(params=MODELS, ids=repr)
def tree(request):
    X, y = table()
    return with_combination(request.param.fit(X, y.astype(float)).tree_, "size", "weight")


def test_rows_end_where_a_walk_of_each_ends(tree):
    X, _ = table(seed=2)
    columns = encode_like(tree.schema, X)

    ends = tree.ends(columns)

    for row in range(len(X["size"])):
        shares = routing.parts(tree, columns, row) if tree.surrogates is None else None
        expected = max(shares, key=shares.get) if shares else routing.path(tree, columns, row)[-1]
        if shares and len([s for s in shares.values() if s == max(shares.values())]) > 1:
            continue  # either is right
        assert ends.node[row] == expected


def test_a_matrix_of_numbers_goes_the_same_way():
    X, y = table(missing=0.0)
    matrix = np.column_stack([X["size"], X["weight"]])
    tree = TreeClassifier(max_depth=4).fit(matrix, y).tree_
    tree = with_combination(tree, *tree.schema.feature_names)

    assert tree.apply(matrix).tolist() == tree.apply(tuple(matrix.T)).tolist()
    with pytest.raises(DataError, match="contains infinity"):
        tree.apply(np.array([[np.inf, 0.0]]))


def test_a_file_keeps_the_combinations(tree, tmp_path):
    tree.save(tmp_path / "tree.json")

    assert Tree.load(tmp_path / "tree.json") == tree


def test_a_file_of_the_first_format_still_loads(tree):
    X, y = table()
    grown = CARTClassifier(complexity=0.0, min_samples_split=6).fit(X, y).tree_
    document = grown.to_dict()
    first = {**document, "format": "arboretum-tree/1"}
    for name in ("splits", "runner_ups", "competing", "surrogates"):
        first[name] = dict(first[name])
        first[name]["feature"] = first[name].pop("column")

    assert Tree.from_dict(first) == grown


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([[0, 1.0]], "two features or more"),
        ([[0, 1.0], [0, 2.0]], "two features or more"),
        ([[0, 1.0], [2, 1.0]], "'colour' is not a number"),
        ([[0, 1.0], [7, 1.0]], "weights"),
        ([[0, 1.0], [1]], "expected 2 numbers"),
    ],
)
def test_a_combination_that_cannot_be_is_refused(tree, weights, message):
    document = tree.to_dict()
    document["schema"]["combinations"][0]["weights"] = weights

    with pytest.raises(TreeFileError, match=message):
        Tree.from_dict(document)


def test_words_importance_and_paths_know_combinations(tree):
    X, _ = table(seed=2, missing=0.0)
    first = {name: values[:1] for name, values in X.items()}

    importance = impurity_importance(tree)
    way = path(tree, first)

    assert "size + 0.5 * weight <= " in tree.to_text()
    assert importance[tree.schema.feature_index["weight"]] > 0
    assert importance.sum() == pytest.approx(1.0)
    total = sum(way.by_feature().values())
    np.testing.assert_allclose(total, np.sum([step.contribution for step in way.steps], axis=0))


def test_rules_decide_as_the_tree_does():
    X, y = table(missing=0.0)
    tree = with_combination(TreeClassifier(max_depth=4).fit(X, y).tree_, "size", "weight")
    columns = encode_like(tree.schema, X)

    decided = tree.rules().predict(X)

    expected = [tree.schema.classes[code] for code in tree.decisions[tree.apply(columns), 0]]
    assert decided.tolist() == expected


def test_costs_of_combinations_are_refused_by_name(tree):
    with pytest.raises(UnsupportedCombination, match=r"size \+ 0.5 \* weight"):
        tree.cost_report()
