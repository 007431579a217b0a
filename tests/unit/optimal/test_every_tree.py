"""The search against the twin that tries every tree."""

import warnings

import numpy as np
import pytest

from arboretum import OptimalClassifier, OptimalRegressor
from arboretum.exceptions import NotProvedWarning
from tests.examples import full
from tests.oracles.optimal import every_question, least_cost, least_costs

CASES = 25
#: Subproblems that are looked at in a search that may end early.
FEW = [0, 1, 2, 4, 8, 16]


def draw_columns(random, n):
    columns, kinds = {}, {}
    if random.random() < 0.2:  # columns of two values are searched in a way of their own
        return {f"x{j}": random.integers(0, 2, n).astype(float) for j in range(4)}, kinds
    for j in range(random.integers(1, 4)):
        name = f"x{j}"
        if random.random() < 0.65:
            values = random.integers(0, random.integers(2, 9), n) / 4
        else:
            values = random.integers(0, random.integers(2, 5), n).astype(float)
            kinds[name] = "categorical"
        if random.random() < 0.4:
            values[random.random(n) < 0.25] = np.nan
        columns[name] = values
    return columns, kinds


def draw_weights(random, n):
    style = random.integers(4)
    if style == 0:
        return None
    if style == 1:
        return random.integers(0, 4, n).astype(float)
    return random.choice([0.25, 0.5, 1.0, 1.5], n) if style == 2 else random.random(n) + 0.1


def twin_columns(columns, kinds):
    made = []
    for name, values in columns.items():
        if name in kinds:
            made.append(("category", np.where(np.isnan(values), -1, values).astype(int)))
        else:
            made.append(("number", values))
    return made


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
    columns, kinds = draw_columns(random, n)
    n_classes = int(random.integers(2, 5))
    y = random.integers(0, n_classes, n)
    y[:n_classes] = range(n_classes)
    weights = draw_weights(random, n)
    if weights is not None:
        weights[:n_classes] += weights[:n_classes] == 0
    loss = None
    if random.random() < 0.4:
        loss = random.integers(1, 8, (n_classes, n_classes)) / 2
        np.fill_diagonal(loss, 0.0)

    model = OptimalClassifier(**limits, loss=loss, kinds=kinds).fit(columns, y, weights)

    w = np.ones(n) if weights is None else weights
    matrix = 1.0 - np.eye(n_classes) if loss is None else loss
    each = w[:, None] * matrix[y]
    counts = w if (w == np.rint(w)).all() else np.ones(n)
    depth, leaves = limits["max_depth"], limits["max_leaves"] or 2 ** limits["max_depth"]
    masks = every_question(twin_columns(columns, kinds))
    costs = least_costs(
        masks,
        lambda rows: each[rows].sum(axis=0).min(),
        counts,
        depth,
        leaves,
        limits["min_samples_leaf"],
    )
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
    columns, kinds = draw_columns(random, n)
    y = random.integers(0, 6, n) / 2.0 if random.random() < 0.5 else random.normal(size=n) * 1e3
    weights = draw_weights(random, n)
    if weights is not None:
        weights[:2] += weights[:2] == 0
    limits["alpha"] *= float(np.var(y))

    model = OptimalRegressor(**limits, kinds=kinds).fit(columns, y, weights)

    w = np.ones(n) if weights is None else weights
    counts = w if (w == np.rint(w)).all() else np.ones(n)
    depth, leaves = limits["max_depth"], limits["max_leaves"] or 2 ** limits["max_depth"]

    def cost(rows):
        mean = np.average(y[rows], weights=w[rows])
        return float((w[rows] * (y[rows] - mean) ** 2).sum())

    masks = every_question(twin_columns(columns, kinds))
    costs = least_costs(masks, cost, counts, depth, leaves, limits["min_samples_leaf"])
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
