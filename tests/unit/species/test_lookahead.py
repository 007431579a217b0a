"""Trees that look ahead, against trees that were found by trying all."""

import os
import signal
import threading
import time

import numpy as np
import pytest

from arboretum import OptimalClassifier, TreeClassifier, TreeRegressor, datasets
from arboretum.exceptions import CertificateError, ParameterError, UnsupportedCombination
from arboretum.pruning import CostComplexity
from tests.examples import full
from tests.oracles.optimal import every_question, least_costs
from tests.unit.optimal.drawn import draw_classes, draw_numbers, twin_columns

CASES = 20
#: So deep a tree of a few samples is the best one, whatever the levels.
SURE = 3


def draw_limits(random):
    return {
        "max_depth": int(random.integers(0, 5)),
        "min_samples_leaf": int(random.choice([1, 1, 1, 2, 3])),
        "lookahead": int(random.integers(2, 4)),
    }


def check_nodes(model, drawn):
    """Below every node that leaves few enough questions, no tree costs less."""
    tree, depth = model.tree_, model.max_depth
    w, counts, leaf_cost = drawn.w, drawn.counts, drawn.leaf_cost
    masks = every_question(twin_columns(drawn.columns, drawn.kinds))
    reached = model.decision_path(drawn.columns).toarray() > 0

    def cost_below(node):
        if tree.is_leaf[node]:
            return leaf_cost(reached[:, node] & (w > 0))
        return sum(map(cost_below, tree.children(node)))

    for node in range(tree.n_nodes):
        rows = reached[:, node] & (w > 0)
        left = depth - int(tree.depths[node])
        sure = min(left, SURE)
        inside = [mask & rows for mask in masks]
        least = least_costs(
            inside,
            lambda some, rows=rows: leaf_cost(some & rows),
            np.where(rows, counts, 0.0),
            sure,
            2**sure,
            model.min_samples_leaf,
        )[-1]
        near = pytest.approx(least, rel=1e-7, abs=1e-7)
        assert cost_below(node) == near or (left > SURE and cost_below(node) < near.expected)
        if node == 0:
            check_certificate(model, cost_below(0), near if left <= SURE else None)


def check_certificate(model, cost, least):
    """It tells what the tree costs, and promises no more than is true."""
    found = model.certificate_
    assert found.objective == pytest.approx(cost, rel=1e-7, abs=1e-7)
    assert found.unavoidable <= found.bound + 1e-9
    assert found.bound <= found.objective
    if least is not None:
        assert found.bound <= least.expected or found.bound == least
    if model.max_depth <= model.lookahead:
        assert found.is_proved


def check_classes(seed):
    random = np.random.default_rng(seed)
    limits = draw_limits(random)
    drawn = draw_classes(random, int(random.integers(6, 14)), most_classes=4)

    model = TreeClassifier(**limits, loss=drawn.loss, kinds=drawn.kinds)
    model.fit(drawn.columns, drawn.y, drawn.weights)

    check_nodes(model, drawn)


def check_numbers(seed):
    random = np.random.default_rng(seed)
    limits = draw_limits(random)
    n = int(random.integers(6, 14))
    drawn = draw_numbers(random, n, lambda: random.integers(0, 6, n) / 2.0)

    model = TreeRegressor(**limits, kinds=drawn.kinds)
    model.fit(drawn.columns, drawn.y, drawn.weights)

    check_nodes(model, drawn)


@pytest.mark.parametrize("start", [0, *full(*range(20, 600, 20))])
def test_no_tree_below_a_node_is_better_than_the_one_that_grew(start):
    for seed in range(start, start + CASES):
        check_classes(seed)


@pytest.mark.parametrize("start", [0, *full(*range(20, 300, 20))])
def test_no_tree_of_numbers_below_a_node_is_better_than_the_one_that_grew(start):
    for seed in range(start, start + CASES):
        check_numbers(seed)


