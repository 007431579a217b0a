"""What held-out rows save at each price, from their ways down a tree."""

import re

import numpy as np
import pytest

from arboretum import _core
from tests.oracles.pruning import saved_by_step


def ways(seed):
    """Random ways, the losses along them, weights, and the prices of the nodes."""
    rng = np.random.default_rng(seed)
    paths = [rng.integers(0, 30, rng.integers(1, 9)) for _ in range(40)]
    losses = [rng.random(len(path)) for path in paths]
    weight = rng.uniform(0.5, 2.0, len(paths))
    return paths, losses, weight, weight**2 / 3, rng.integers(0, 7, 30).astype(float)


def flat(paths, losses, weight, squared_weight, price):
    """The same as the core reads it."""
    start = np.concatenate([[0], np.cumsum([len(path) for path in paths])])
    node = np.concatenate(paths).astype(np.int32)
    return start, node, np.concatenate(losses), weight, squared_weight, price


@pytest.mark.parametrize("seed", range(5))
def test_the_kernel_equals_its_slow_twin_bit_for_bit(seed):
    given, asked = ways(seed), np.array([0.0, 1.0, 1.0, 2.5, 4.0, 6.0])

    found = _core.saved_by_step(*flat(*given), asked)

    step = [(asked < price).sum() for price in given[-1]]
    np.testing.assert_array_equal(found, saved_by_step(*given[:-1], step, 7))


def test_prices_of_all_magnitudes_are_found_among_those_asked():
    rng = np.random.default_rng(0)
    some = np.exp(rng.normal(scale=9, size=500))
    asked = np.sort(np.concatenate([[-1.0, 0.0, 0.0, np.inf], some, some[:9]]))
    price = np.concatenate(
        [[-2.0, -1.0, -0.0, 0.0, 5e-324, 1e308, np.inf, np.nan], asked, some * 1.5]
    )
    paths = [np.array([node, 0]) for node in range(len(price))]
    losses, weight = list(rng.integers(0, 99, (len(price), 2)) / 8), np.ones(len(price))

    found = _core.saved_by_step(*flat(paths, losses, weight, weight, price), asked)

    step = [(asked < one).sum() for one in price]
    np.testing.assert_array_equal(
        found, saved_by_step(paths, losses, weight, weight, step, len(asked) + 1)
    )


def rows_of_tree(seed, kind):
    """A random tree, rows that go down it, what is true and predicted, and the same as ways."""
    rng = np.random.default_rng(seed)
    n, columns = 60, [rng.integers(0, 6, 60).astype(float), rng.integers(0, 4, 60).astype(np.int32)]
    columns[0][rng.random(n) < 0.1] = np.nan
    table = {
        name: [] for name in ("column", "kind", "missing_branch", "value_start", "value_count")
    }
    thresholds, branches, children, ways_down = [], [], [], [[] for _ in range(n)]

    def add(rows, depth):
        node = len(table["column"])
        for row in rows:
            ways_down[row].append(node)
        asks = depth < 5 and rng.random() < 0.8
        column = int(rng.integers(0, 2)) if asks else -1
        missing = int(rng.integers(-1, 2))  # rows without a value may stay
        values, flat = (
            ([float(rng.integers(0, 5)) + 0.5], thresholds)
            if column == 0
            else (rng.integers(-1, 2, 4).tolist(), branches)  # -1 is a category unknown here
        )
        start, count = (len(flat), len(values)) if asks else (0, 0)
        entries = (column, max(column, 0), missing if asks else -1, start, count)
        for name, entry in zip(table, entries, strict=True):
            table[name].append(entry)
        children.append([])
        if not asks:
            return node
        flat.extend(values)
        goes = [[], []]
        for row in rows:
            held = columns[column][row]
            if column == 0:
                branch = missing if np.isnan(held) else int(held > values[0])
            else:
                branch = missing if values[held] < 0 else values[held]
            if branch >= 0:
                goes[branch].append(row)
        children[node] = [add(some, depth + 1) for some in goes]
        return node

    add(range(n), 0)
    kinds = (np.int32, np.int8, np.int32, np.int64, np.int32)
    tree = {
        name: np.array(held, kind) for (name, held), kind in zip(table.items(), kinds, strict=True)
    }
    tree["thresholds"] = np.array(thresholds, np.float64)
    tree["branches"] = np.array(branches, np.int32)
    tree["child_start"] = np.cumsum([0, *map(len, children)])
    tree["children"] = np.array([child for some in children for child in some], np.int32)
    truth, predicted = (
        rng.integers(-9, 9, size) / 4 if kind == "numbers" else rng.integers(0, 3, size, np.int32)
        for size in (n, len(children))
    )
    costs = None if kind == "numbers" else rng.integers(0, 9, (3, 3)) / 4
    losses = [
        (true - predicted[way]) ** 2 if costs is None else costs[true, predicted[way]]
        for true, way in zip(truth, ways_down, strict=True)
    ]
    return (tree, columns, predicted, truth), costs, (ways_down, losses)


