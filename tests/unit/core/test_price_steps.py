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


PARENT = np.array([-1, 0, 1, 1, 0, 4, 4, 6, 6], dtype=np.int32)


def rows_at_ends(seed, kind):
    """Rows that end at nodes of a tree, what is true and predicted, and the same as ways."""
    rng = np.random.default_rng(seed)
    end = rng.integers(0, len(PARENT), 50).astype(np.int32)
    truth, predicted = (
        rng.normal(size=n) if kind == "numbers" else rng.integers(0, 3, n).astype(np.int32)
        for n in (len(end), len(PARENT))
    )
    table = None if kind == "numbers" else rng.random((3, 3))
    paths = []
    for node in end.tolist():
        path = [node]
        while PARENT[path[0]] >= 0:
            path.insert(0, PARENT[path[0]])
        paths.append(np.array(path))
    losses = [
        (true - predicted[path]) ** 2 if table is None else table[true, predicted[path]]
        for true, path in zip(truth, paths, strict=True)
    ]
    return (predicted, end, truth), table, (paths, losses)


@pytest.mark.parametrize("kind", ["numbers", "classes"])
@pytest.mark.parametrize("seed", range(5))
def test_rows_at_their_ends_save_what_they_save_on_their_ways(seed, kind):
    rows, table, ways_down = rows_at_ends(seed, kind)
    rng = np.random.default_rng(seed)
    weight = rng.uniform(0.5, 2.0, len(rows[1]))
    price, asked = rng.random(len(PARENT)), np.array([0.0, 0.2, 0.2, 0.7])
    weights = weight, weight**2 / 3

    found = _core.saved_at_ends(PARENT, *rows, *weights, price, asked, table)

    step = [(asked < one).sum() for one in price]
    np.testing.assert_array_equal(found, saved_by_step(*ways_down, *weights, step, 5))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"parent": np.array([-1, 2, 0], dtype=np.int32)}, "pre-order"),
        ({"predicted": np.zeros(2, dtype=np.int32)}, "predicted has length 2, expected 3"),
        ({"end": np.array([3], dtype=np.int32)}, "end[0] is 3, but there are 3 nodes"),
        ({"truth": np.zeros(2, dtype=np.int32)}, "has length 2, expected 1"),
        ({"truth": np.array([2], dtype=np.int32)}, "a class is not in the table of costs"),
        ({"truth": np.array([-1], dtype=np.int32)}, "a class is not in the table of costs"),
        ({"table": None}, "a class is not in the table of costs"),
        ({"table": np.ones((2, 3))}, "table has length 6, expected 4"),
        ({"asked": np.array([1.0, 0.0])}, "asked must not fall"),
    ],
)
def test_rows_that_do_not_fit_are_refused(changes, message):
    given = {
        "parent": np.array([-1, 0, 0], dtype=np.int32),
        "predicted": np.array([0, 0, 1], dtype=np.int32),
        "end": np.array([2], dtype=np.int32),
        "truth": np.array([1], dtype=np.int32),
        "weight": np.ones(1),
        "squared_weight": np.ones(1),
        "price": np.zeros(3),
        "asked": np.zeros(2),
        "table": np.ones((2, 2)),
    }

    with pytest.raises(ValueError, match=re.escape(message)):
        _core.saved_at_ends(**{**given, **changes})


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
