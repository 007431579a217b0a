"""The tree of numbers that is grown where nobody chose another, beside a slow choice."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import (
    M5Regressor,
    MAUVERegressor,
    ReadableTreeRegressor,
    TreeRegressor,
)
from arboretum.data import make_dataset
from arboretum.data.folds import make_folds
from arboretum.exceptions import DataError, ParameterError
from arboretum.pruning import M5
from arboretum.pruning.m5 import cuts_at
from arboretum.species import readable_numbers
from arboretum.species.sizes_by_folds import COSTS
from tests.oracles.sized_trees import held_out_errors, is_dear

pytestmark = pytest.mark.filterwarnings("ignore::arboretum.exceptions.ExtrapolationWarning")

RNG = np.random.default_rng(5)
N = 90
X = RNG.uniform(-1, 1, size=(N, 3)).round(2)
BEND = np.where(X[:, 0] > 0, 3 * X[:, 1], 1 - 2 * X[:, 2]) + 0.2 * RNG.normal(size=N)
STEPS = 4.0 * (X[:, 0] > 0.2) + 2.0 * (X[:, 1] > -0.1) + 0.1 * RNG.normal(size=N)
NOISE = RNG.normal(size=N)

#: Two kinds of trees that are tried, as estimators.
SLOW = {
    "means": lambda: TreeRegressor(min_samples_leaf=5),
    "M5'": lambda: M5Regressor(pruning=None, smoothing=15.0),
    "MAUVE": lambda: MAUVERegressor(pruning=None, smoothing=15.0),
}


def few_folds(monkeypatch, n_folds=4, repeats=2):
    dealings = ((float("inf"), n_folds, repeats),)
    monkeypatch.setattr(readable_numbers.ReadableTreeRegressor, "_dealings", dealings)


def dealt(y, n_folds, repeats):
    dataset = make_dataset(X, y, nominal=False)
    folds = make_folds(dataset, n_folds, None, 0, repeats)
    return [(np.flatnonzero(it.growing > 0), np.flatnonzero(it.held_out > 0)) for it in folds]


@pytest.mark.parametrize("size", ["best", "small", "smallest"])
@pytest.mark.parametrize("y", [BEND, STEPS, NOISE], ids=["bend", "steps", "noise"])
def test_the_tree_is_that_of_a_slow_choice(y, size, monkeypatch):
    few_folds(monkeypatch)
    monkeypatch.setattr(readable_numbers, "MOST_PRODUCTS", 0.0)  # RETIS is slow, and like MAUVE
    power = {"best": 0.0, "small": 0.1, "smallest": 0.2}[size]

    model = ReadableTreeRegressor(size=size).fit(X, y)

    found = {}
    for name, make in SLOW.items():
        losses, leaves = held_out_errors(make, X, y, dealt(y, 4, 2), COSTS)
        price = (1 + leaves / 20) ** power
        best = int((np.sqrt(losses.mean(axis=1)) * price).argmin())
        found[name] = (losses[best], price[best], COSTS[best])
    taken = "means"
    for name, noise in [("M5'", 0.5), ("MAUVE", 1.0)]:
        simple, other = (found[one][0] * found[one][1] ** 2 for one in (taken, name))
        saved = simple - other
        if saved.mean() > noise * saved.std() / np.sqrt(N):
            taken = name
    choice = model.choice_
    assert choice["name"] == list(SLOW)
    np.testing.assert_allclose(
        choice["error"], [np.sqrt(losses.mean()) for losses, _, _ in found.values()], rtol=1e-9
    )
    spread = [
        losses.std() / np.sqrt(N) / (2 * np.sqrt(losses.mean())) for losses, *_ in found.values()
    ]
    np.testing.assert_allclose(choice["std"], spread, rtol=1e-9)
    assert choice["name"][choice.taken] == taken
    expected = SLOW[taken]().set_params(pruning=M5(cost=found[taken][2])).fit(X, y)
    assert model.tree_.to_text() == expected.tree_.to_text()
    np.testing.assert_array_equal(model.predict(X), expected.predict(X))


@pytest.mark.parametrize("make", SLOW.values(), ids=list(SLOW))
@pytest.mark.parametrize("seed", range(4))
def test_m5_cuts_at_many_costs_what_it_cuts_at_each(make, seed):
    rng = np.random.default_rng(seed)
    y = BEND + rng.normal(size=N)
    tree = make().fit(X, y, sample_weight=rng.uniform(0.5, 2, size=N)).tree_

    found = cuts_at(tree, COSTS)

    for k, cost in enumerate(COSTS):
        assert found[k].tolist() == is_dear(tree, cost)


def test_equations_are_taken_where_they_pay_and_means_where_they_do_not():
    bend, steps = (ReadableTreeRegressor().fit(X, y) for y in (BEND, STEPS))

    assert bend.tree_.models is not None
    assert steps.tree_.models is None
    assert set(steps.predict(X).round(0)) == {0.0, 2.0, 4.0, 6.0}
    assert "The tree by means was taken" in steps.choice_.in_words()


@pytest.mark.parametrize("seed", range(3))
def test_noise_is_left_alone(seed):
    y = np.random.default_rng(seed).normal(size=N)

    model = ReadableTreeRegressor().fit(X, y)

    assert model.n_leaves_ == 1
    # Nothing foresees noise: errors are those of the mean, or larger.
    assert min(model.choice_["error"]) > 0.98 * y.std()


@pytest.mark.parametrize("y", [BEND, STEPS], ids=["bend", "steps"])
def test_larger_prices_make_trees_that_are_no_larger(y, monkeypatch):
    few_folds(monkeypatch)

    sizes = [ReadableTreeRegressor(size=it).fit(X, y) for it in ("best", "small", "smallest")]

    leaves = [model.n_leaves_ for model in sizes]
    assert leaves == sorted(leaves, reverse=True)


def test_samples_of_a_group_are_held_out_together():
    # Every group has a level of its own, which its other samples give away.
    groups = np.repeat(np.arange(18), 5)
    level = RNG.normal(size=18)[groups]
    number = groups + 0.01 * RNG.normal(size=N)

    alone = ReadableTreeRegressor().fit({"number": number}, level)
    together = ReadableTreeRegressor(groups=groups).fit({"number": number}, level)

    assert min(alone.choice_["error"]) < 0.5 * level.std()
    assert min(together.choice_["error"]) > 0.8 * level.std()


def test_retis_is_not_tried_where_its_search_would_take_long(monkeypatch):
    few_folds(monkeypatch, 2, 1)
    assert "RETIS" in ReadableTreeRegressor().fit(X, BEND).choice_["name"]

    monkeypatch.setattr(readable_numbers, "MOST_PRODUCTS", N * 3 * 3**2 - 1)
    model = ReadableTreeRegressor().fit(X, BEND)

    assert model.choice_["name"] == ["means", "M5'", "MAUVE"]
    assert "RETIS was not tried" in str(model.choice_)


def test_of_very_many_samples_a_third_is_held_out(monkeypatch):
    few_folds(monkeypatch, 1 / 3, 1)

    choice = ReadableTreeRegressor().fit(X, BEND).choice_

    losses, leaves = held_out_errors(SLOW["M5'"], X, BEND, dealt(BEND, 3, 1)[:1], COSTS)
    held = ~np.isnan(losses[0])
    error = np.sqrt(losses[:, held].mean(axis=1))
    best = int((error * (1 + leaves / 20) ** 0.1).argmin())
    assert held.sum() == N / 3
    assert choice["error"][1] == pytest.approx(error[best])
    assert "with 33 % of the samples held out" in choice.in_words()


def test_a_row_that_stands_for_several_samples_counts_as_often(monkeypatch):
    few_folds(monkeypatch, 3, 1)
    counts = np.arange(N) % 3 + 1

    model = ReadableTreeRegressor(random_state=1).fit(X, BEND, sample_weight=counts)

    tried = [one.error for one in model.choice_.tried]
    unit = model.choice_.unit
    mean = np.average(BEND, weights=counts)
    assert unit.root == pytest.approx(np.average((BEND - mean) ** 2, weights=counts))
    assert model.choice_["error"] == pytest.approx(np.sqrt(np.array(tried) * unit.root))
    assert model.tree_.n_samples[0] == counts.sum()


@pytest.mark.parametrize("n", [1, 2, 3, 5, 11])
def test_there_may_be_fewer_samples_than_folds(n):
    table = {"a": np.arange(n) % 3, "b": list("xyz" * n)[:n], "c": [None, 1.0, 2.0] * n}
    table["c"] = table["c"][:n]
    y = np.arange(n) * 1.0

    model = ReadableTreeRegressor().fit(table, y)

    assert np.isfinite(model.predict(table)).all()
    assert (model.choice_ is None) == (n == 1)


def test_missing_values_weights_and_categories_are_taken():
    rng = np.random.default_rng(2)
    kind = rng.choice(["a", "b", "c", None], N).tolist()
    x = np.where(rng.random(N) < 0.2, np.nan, X[:, 0])
    y = np.nan_to_num(x) * 3 + np.array([k == "b" for k in kind]) + 0.1 * NOISE
    table = {"x": x, "kind": kind, "grade": rng.integers(0, 3, N)}

    model = ReadableTreeRegressor(kinds={"grade": [0, 1, 2]}).fit(
        table, y, sample_weight=rng.uniform(0.5, 2.0, N)
    )

    assert np.square(model.predict(table) - y).mean() < 0.2 * y.var()
    assert model.tree_.schema.features[2].kind == "ordered"


def test_any_number_of_threads_makes_the_same_choice(monkeypatch):
    few_folds(monkeypatch, 3, 1)

    one, two = (ReadableTreeRegressor(n_jobs=n).fit(X, BEND) for n in (1, 2))

    assert dict(one.choice_) == dict(two.choice_)
    assert one.tree_ == two.tree_


def test_progress_rises_to_the_end(monkeypatch):
    few_folds(monkeypatch, 3, 1)
    seen = []
    model = ReadableTreeRegressor()

    model.fit_dataset(model.make_dataset(X, BEND), lambda done, of: seen.append(done / of))

    assert seen == sorted(seen)
    assert seen[-1] == pytest.approx(1.0)
    assert len(set(np.round(seen, 2))) > 4


def test_a_tree_is_grown_alike_without_choosing_again():
    model = ReadableTreeRegressor().fit(X, BEND)

    again = model.settled().fit_dataset(model.make_dataset(X, BEND))

    assert again.tree_ == model.tree_


def test_bad_parameters_and_targets_are_refused_by_name():
    with pytest.raises(ParameterError, match="size='tiny' is not known"):
        ReadableTreeRegressor(size="tiny").fit(X, BEND)
    with pytest.raises(ParameterError, match="max_depth"):
        ReadableTreeRegressor(max_depth=-1).fit(X, BEND)
    with pytest.raises(DataError, match=r"several targets: 'y1', 'y2'.*MultiTargetRegressor"):
        ReadableTreeRegressor().fit(X, {"y1": BEND, "y2": STEPS})