@pytest.mark.parametrize("kind", ["numbers", "classes"])
@pytest.mark.parametrize("seed", range(20))
def test_rows_that_go_down_a_tree_save_what_they_save_on_their_ways(seed, kind):
    rows, costs, ways_down = rows_of_tree(seed, kind)
    rng = np.random.default_rng(seed)
    weight = rng.integers(1, 9, len(rows[3])) / 2  # all sums are exact, in whatever order
    price, asked = rng.random(len(rows[2])), np.array([0.0, 0.2, 0.2, 0.7])

    found = _core.saved_down_tree(*rows, weight, weight**2 / 2, price, asked, costs)

    step = [(asked < one).sum() for one in price]
    by_step = np.array(saved_by_step(*ways_down, weight, weight**2 / 2, step, 5))
    np.testing.assert_array_equal(found, by_step[:, :0:-1].cumsum(axis=1))


def of_stump(**changes):
    """The arrays of a tree of three nodes, some of them changed."""
    kinds = {"kind": np.int8, "value_start": np.int64, "child_start": np.int64}
    stump = {
        "column": [0, -1, -1],
        "kind": [0, 0, 0],
        "missing_branch": [0, -1, -1],
        "value_start": [0, 0, 0],
        "value_count": [1, 0, 0],
        "branches": [],
        "child_start": [0, 2, 2, 2],
        "children": [1, 2],
    }
    arrays = {
        name: np.array(it, kinds.get(name, np.int32)) for name, it in (stump | changes).items()
    }
    return {**arrays, "thresholds": np.array([0.5])}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tree": of_stump(column=[1, -1, -1])}, "node 0 asks for feature 1"),
        ({"tree": of_stump(kind=[0, 0])}, "kind has length 2, expected 3"),
        ({"tree": of_stump(children=[1])}, "a branch has no child"),
        ({"tree": of_stump(missing_branch=[2**31 - 1, -1, -1])}, "a branch has no child"),
        ({"tree": of_stump(children=[0, 0])}, "children must come after their parent"),
        ({"tree": of_stump(children=[1, 3])}, "children must come after their parent"),
        ({"tree": of_stump(child_start=[0, 2, 2])}, "child_start has length 3, expected 4"),
        (
            {"tree": of_stump(missing_branch=[-2, -1, -1]), "columns": [np.array([np.nan])]},
            "a row would go down several branches",
        ),
        ({"columns": [np.zeros(2)]}, "columns has length 2, expected 1"),
        ({"predicted": np.zeros(2, dtype=np.int32)}, "predicted has length 2, expected 3"),
        ({"price": np.zeros(2)}, "column has length 3, expected 2"),
        ({"weight": np.ones(2)}, "has length 2, expected 1"),
        ({"truth": np.array([2], dtype=np.int32)}, "a class is not in the table of costs"),
        ({"truth": np.array([-1], dtype=np.int32)}, "a class is not in the table of costs"),
        ({"table": None}, "a class is not in the table of costs"),
        ({"table": np.ones((2, 3))}, "table has length 6, expected 4"),
        ({"asked": np.array([1.0, 0.0])}, "asked must not fall"),
    ],
)
def test_rows_that_do_not_fit_are_refused(changes, message):
    given = {
        "tree": of_stump(),
        "columns": [np.ones(1)],
        "predicted": np.array([0, 0, 1], dtype=np.int32),
        "truth": np.array([1], dtype=np.int32),
        "weight": np.ones(1),
        "squared_weight": np.ones(1),
        "price": np.zeros(3),
        "asked": np.zeros(2),
        "table": np.ones((2, 2)),
    }
    assert _core.saved_down_tree(**given).shape == (3, 2)

    with pytest.raises(ValueError, match=re.escape(message)):
        _core.saved_down_tree(**{**given, **changes})


def test_one_row_by_hand():
    # At node 0 the row costs 4, at node 1 it costs 1 and at node 2 nothing; it weighs 2.
    start, node = np.array([0, 3]), np.array([0, 1, 2], dtype=np.int32)
    loss, weight, squared = np.array([4.0, 1.0, 0.0]), np.array([2.0]), np.array([4.0])
    price, asked = np.array([0.5, 0.2, np.nan]), np.array([0.3, 0.5])

    found = _core.saved_by_step(start, node, loss, weight, squared, price, asked)

    assert found.tolist() == [[2.0, 6.0, 0.0], [4.0, 12.0, 0.0], [4.0, 60.0, 0.0]]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({0: np.array([0, 2])}, "start must begin with 0 and end with the length of node, 3"),
        ({0: np.array([0, 3, 3])}, "weight has length 1, expected 2"),
        ({1: np.array([0, 1, 3], dtype=np.int32)}, "node[2] is 3, but there are 3 nodes"),
        ({2: np.zeros(2)}, "loss has length 2, expected 3"),
    ],
)
def test_what_does_not_fit_is_refused(changes, message):
    given = [
        np.array([0, 3]),
        np.array([0, 1, 2], dtype=np.int32),
        np.zeros(3),
        np.ones(1),
        np.ones(1),
        np.zeros(3),
    ]
    for position, value in changes.items():
        given[position] = value

    with pytest.raises(ValueError, match=re.escape(message)):
        _core.saved_by_step(*given, np.zeros(2))
