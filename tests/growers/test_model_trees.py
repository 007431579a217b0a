"""Trees for linear models: the general native grower beside the readable loop, bit for bit."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from arboretum import M5Regressor, MAUVERegressor, RETISRegressor, TreeRegressor
from arboretum.criteria import LinearResidual, SingleResidual
from arboretum.growing import grow
from arboretum.growing.native import grow_general
from arboretum.sources import MemorySource
from arboretum.splits import Buckets, Multiway, Subset, Threshold
from tests.growers.both import (
    assert_general_equals_readable,
    assert_same_tree,
    dataset_and_recipe,
)
from tests.growers.test_general import frame_of, signal_of, weights_of

SPECIES = {
    "M5": M5Regressor,
    "RETIS": RETISRegressor,
    "MAUVE": MAUVERegressor,
    "MAUVE of targets": partial(MAUVERegressor, lines="targets"),
}


def table(seed):
    rng = np.random.default_rng(seed)
    n, p = int(rng.integers(20, 250)), int(rng.integers(1, 5))
    X = rng.normal(size=(n, p)).round(1 if seed % 3 == 0 else 6)
    y = np.where(X[:, 0] > 0, X.sum(axis=1), -X[:, -1]) + 0.1 * rng.normal(size=n)
    if seed % 4 == 1:
        X[rng.random(X.shape) < 0.1] = np.nan
    columns = {f"x{k}": X[:, k] for k in range(p)}
    weights = None if seed % 2 else rng.random(n)
    return {**columns, "kind": rng.choice(list("abcd"), n)}, y, weights


@pytest.mark.parametrize("species", SPECIES)
@pytest.mark.parametrize("seed", range(12))
def test_both_growers_make_the_same_tree(species, seed):
    X, y, weights = table(seed)
    model = SPECIES[species](
        ridge=0.5 * (seed % 5 == 0),
        missing=["direction", "majority", "branch", "impute"][seed % 4],
        split_features=["x0", "kind"] if seed % 6 == 0 else None,
    )
    dataset, recipe = dataset_and_recipe(model, X, y, weights)
    statistics = recipe.criterion.count(dataset)

    readable = grow(MemorySource(dataset, statistics), recipe)

    for n_threads in (1, 2):
        native = grow_general(dataset, statistics, recipe, n_threads)
        assert_same_tree(native, readable, exact=True)


@pytest.mark.pairwise
@pytest.mark.parametrize("missing", ["direction", "branch", "impute", "fractional"])
@pytest.mark.parametrize(
    "criterion", [LinearResidual(), SingleResidual(), SingleResidual(lines="targets")], ids=repr
)
@pytest.mark.parametrize("weights", ["none", "whole", "fractions", "far apart"])
def test_every_question_and_policy_with_fits_that_become_perfect(criterion, missing, weights):
    # Grown to the end, nodes hold fewer samples than an equation has numbers.
    rng = np.random.default_rng(7)
    frame = frame_of(rng, share_missing=0.1)
    splits = (Threshold(), Buckets(n=3), Multiway(), Subset("auto", max_exhaustive=3))
    model = TreeRegressor(criterion=criterion, splits=splits, missing=missing, max_depth=5)
    signal = signal_of(rng, frame)

    dataset, recipe = dataset_and_recipe(model, frame, signal, weights_of(weights))

    assert_general_equals_readable(dataset, recipe)


@pytest.mark.parametrize("seed", [247, 360, 589, 647])
def test_a_term_that_comes_in_late_hides_no_cut(seed):
    # Two features are the same except for what is missing, and span so much that fits of some rows
    # pass over one of them that fits of more rows use: those leave less, with more rows.
    rng = np.random.default_rng(seed)
    wide = np.exp(5 * rng.normal(size=1200))
    y = wide + wide.std() / 2 * rng.normal(size=1200)
    X = np.where(rng.random((1200, 2)) < 0.1, np.nan, wide[:, None])

    dataset, recipe = dataset_and_recipe(RETISRegressor(max_depth=2, min_samples_leaf=5), X, y)

    assert_general_equals_readable(dataset, recipe)
