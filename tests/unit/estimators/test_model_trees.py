"""M5, RETIS and MAUVE: what they find, what they refuse."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from arboretum import CARTRegressor, M5Regressor, MAUVERegressor, RETISRegressor, explain, show
from arboretum.exceptions import DataError, ParameterError, UnsupportedCombination
from arboretum.pruning import M5, CostComplexity, ReducedError
from tests.oracles.linear import (
    best_single_residuals,
    best_split,
    n_independent,
    ordered_indicators,
    remains,
    squared_residuals,
)

ALL = [M5Regressor, RETISRegressor, MAUVERegressor]
every_species = pytest.mark.parametrize("make", ALL, ids=lambda make: make.__name__)
RNG = np.random.default_rng(0)
X = RNG.normal(size=(300, 3))
Y = np.where(X[:, 0] > 0.2, 2 * X[:, 1], 1 - X[:, 2]) + 0.2 * RNG.normal(size=300)


@pytest.mark.parametrize(
    ("make", "fit", "fitted"),
    [
        (RETISRegressor, squared_residuals, lambda A, y, w: y),
        (partial(MAUVERegressor, lines="targets"), best_single_residuals, lambda A, y, w: y),
        (MAUVERegressor, best_single_residuals, remains),
    ],
    ids=["RETIS", "MAUVE of targets", "MAUVE"],
)
def test_the_first_split_is_the_best_of_all_on_fifty_data_sets(make, fit, fitted):
    for seed in range(50):
        rng = np.random.default_rng(seed)
        n, p = int(rng.integers(12, 40)), int(rng.integers(1, 4))
        A = rng.normal(size=(n, p)).round(1 if seed % 2 else 6)
        y = np.where(A[:, 0] > 0, A.sum(axis=1), -A[:, -1]) + 0.3 * rng.normal(size=n)
        w = np.ones(n) if seed % 3 else rng.uniform(0.5, 2.0, size=n)

        model = make(min_samples_leaf=4, max_depth=1, pruning=None)
        root = model.fit(A, y, sample_weight=w).tree_.root

        target = fitted(A, y, w)
        total, feature, threshold = best_split(A, target, w, fit, 4)
        assert root.split is not None
        assert root.score * w.sum() == pytest.approx(fit(A, target, w) - total, rel=1e-6)
        if not root.is_tie:
            assert (root.split.column, root.split.thresholds) == (feature, (threshold,))


@pytest.mark.parametrize(
    ("make", "fit", "fitted"),
    [
        (RETISRegressor, squared_residuals, lambda A, y, w: y),
        (MAUVERegressor, best_single_residuals, remains),
    ],
    ids=["RETIS", "MAUVE"],
)
@pytest.mark.parametrize("seed", range(12))
def test_the_first_split_is_the_best_with_categories_in_the_equations(make, fit, fitted, seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(30, 60))
    x, kind = rng.normal(size=n).round(1), rng.choice(list("abcd"), n)
    y = np.where(x > 0, x, -x) + 2.0 * (kind == "c") - (kind == "a") * x + 0.3 * rng.normal(size=n)
    w = np.ones(n) if seed % 2 else rng.uniform(0.5, 2.0, size=n)
    A = np.column_stack([x, ordered_indicators(kind.tolist(), y, w)])

    model = make(min_samples_leaf=6, max_depth=1, pruning=None)
    root = model.fit({"x": x, "kind": kind}, y, sample_weight=w).tree_.root

    # Cuts of the order are what the splits of the category are as well.
    target = fitted(A, y, w)
    total, _, _ = best_split(A, target, w, fit, 6)
    assert root.score * w.sum() == pytest.approx(fit(A, target, w) - total, rel=1e-6)


@pytest.mark.parametrize("make", [RETISRegressor, MAUVERegressor], ids=["RETIS", "MAUVE"])
def test_terms_that_others_explain_ask_for_no_samples(make):
    copies = np.column_stack([X, X[:, 0] + X[:, 1], np.ones(300), 2 * X[:, 2]])

    plain, with_copies = make().fit(X, Y), make().fit(copies, Y)

    assert plain.n_leaves_ > 1
    assert with_copies.tree_.to_text() == plain.tree_.to_text()
    np.testing.assert_allclose(with_copies.predict(copies), plain.predict(X), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("make", [RETISRegressor, MAUVERegressor], ids=["RETIS", "MAUVE"])
def test_leaves_hold_two_samples_for_each_term_that_survives(make):
    kind = RNG.choice(list("abc"), 300)
    y = Y + 0.5 * (kind == "b")
    A = np.column_stack([X, X[:, 0] - X[:, 1], ordered_indicators(kind.tolist(), y, np.ones(300))])

    table = {f"x{k}": A[:, k] for k in range(4)}
    tree = make(pruning=None, min_deviation=0).fit({**table, "kind": kind}, y).tree_

    least = 2 * (1 + n_independent(A))
    assert least == 12
    assert min(leaf.n_samples for leaf in tree.leaves()) >= least
    # A node of twice as many samples is split.
    assert max(leaf.n_samples for leaf in tree.leaves()) < 10 * least


@pytest.mark.parametrize("make", [RETISRegressor, MAUVERegressor], ids=["RETIS", "MAUVE"])
def test_the_bend_of_the_absolute_value_is_found_by_models_not_by_variance(make):
    x = np.linspace(-1.0, 1.0, 101)
    y = np.abs(x)

    bend = make().fit({"x": x}, y)
    variance = CARTRegressor(max_depth=1).fit({"x": x}, y)

    assert bend.n_leaves_ == 2
    assert bend.tree_.root.split.thresholds[0] == pytest.approx(0.0, abs=0.011)
    np.testing.assert_allclose(bend.predict({"x": x}), y, atol=1e-12)
    assert abs(variance.tree_.root.split.thresholds[0]) > 0.5


def test_lines_of_residuals_find_what_features_do_together():
    # a turns the slope of b; a steep slope of c hides that from lines of the targets.
    rng = np.random.default_rng(1)
    a, b, c = rng.uniform(-1, 1, size=(3, 2000))
    y = np.where(a > 0.2, b, -b) + 20 * c

    of_targets, of_residuals = (
        MAUVERegressor(lines=lines, max_depth=1, pruning=None).fit({"a": a, "b": b, "c": c}, y)
        for lines in ("targets", "residuals")
    )

    split = of_residuals.tree_.root.split
    assert (split.column, split.thresholds[0]) == (0, pytest.approx(0.2, abs=0.005))
    assert of_targets.tree_.root.split.column != 0
    np.testing.assert_allclose(of_residuals.predict({"a": a, "b": b, "c": c}), y, atol=1e-9)


def test_what_lines_are_of_is_targets_or_residuals():
    with pytest.raises(ParameterError, match="lines='target' must be 'targets' or 'residuals'"):
        MAUVERegressor(lines="target").fit(X, Y)


@every_species
def test_a_tree_of_depth_zero_is_legal(make):
    model = make(max_depth=0).fit(X, Y)

    design = np.column_stack([np.ones(300), X])
    linear = design @ np.linalg.lstsq(design, Y, rcond=None)[0]
    assert model.n_leaves_ == 1
    if make is RETISRegressor:
        np.testing.assert_allclose(make(max_depth=0, clip=False).fit(X, Y).predict(X), linear)
    if make is M5Regressor:  # no feature is tested below
        np.testing.assert_allclose(model.predict(X), Y.mean())


@every_species
def test_features_to_ask_and_features_of_models_are_two_things(make):
    names = ["a", "b", "c"]
    table = dict(zip(names, X.T, strict=True))

    model = make(split_features=["a"], model_features=["a", "b"]).fit(table, Y)

    asked = set(model.tree_.splits.column[~model.tree_.is_leaf].tolist())
    assert asked == {0}
    assert set(model.tree_.models.features_read) <= {0, 1}


@every_species
@pytest.mark.parametrize(
    "pruner", [M5(), CostComplexity(cv=3), CostComplexity(cp=0.1), ReducedError()], ids=repr
)
def test_every_pruner_of_numbers_asks_the_models(make, pruner):
    grown = make(pruning=None).fit(X, Y)

    pruned = make(pruning=pruner).fit(X, Y)

    assert 1 <= pruned.n_leaves_ < max(2, grown.n_leaves_)
    assert len(pruned.tree_.models) == pruned.tree_.n_nodes
    # A pruned leaf predicts what it predicted as an inner node.
    again = grown.prune("m5")
    node = next(n for n in again.tree_.nodes() if n.is_leaf)
    assert node.model in {other.model for other in grown.tree_.nodes()}


def test_m5_weighs_residuals_by_samples_and_parameters():
    # A model of v parameters that leaves R of n samples costs sqrt(R / n) (n + 2 v) / (n - v).
    tree = M5Regressor(pruning=None, max_depth=1, smoothing=0.0).fit(X, Y).tree_
    n, risk, v = tree.n_samples, tree.models.risk, tree.models.n_parameters
    as_leaf = np.sqrt(risk[0] / n[0]) * (n[0] + 2 * v[0]) / (n[0] - v[0])
    below, v_below = risk[1:].sum(), v[1:].sum() + 1
    as_tree = np.sqrt(below / n[0]) * (n[0] + 2 * v_below) / (n[0] - v_below)

    pruned = M5().prune(tree, None)

    assert (pruned.n_leaves == 1) == bool(as_leaf <= as_tree)
    assert M5(cost=50.0).prune(tree, None).n_leaves == 1


@every_species
def test_pictures_and_explanations_show_the_equation(make):
    model = make().fit({"a": X[:, 0], "b": X[:, 1], "c": X[:, 2]}, Y)

    leaf = model.tree_.leaves()[0]
    way = explain.path(model, {"a": [0.0], "b": [1.0], "c": [1.0]})
    assert leaf.model in model.tree_.to_text()
    assert f"{model.tree_.models.text(leaf.id, model.tree_.schema, 4)}" in show.dot(model)
    assert way.value[0] == pytest.approx(
        make(clip=False)
        .fit({"a": X[:, 0], "b": X[:, 1], "c": X[:, 2]}, Y)
        .predict({"a": [0.0], "b": [1.0], "c": [1.0]})[0]
    )
    assert model.tree_.node(way.ends[0].node).model in str(way)


@every_species
def test_bad_parameters_are_refused_by_name(make):
    for name, value in [
        ("ridge", -1),
        ("smoothing", "much"),
        ("min_deviation", None),
        ("split_features", "a"),
        ("split_features", ["z"]),
        ("max_depth", -1),
    ]:
        with pytest.raises(ParameterError, match=name):
            make(**{name: value}).fit({"a": X[:, 0]}, Y)
    with pytest.raises(DataError, match="one number"):
        make().fit(X, np.column_stack([Y, Y]))


def test_counterfactuals_refuse_models():
    model = RETISRegressor().fit(X, Y)

    with pytest.raises(UnsupportedCombination, match="hold models"):
        explain.counterfactual(model, X[:1], to=(0, 1))
