"""The search against the twin that tries every tree."""

import warnings

import numpy as np
import pytest

from arboretum import OptimalClassifier, OptimalRegressor
from arboretum.exceptions import NotProvedWarning
from tests.examples import full
from tests.oracles.optimal import every_question, least_cost, least_costs
from tests.unit.optimal.drawn import draw_classes, draw_numbers, twin_columns

CASES = 25
#: Subproblems that are looked at in a search that may end early.
FEW = [0, 1, 2, 4, 8, 16]


def draw_limits(random):
    return {
        "max_depth": int(random.integers(0, 5)),
        "max_leaves": None if random.random() < 0.6 else int(random.integers(1, 7)),
        "min_samples_leaf": int(random.choice([1, 1, 1, 1, 2, 3, 4, 5, 6])),
        "alpha": float(random.choice([0.0, 0.0, 0.01, 0.05, 0.1])),
    }


def draw_size(random, limits):
    """How many samples: enough for a question or two whatever a leaf needs."""
    return int(random.integers(5, 14)) + (limits["min_samples_leaf"] > 3) * 5


def check_claims(model, near, work, *samples):
    """A search that ends early does not promise more than is true."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NotProvedWarning)
        hasty = type(model)(**model.get_params() | {"work_limit": work}).fit(*samples)

    found = hasty.certificate_
    assert found.bound <= near.expected or found.bound == near
    assert found.objective >= near.expected or found.objective == near
    if found.is_proved:
        assert found.objective == near
    if found.has_fewest_leaves:
        assert hasty.n_leaves_ == model.n_leaves_


def check_case(seed):
    random = np.random.default_rng(seed)
    limits = draw_limits(random)
    n = draw_size(random, limits)
    drawn = draw_classes(random, n, most_classes=4)
    columns, y, weights, counts = drawn.columns, drawn.y, drawn.weights, drawn.counts

    model = OptimalClassifier(**limits, loss=drawn.loss, kinds=drawn.kinds)
    model.fit(columns, y, weights)

    w, each = drawn.w, drawn.each
    depth, leaves = limits["max_depth"], limits["max_leaves"] or 2 ** limits["max_depth"]
    masks = every_question(twin_columns(columns, drawn.kinds))
    costs = least_costs(masks, drawn.leaf_cost, counts, depth, leaves, limits["min_samples_leaf"])
    price = limits["alpha"] * w.sum()
    least, fewest = least_cost(costs, price)
    tree, certificate = model.tree_, model.certificate_
    codes = np.searchsorted(model.classes_, model.predict(columns))
    paid = each[np.arange(n), codes].sum() + price * tree.n_leaves
    ends = model.apply(columns)
    smallest = min(counts[ends == leaf].sum() for leaf in np.unique(ends[w > 0]))
    near = pytest.approx(least, rel=1e-7, abs=1e-7)
    assert certificate.is_proved
    assert certificate.objective == near
    assert certificate.bound == near
    assert paid == near
    assert tree.n_leaves <= leaves
    assert tree.depth <= depth
    assert tree.n_leaves == 1 or smallest >= limits["min_samples_leaf"]
    if weights is None or certificate.is_exact:
        assert tree.n_leaves == fewest
    check_claims(model, near, int(random.choice(FEW)), columns, y, weights)


@pytest.mark.parametrize("start", [0, *full(*range(25, 3000, 25))])
def test_no_tree_is_better_than_the_one_found(start):
    for seed in range(start, start + CASES):
        check_case(seed)


def check_numbers(seed):
    random = np.random.default_rng(seed)
    limits = draw_limits(random)
    n = draw_size(random, limits)
    drawn = draw_numbers(
        random,
        n,
        lambda: (
            random.integers(0, 6, n) / 2.0 if random.random() < 0.5 else random.normal(size=n) * 1e3
        ),
    )
    columns, y, weights, w = drawn.columns, drawn.y, drawn.weights, drawn.w
    limits["alpha"] *= float(np.var(y))

    model = OptimalRegressor(**limits, kinds=drawn.kinds).fit(columns, y, weights)

    depth, leaves = limits["max_depth"], limits["max_leaves"] or 2 ** limits["max_depth"]
    masks = every_question(twin_columns(columns, drawn.kinds))
    costs = least_costs(
        masks, drawn.leaf_cost, drawn.counts, depth, leaves, limits["min_samples_leaf"]
    )
    price = limits["alpha"] * w.sum()
    least, _ = least_cost(costs, price)
    tree = model.tree_
    paid = (w * (y - model.predict(columns)) ** 2).sum() + price * tree.n_leaves
    near = pytest.approx(least, rel=1e-8, abs=1e-9 * (1 + w.sum() * float(np.var(y))))
    assert model.certificate_.is_proved
    assert model.certificate_.objective == near
    assert paid == near
    assert tree.n_leaves <= leaves
    assert tree.depth <= depth
    check_claims(model, near, int(random.choice(FEW)), columns, y, weights)


@pytest.mark.parametrize("start", [0, *full(*range(25, 1000, 25))])
def test_no_tree_of_numbers_is_better_than_the_one_found(start):
    for seed in range(start, start + CASES):
        check_numbers(seed)


def check_many_cuts(seed):
    """Columns with more cuts than are looked at at once, so that bounds close some of them."""
    random = np.random.default_rng(seed)
    n = int(random.integers(30, 60))
    columns = {"a": random.permutation(n) / 8, "b": random.integers(0, 2, n).astype(float)}
    depth = int(random.integers(2, 4))
    if depth == 2:
        columns["b"] = random.permutation(n) / 8
    n_classes = int(random.integers(2, 4))
    y = (columns["a"] * n_classes * 8 // n + (random.random(n) < 0.3)).astype(int) % n_classes
    least_samples = int(random.choice([1, 3]))

    limits = {"max_depth": depth, "min_samples_leaf": least_samples}
    model = OptimalClassifier(**limits).fit(columns, y)

    masks = every_question(twin_columns(columns, {}))
    each = 1.0 - np.eye(n_classes)[y]
    costs = least_costs(
        masks, lambda rows: each[rows].sum(axis=0).min(), np.ones(n), depth, 2**depth, least_samples
    )
    assert model.certificate_.objective == costs[-1]
    assert (model.predict(columns) != y).sum() == costs[-1]


@pytest.mark.parametrize("seed", [0, 1, *full(*range(2, 40))])
def test_cuts_that_were_not_looked_at_are_not_better(seed):
    check_many_cuts(seed)
