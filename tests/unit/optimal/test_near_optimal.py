"""The trees near the best one against the twin that writes all trees down."""

import math

import numpy as np
import pytest

from arboretum.explain import near_optimal
from tests.examples import full
from tests.oracles.near_optimal import count_trees, every_tree, namings, shape_of
from tests.oracles.optimal import every_question
from tests.unit.optimal.drawn import draw_columns, draw_weights, twin_columns

CASES = 15
#: Up to so many trees are looked at one by one.
MOST = 200
NEAR = 1e-9


class Case:
    """A small problem, all its trees, and those that are near the best one."""

    def __init__(self, seed):
        self.random = random = np.random.default_rng(seed)
        self.n = n = int(random.integers(4, 11))
        self.columns, self.kinds = draw_columns(random, n)
        self.n_classes = int(random.integers(2, 4))
        self.y = random.integers(0, self.n_classes, n)
        self.y[: self.n_classes] = range(self.n_classes)
        weights = draw_weights(random, n)
        self.weights = None if weights is None else np.where(weights > 0, weights, 1.0)
        self.loss = None
        if random.random() < 0.3:
            self.loss = random.integers(1, 5, (self.n_classes, self.n_classes)) / 2
            np.fill_diagonal(self.loss, 0.0)
        self.eps = float(random.choice([0.0, 0.1, 0.25, 0.5, 1.0]))
        self.limits = {
            "max_depth": int(random.integers(0, 3)) if random.random() < 0.8 else 3,
            "max_leaves": None if random.random() < 0.7 else int(random.integers(1, 5)),
            "min_samples_leaf": int(random.choice([1, 1, 1, 2])),
            "alpha": float(random.choice([0.0, 0.01, 0.05])),
        }

    def find(self, **limits):
        return near_optimal(
            self.columns,
            self.y,
            eps=self.eps,
            sample_weight=self.weights,
            loss=self.loss,
            kinds=self.kinds,
            **self.limits,
            **limits,
        )

    def expect(self):
        w = np.ones(self.n) if self.weights is None else self.weights
        matrix = 1.0 - np.eye(self.n_classes) if self.loss is None else self.loss
        each = w[:, None] * matrix[self.y]
        counts = w if (w == np.rint(w)).all() else np.ones(self.n)
        masks = every_question(twin_columns(self.columns, self.kinds))
        depth, least = self.limits["max_depth"], self.limits["min_samples_leaf"]
        trees = every_tree(masks, each, counts, depth, least)
        most = self.limits["max_leaves"] or 2**depth
        trees = [tree for tree in trees if tree.leaves <= most]
        price = self.limits["alpha"] * w.sum()
        cost = {tree: tree.errors + price * tree.leaves for tree in trees}
        budget = (1 + self.eps) * min(cost.values()) + NEAR
        return [tree for tree in trees if cost[tree] <= budget]


def listed(counts):
    """Leaves and errors of all trees, in their order."""
    every = [np.tile([one.leaves, one.errors], (one.n_trees, 1)) for one in counts]
    rows = np.concatenate(every)
    return rows[np.lexsort((rows[:, 1], rows[:, 0]))]


def check_case(seed):
    case = Case(seed)

    found = case.find()

    expected = case.expect()
    assert found.is_complete
    assert found.n_trees == len(expected)
    assert listed(found.counts) == pytest.approx(
        np.array(sorted((tree.leaves, tree.errors) for tree in expected)), abs=1e-6
    )
    if found.n_trees > MOST:
        return
    trees = list(found)
    shapes = [shape_of(tree, found.dataset.columns) for tree in trees]
    assert set(shapes) == {tree.shape for tree in expected}
    assert len(set(shapes)) == len(shapes)
    assert [tree.n_leaves for tree in trees] == [
        one.leaves for one in found.counts for _ in range(one.n_trees)
    ]


@pytest.mark.parametrize("start", [0, *full(*range(15, 1500, 15))])
def test_the_trees_are_those_that_cost_little_more(start):
    for seed in range(start, start + CASES):
        check_case(seed)


