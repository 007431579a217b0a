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
