"""How far a tree is from the best one: against trees that are proved best, and by trying all."""

from dataclasses import replace

import numpy as np
import pytest

from arboretum import (
    C45Classifier,
    CARTClassifier,
    M5Regressor,
    OptimalClassifier,
    OptimalRegressor,
    Tree,
    TreeClassifier,
    TreeRegressor,
    datasets,
)
from arboretum.exceptions import UnsupportedCombination
from arboretum.explain import distance_from_optimal
from tests.examples import full
from tests.oracles.optimal import every_question, least_costs
from tests.unit.optimal.drawn import draw_columns, draw_weights, twin_columns


@pytest.fixture(scope="module")
def heart():
    return datasets.heart()


def check_case(seed):
    """The bound is what the twin finds, whatever tree it is about."""
    random = np.random.default_rng(seed)
    n = int(random.integers(6, 13))
    columns, kinds = draw_columns(random, n)
    y = random.integers(0, 2, n)
    y[:2] = 0, 1
    weights = draw_weights(random, n)
    if weights is not None:
        weights[:2] += weights[:2] == 0
    splits = "multiway" if random.random() < 0.3 else "binary"
    model = TreeClassifier(
        max_depth=int(random.integers(1, 3)),
        min_samples_leaf=int(random.integers(1, 3)),
        splits=splits,
        kinds=kinds,
    ).fit(columns, y, weights)

    found = distance_from_optimal(model, columns, y, weights, seconds=None)

    w = np.ones(n) if weights is None else weights
    counts = w if (w == np.rint(w)).all() else np.ones(n)
    each = w[:, None] * (1.0 - np.eye(2))[y]
    ends = model.apply(columns)
    smallest = min(counts[(ends == leaf) & (w > 0)].sum() for leaf in np.unique(ends[w > 0]))
    costs = least_costs(
        every_question(twin_columns(columns, kinds)),
        lambda rows: each[rows].sum(axis=0).min(),
        counts,
        found.limits.max_depth,
        model.n_leaves_,
        max(1, int(smallest)),
    )
    assert found.is_proved
    assert found.is_compared
    assert found.bound == pytest.approx(costs[-1], abs=1e-7)
    assert found.cost == pytest.approx(w[model.predict(columns) != y].sum())
    assert found.bound <= found.cost + 1e-9
    assert splits == "multiway" or found.limits.max_depth == model.depth_


@pytest.mark.parametrize("start", [0, *full(*range(20, 400, 20))])
def test_no_tree_that_is_as_simple_is_better(start):
    for seed in range(start, start + 20):
        check_case(seed)


def test_a_tree_that_is_the_best_is_told_so(heart):
    best = OptimalClassifier(max_depth=3).fit(heart.X, heart.y)

    found = distance_from_optimal(best, heart.X, heart.y, seconds=None)

    assert found.is_best
    assert found.cost == best.certificate_.objective
    assert found.sentence == (
        f"With {best.n_leaves_} leaves no tree makes fewer training errors than the 35 of this one."
    )


def test_a_greedy_tree_is_told_what_it_missed(heart):
    model = TreeClassifier(max_depth=3).fit(heart.X, heart.y)
    best = OptimalClassifier(max_depth=3, min_samples_leaf=3).fit(heart.X, heart.y)

    found = distance_from_optimal(model.tree_, heart.X, heart.y, seconds=None)

    assert found.limits.min_samples_leaf == int(model.tree_.n_samples[model.tree_.is_leaf].min())
    assert found.bound == found.best == best.certificate_.objective
    assert found.cost == (model.predict(heart.X) != heart.y).sum()
    assert found.sentence == (
        f"With 8 leaves {found.best:.0f} training errors are the fewest possible; this tree makes "
        f"{found.cost:.0f}."
    )
    assert "at most 3 questions one below the other, with at least 3 samples" in str(found)


def test_a_search_that_ends_early_gives_a_range(heart):
    model = TreeClassifier(max_depth=4).fit(heart.X, heart.y)

    found = distance_from_optimal(model, heart.X, heart.y, seconds=None, work_limit=5000)

    assert not found.is_proved
    assert 0 < found.bound < found.best < found.cost
    assert f"{found.bound:.0f} to {found.best:.0f} training errors are possible" in found.sentence
    assert "The search ended because the work was done." in str(found)


