"""What is said of all near-optimal trees at once, against what each of them says."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from arboretum import datasets
from arboretum.exceptions import ParameterError
from arboretum.explain import near_optimal
from arboretum.tree import format_split
from tests.examples import full
from tests.unit.optimal.test_near_optimal import Case

FILTERS = [
    {},
    {"max_features": 1},
    {"max_leaves": 3},
    {"always": "x0"},
    {"never": "x0"},
    {"feature_costs": {"x0": 5.0}, "max_cost": 5.0},
]
#: Up to so many trees are looked at one by one.
MOST = 300


def each_by_itself(found):
    """The shares of classes, the features that are asked, and the first questions."""
    schema, columns = found.dataset.schema, found.dataset.columns
    n = found.dataset.n_rows
    shares = np.zeros((n, len(schema.classes)))
    features, roots = Counter(), Counter()
    for tree in found:
        shares[np.arange(n), tree.predict(tree.ends(columns), columns)[:, 0]] += 1
        splits = [node.split for node in tree.nodes() if node.split is not None]
        features.update({schema.feature_names[split.column] for split in splits})
        roots[format_split(splits[0], schema) if splits else "no question"] += 1
    return shares / max(found.n_trees, 1), features, roots


@pytest.mark.parametrize("seed", [3, 4, *full(*range(5, 60))])
@pytest.mark.parametrize("given", FILTERS, ids=str)
def test_shares_are_those_of_the_trees_one_by_one(seed, given):
    case = Case(seed)
    case.loss = None
    found = case.find().only(**given)
    if found.n_trees > MOST:
        found = found.only(max_leaves=2, **given)

    shares, features, roots = each_by_itself(found)

    assert found.shares == pytest.approx(shares)
    assert found.features == pytest.approx({f: n / found.n_trees for f, n in features.items()})
    assert found.roots == pytest.approx({q: n / found.n_trees for q, n in roots.items()})
    assert set(found.disputed) == set(np.flatnonzero((shares > 0).sum(axis=1) > 1))


def is_monotone(tree, values, feature, direction):
    """Whether no prediction goes the wrong way on the grid of all values."""
    grid = np.array(list(product(*values)))
    columns = tuple(np.ascontiguousarray(column) for column in grid.T)
    classes = tree.predict(tree.ends(columns), columns)[:, 0]
    others = np.delete(grid, feature, axis=1)
    for one, other in product(range(len(grid)), repeat=2):
        low, high = grid[one, feature], grid[other, feature]
        same = np.array_equal(others[one], others[other], equal_nan=True)
        if same and low < high and direction * (classes[one] - classes[other]) > 0:
            return False
    return True


@pytest.mark.parametrize("seed", [1, 4, *full(*range(7, 36))])
def test_trees_are_monotone_in_all_samples_of_values_that_were_seen(seed):
    random = np.random.default_rng(seed)
    n = 12
    columns = {name: random.integers(0, 3, n) * 1.0 for name in "abc"}
    if seed % 2:
        columns["b"][:3] = np.nan
    y = random.integers(0, 2 + seed % 3 // 2, n)
    found = near_optimal(columns, y, max_depth=2, eps=0.5)

    picked = found.only(monotone={"a": 1})

    values = [np.unique(column) for column in columns.values()]
    expected = [
        tree.to_text() for tree in found if is_monotone(tree, values, feature=0, direction=1)
    ]
    assert seed > 6 or 0 < len(expected) < found.n_trees
    assert [tree.to_text() for tree in picked] == expected
    shares, features, roots = each_by_itself(picked)
    assert picked.shares == pytest.approx(shares)
    assert picked.features == pytest.approx({f: k / picked.n_trees for f, k in features.items()})
    assert picked.roots == pytest.approx({q: k / picked.n_trees for q, k in roots.items()})
    assert sum(one.n_trees for one in picked.counts) == picked.n_trees


@pytest.mark.parametrize(
    ("monotone", "says"),
    [
        ({"thal": 1}, "'thal', whose categories have no order"),
        ({"age": 2}, r"monotone\['age'\]=2 must be 1 or -1"),
        ({"height": 1}, "monotone names 'height'"),
    ],
)
def test_directions_that_make_no_sense_are_refused(monotone, says):
    heart = datasets.heart()
    found = near_optimal(heart.X, heart.y, max_depth=1)

    with pytest.raises(ParameterError, match=says):
        found.only(monotone=monotone)


def test_of_many_trees_only_the_first_are_looked_at(monkeypatch):
    heart = datasets.heart()
    monkeypatch.setattr("arboretum.optimal.picked_trees.MOST", 10)
    found = near_optimal(heart.X, heart.y, alpha=0.01)

    picked = found.only(monotone={"age": 1})

    assert picked.n_trees <= 10
    assert not picked.is_complete
    assert str(picked).startswith("at least")
