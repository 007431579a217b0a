"""Nodes that rpart gives up early, against a slow twin."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import CARTClassifier, _core
from arboretum.pruning.rpart_growth import as_far_as_rpart


def random_binary_tree(rng, n_splits):
    """Parents in pre-order, whole risks that a split never raises, and places."""
    parent, risk = [], []

    def visit(above, left, splits):
        number = len(parent)
        parent.append(above)
        risk.append(left)
        if splits == 0:
            return
        first = int(rng.integers(splits))
        below = int(rng.integers(left + 1)) if rng.random() < 0.7 else left
        share = int(rng.integers(below + 1))
        visit(number, share, first)
        visit(number, below - share, splits - 1 - first)

    visit(-1, int(rng.integers(20, 60)), n_splits)
    return np.array(parent, np.int32), np.array(risk, float), rng.random(len(parent))


def slow_splits(parent, risk, place, price):
    """What the kernel finds, by recursion: nodes that are split, below others that are."""
    found = np.zeros(len(parent), bool)

    def grow(node, ceiling):
        """(risk, splits) of what hangs on a node, and the price at which it is given up."""
        children = sorted(np.flatnonzero(parent == node), key=lambda child: place[child])
        hope = min(risk[node], ceiling)
        if not children or hope <= price:
            return (risk[node], 0), price
        first, second = children
        ends = {}
        ends[first] = grow(first, hope - price)
        (grown, splits), _ = ends[first]
        hope = max((risk[node] - grown) / (splits + 1), risk[node] - risk[first])
        ends[second] = grow(second, min(hope, ceiling) - price)

        def saves():
            below = [kept for kept, _ in ends.values()]
            return (risk[node] - sum(r for r, _ in below)) / (sum(n for _, n in below) + 1)

        for child in sorted(children, key=lambda child: ends[child][1]):
            if saves() <= ends[child][1]:
                break
            ends[child] = (risk[child], 0), ends[child][1]
        found[node] = saves() > price
        if not found[node]:
            return (risk[node], 0), saves()
        below = [kept for kept, _ in ends.values()]
        return (sum(r for r, _ in below), sum(n for _, n in below) + 1), saves()

    grow(0, risk[0])
    return found


@pytest.mark.parametrize("seed", range(60))
def test_the_kernel_splits_what_the_twin_splits(seed):
    rng = np.random.default_rng(seed)
    parent, risk, place = random_binary_tree(rng, int(rng.integers(1, 25)))
    price = float(rng.choice([0.5, 1.25, 2.5]))

    found = _core.splits_of_rpart(parent, risk, place, price)

    np.testing.assert_array_equal(found == 1, slow_splits(parent, risk, place, price))


def test_a_split_below_two_that_save_nothing_is_given_up():
    # A leaf costs 4.  The root may save 10; its child, rpart thinks, 10 - 4; the next 6 - 4, which
    # is less than a leaf: it never sees that the split of 3 saves 10 on its own.
    parent = np.array([-1, 0, 1, 2, 3, 3, 2, 1, 0], np.int32)
    risk = np.array([10.0, 10, 10, 10, 0, 0, 0, 0, 0])
    place = np.arange(9.0)

    given_up = _core.splits_of_rpart(parent, risk, place, 4.0)

    assert not given_up.any()
    assert _core.splits_of_rpart(parent, risk, place, 2.0)[:4].tolist() == [1, 1, 1, 1]


def test_a_tree_with_a_branch_for_missing_values_is_not_of_rpart():
    X = {"x": [1.0, 1, 2, 2, np.nan, np.nan] * 5, "z": [1.0, 2, 3] * 10}
    model = CARTClassifier(missing="branch", complexity=0.1).fit(X, list("aabbcc") * 5)
    assert model.tree_.splits.arity.max() == 3

    assert as_far_as_rpart(model.tree_, 0.1) is model.tree_