def check_little_memory(seed):
    case = Case(seed)
    megabytes = float(case.random.choice([0.0, 0.0005, 0.001, 0.002, 0.005]))

    found = case.find(memory_limit=megabytes)

    expected = case.expect()
    assert found.is_complete == (found.complete_eps == case.eps and found.stopped == "proved")
    # The cheapest questions may all lead to more leaves than are allowed.
    may_be_none = case.limits["max_leaves"] is not None and found.complete_eps is None
    assert found.n_trees > 0 or may_be_none
    assert found.n_trees <= len(expected)
    assert found.objective == case.find().objective
    shapes = {shape_of(found[rank], found.dataset.columns) for rank in found.draw(MOST)}
    assert shapes <= {tree.shape for tree in expected}
    assert len(shapes) == min(found.n_trees, MOST)
    if found.complete_eps is not None:
        case.eps = found.complete_eps
        assert found.n_trees == len(case.expect())
    return found.stopped, found.complete_eps is None


@pytest.mark.parametrize("start", [0, *full(*range(15, 900, 15))])
def test_with_little_memory_there_are_at_least_as_many_trees_as_it_says(start):
    endings = {check_little_memory(seed) for seed in range(start, start + CASES)}

    assert {("memory", False), ("memory", True)} <= endings or start > 0


def numbered(found):
    return {(one.errors, one.leaves): one.n_trees for one in found.counts}


@pytest.mark.parametrize("seed", [0, 1, *full(*range(2, 30))])
def test_cuts_that_were_not_looked_at_lead_to_no_cheap_tree(seed):
    random = np.random.default_rng(seed)
    n, depth = int(random.integers(20, 36)), int(random.integers(2, 5))
    columns = {"a": random.permutation(n) / 8, "b": random.integers(0, 2, n).astype(float)}
    if depth == 2:
        columns["c"] = random.permutation(n) / 8
    y = (columns["a"] * 16 // n + (random.random(n) < 0.25)).astype(int) % 2

    found = near_optimal(columns, y, max_depth=depth, eps=0.4)

    each = 1 - np.eye(2, dtype=int)[y]
    expected = count_trees(every_question(twin_columns(columns, {})), each, depth)
    budget = 1.4 * found.objective
    assert min(errors for errors, _ in expected) == found.objective
    assert numbered(found) == {key: n for key, n in expected.items() if key[0] <= budget}


def test_more_trees_are_counted_than_a_machine_word_can_hold():
    n = 40

    found = near_optimal({"x": np.arange(n)}, np.arange(n), max_depth=None, alpha=1.0, eps=99.0)

    # The cuts that a tree uses, and the binary trees with so many leaves: Catalan's numbers.
    expected = {
        (n - k, k): math.comb(n - 1, k - 1) * math.comb(2 * k - 2, k - 1) // k
        for k in range(1, n + 1)
    }
    assert numbered(found) == expected
    assert found.n_trees > 2**70
    assert found[0].n_leaves == 1
    assert found[found.n_trees - 1].n_leaves == n


@pytest.mark.parametrize("seed", range(4))
def test_filters_take_the_trees_that_can_be_asked_so(seed):
    case = Case(400 + seed)
    case.limits |= {"max_depth": 2, "max_leaves": None}
    masks = {
        name: every_question(twin_columns({name: values}, case.kinds))
        for name, values in case.columns.items()
    }

    found = case.find()

    named = [namings(tree.shape, masks) for tree in case.expect()]
    for name in case.columns:
        without = sum(all(set(asks) - {name} for asks in tree) for tree in named)
        assert found.only(never=name).n_trees == without
        assert found.only(always=name).n_trees == sum(any(name in q for q in t) for t in named)
    for k in range(3):
        few = [tree for tree in named if len({asks[0] for asks in tree}) <= k]
        assert found.only(max_features=k).n_trees == len(few)
    first = next(iter(case.columns))
    free = found.only(feature_costs={first: 0.0}, max_cost=0.0)
    assert free.n_trees == sum({asks[0] for asks in tree} <= {first} for tree in named)