def many_samples(n_classes):
    """More than a thread is started for; numbers if ``n_classes`` is 0."""
    random = np.random.default_rng(0)
    X = random.integers(0, 400, (16_000, 20)).astype(float)
    number = X[:, 0] * X[:, 1] / 400 + X[:, 2] + random.normal(size=len(X)) * 100
    cuts = np.quantile(number, np.arange(1, max(n_classes, 1)) / max(n_classes, 1))
    return X, np.digitize(number, cuts) if n_classes else number


@pytest.mark.parametrize("n_classes", [2, 5, 0])
@pytest.mark.parametrize("least", [1, 50])
def test_any_number_of_threads_grows_the_same_tree(n_classes, least):
    X, y = many_samples(n_classes)
    kind = TreeClassifier if n_classes else TreeRegressor
    limits = {"lookahead": 2, "max_depth": 2, "min_samples_leaf": least}
    one = kind(**limits, n_jobs=1).fit(X, y)

    more = [kind(**limits, n_jobs=n).fit(X, y) for n in (2, 3)]

    assert [model.tree_ for model in more] == [one.tree_] * 2


def test_the_certificate_says_how_far_from_the_best_the_tree_may_be():
    heart = datasets.heart()

    far = TreeClassifier(lookahead=2, max_depth=4).fit(heart.X, heart.y)
    near = TreeClassifier(lookahead=3, max_depth=3).fit(heart.X, heart.y)

    found = far.certificate_
    assert found.objective == (far.predict(heart.X) != heart.y).sum()
    assert (found.bound, found.gap, found.stopped) == (found.unavoidable, 1.0, "ahead")
    assert near.certificate_.is_proved
    best = OptimalClassifier(max_depth=3).fit(heart.X, heart.y).certificate_
    assert (near.certificate_.objective, near.certificate_.bound) == (best.objective, best.bound)
    with pytest.raises(CertificateError, match="No proof was made"):
        far.certificate_.save("proof.json")
    assert not hasattr(far.set_params(lookahead=1).fit(heart.X, heart.y), "certificate_")


def test_of_more_samples_than_cuts_are_looked_at_nothing_is_promised():
    random = np.random.default_rng(0)
    X = random.normal(size=(5000, 2))
    y = ((X[:, 0] * X[:, 1] > 0) ^ (random.random(5000) < 0.1)).astype(int)

    found = TreeClassifier(lookahead=2, max_depth=2).fit(X, y).certificate_

    best = OptimalClassifier(max_depth=2).fit(X, y).certificate_.objective
    assert found.bound == 0 < best <= found.objective


def samples_of(n, seed=0):
    random = np.random.default_rng(seed)
    X = {f"x{j}": random.normal(size=n) for j in range(5)}
    return X, (X["x0"] * X["x1"] + X["x2"] > random.normal(size=n)).astype(int)


@pytest.mark.parametrize("levels", [2, 3])
def test_of_many_samples_it_is_no_worse_than_the_best_tree_of_two_levels(levels):
    X, y = samples_of(3000 if levels == 2 else 400)

    model = TreeClassifier(lookahead=levels, max_depth=4, min_samples_leaf=20).fit(X, y)

    best = OptimalClassifier(max_depth=levels, min_samples_leaf=20).fit(X, y)
    assert (model.predict(X) != y).sum() < best.certificate_.objective
    assert model.tree_.n_samples.min() >= 20
    assert model.tree_.depth <= 4


def test_the_depth_that_it_was_made_for_is_the_best():
    heart = datasets.heart()

    model = TreeClassifier(lookahead=3, max_depth=3).fit(heart.X, heart.y)

    best = OptimalClassifier(max_depth=3).fit(heart.X, heart.y)
    assert (model.predict(heart.X) != heart.y).sum() == best.certificate_.objective


def test_the_order_of_the_samples_does_not_matter():
    X, y = samples_of(700)
    order = np.random.default_rng(1).permutation(len(y))

    model = TreeClassifier(lookahead=2, max_depth=4).fit(X, y)
    other = TreeClassifier(lookahead=2, max_depth=4)
    other.fit({name: values[order] for name, values in X.items()}, y[order])

    assert other.tree_.to_text() == model.tree_.to_text()