def test_losses_and_weights_are_those_of_the_tree(heart):
    loss = {1: {2: 5.0}}
    model = CARTClassifier(loss=loss, max_depth=2).fit(heart.X, heart.y)
    best = OptimalClassifier(loss=loss, max_depth=2, max_leaves=model.n_leaves_)
    smallest = int(model.tree_.n_samples[model.tree_.is_leaf].min())
    best.set_params(min_samples_leaf=smallest).fit(heart.X, heart.y)

    found = distance_from_optimal(model, heart.X, heart.y, seconds=None)

    assert found.counts == "cost"
    assert found.bound == pytest.approx(best.certificate_.objective)
    assert found.cost == pytest.approx(model.risk(heart.X, heart.y) * len(heart.y))


def test_classes_that_an_estimator_weighs_are_weighed(heart):
    model = TreeClassifier(max_depth=2, class_weight={1: 3.0, 2: 1.0}).fit(heart.X, heart.y)

    found = distance_from_optimal(model, heart.X, heart.y, seconds=None)

    wrong = model.predict(heart.X) != heart.y
    assert found.cost == np.where(np.asarray(heart.y) == 1, 3, 1)[wrong].sum()
    assert found.bound <= found.cost


def test_numbers_are_told_as_root_mean_squares(heart):
    known = {name: heart.X[name] for name in heart.X if name != "max.heart.rate"}
    rate = heart.X["max.heart.rate"]
    model = TreeRegressor(max_depth=2).fit(known, rate)
    smallest = int(model.tree_.n_samples[model.tree_.is_leaf].min())
    best = OptimalRegressor(max_depth=2, min_samples_leaf=smallest).fit(known, rate)

    found = distance_from_optimal(model, known, rate, seconds=None)

    n = len(rate)
    assert found.cost == pytest.approx(model.risk(known, rate) * n)
    assert found.bound == pytest.approx(best.certificate_.objective)
    own, least = (f"{np.sqrt(cost / n):.4g}" for cost in (found.cost, found.bound))
    assert found.sentence.endswith(f"this tree is off by {own}.")
    assert f"being off by {least} on the training samples" in found.sentence


def test_a_tree_from_a_file_is_compared_as_well(heart, tmp_path):
    model = C45Classifier(max_depth=2).fit(heart.X, heart.y)
    file = tmp_path / "tree.json"
    model.tree_.save(file)

    found = distance_from_optimal(Tree.load(file), heart.X, heart.y, seconds=None)

    own = distance_from_optimal(model, heart.X, heart.y, seconds=None)
    assert str(found) == str(own)


def test_a_tree_that_asks_about_many_categories_is_told_apart():
    random = np.random.default_rng(0)
    X = {"town": random.choice(list("abcdefghijkl"), 200)}
    y = np.isin(X["town"], list("bdfhjl")) ^ (random.random(200) < 0.1)
    model = TreeClassifier(max_depth=1).fit(X, y)

    found = distance_from_optimal(model, X, y, seconds=None)

    assert not found.is_compared
    assert "asks other questions" in str(found)


def test_what_cannot_be_compared_is_refused(heart):
    known = {name: heart.X[name] for name in heart.X if name != "max.heart.rate"}
    rate = np.asarray(heart.X["max.heart.rate"], dtype=float)
    equations = M5Regressor().fit(known, rate)
    two = TreeRegressor(max_depth=1).fit(known, np.stack([rate, rate], axis=1))
    gaps = {"x": [1.0, 2.0, np.nan, 3.0, 4.0, 5.0]}
    spread = C45Classifier(min_samples_leaf=1).fit(gaps, list("aaabbb"))

    with pytest.raises(UnsupportedCombination, match="equations"):
        distance_from_optimal(equations, known, rate)
    with pytest.raises(UnsupportedCombination, match="2 targets"):
        distance_from_optimal(two, known, np.stack([rate, rate], axis=1))
    with pytest.raises(UnsupportedCombination, match="several branches"):
        distance_from_optimal(spread, gaps, list("aaabbb"))


def test_one_error_is_told_as_one(heart):
    model = TreeClassifier(max_depth=1).fit(heart.X, heart.y)
    found = distance_from_optimal(model, heart.X, heart.y, seconds=None)

    one = replace(found, cost=3.0, best=1.0, bound=1.0)
    none_better = replace(found, cost=3.0, best=3.0, bound=1.0)

    assert "1 training error is the fewest possible; this tree makes 3" in one.sentence
    assert "at least 1 training error; this one makes 3" in none_better.sentence