def test_a_weight_of_two_is_a_sample_twice():
    X, y = samples_of(300)
    twice = np.arange(len(y)) % 3 == 0
    rows = np.concatenate([np.arange(len(y)), np.flatnonzero(twice)])
    model = TreeClassifier(lookahead=2, max_depth=3, min_samples_leaf=5)

    weighted = model.fit(X, y, 1.0 + twice).tree_.to_text()

    repeated = model.fit({name: values[rows] for name, values in X.items()}, y[rows])
    assert repeated.tree_.to_text() == weighted


def test_smaller_nodes_than_asked_for_are_leaves():
    X, y = samples_of(300)

    tree = TreeClassifier(lookahead=2, max_depth=5, min_samples_split=0.25).fit(X, y).tree_

    assert (tree.n_samples[~tree.is_leaf] >= 75).all()
    assert {leaf.stop_reason for leaf in tree.leaves() if leaf.depth < 5} == {
        "no question here saves anything"
    }


def test_rows_are_kept_and_limits_are_chosen_by_growing_again():
    X, y = samples_of(200)

    kept = TreeClassifier(lookahead=2, max_depth=3, keep_rows=True).fit(X, y)

    assert sum(len(leaf.rows) for leaf in kept.tree_.leaves()) == 200
    assert not kept.limits_are_nested
    assert TreeClassifier().limits_are_nested


@pytest.mark.parametrize(
    ("given", "because"),
    [
        ({"lookahead": 4}, "must be 1, 2 or 3"),
        ({"lookahead": "far"}, "must be 1, 2 or 3"),
        ({"max_depth": None}, "at most 64"),
        ({"max_depth": 65}, "at most 64"),
        ({"criterion": "entropy"}, "would choose nothing"),
        ({"splits": "multiway"}, "two branches"),
        ({"missing": "branch"}, "where the tree is cheapest"),
        ({"stopping": "purity"}, "stopping='purity' would not be heard"),
        ({"feature_costs": {"x0": 2.0}}, "feature_costs"),
        ({"min_weight_fraction_leaf": 0.1}, "min_weight_fraction_leaf=0.1"),
        ({"max_leaf_nodes": 4}, "max_leaf_nodes=4"),
        ({"min_impurity_decrease": 0.01}, "min_impurity_decrease=0.01"),
        ({"max_features": 2}, "max_features=2"),
    ],
)
def test_what_would_not_be_heard_is_refused(given, because):
    X, y = samples_of(60)
    model = TreeClassifier(**{"lookahead": 2, "max_depth": 3} | given)

    with pytest.raises((ParameterError, UnsupportedCombination), match=because):
        model.fit(X, y)


def test_several_targets_are_refused():
    X, y = samples_of(60)

    with pytest.raises(UnsupportedCombination, match="2 targets"):
        TreeRegressor(lookahead=2, max_depth=3).fit(X, np.stack([y, 1 - y], axis=1))


def test_pruning_that_would_grow_greedy_trees_is_refused():
    X, y = samples_of(200)

    with pytest.raises(UnsupportedCombination, match="GridSearchCV"):
        TreeClassifier(lookahead=2, max_depth=3, pruning=CostComplexity(cv=3)).fit(X, y)

    pruned = TreeClassifier(lookahead=2, max_depth=3, pruning=CostComplexity(alpha=20)).fit(X, y)
    assert pruned.n_leaves_ == 1


def test_progress_is_told_in_rows():
    told = []
    model = TreeRegressor(lookahead=3, max_depth=6)
    X, y = samples_of(400)
    dataset = model.make_dataset(X, X["x0"] * X["x1"] + y)

    model.fit_dataset(dataset, lambda done, of: told.append((done, of)))

    shares = [done / of for done, of in told]
    assert shares == sorted(shares)
    assert 0 <= shares[0] < shares[-1] <= 1


def test_an_interrupt_ends_growing():
    X, y = samples_of(3000)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    start = time.perf_counter()

    timer.start()
    with pytest.raises(KeyboardInterrupt):
        TreeRegressor(lookahead=3, max_depth=8).fit(X, X["x0"] * X["x1"] + y)

    timer.join()
    assert time.perf_counter() - start < 30
