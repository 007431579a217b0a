"""Wide registers change how fast a tree grows, never the tree."""

import numpy as np
import pandas as pd
import pytest

from arboretum import (
    CARTClassifier,
    CARTRegressor,
    MultiTargetRegressor,
    TreeClassifier,
    TreeRegressor,
    _core,
)

KINDS = _core.simd_kinds()


@pytest.fixture(autouse=True)
def widest_again():
    yield
    _core.use_simd(KINDS[-1])


def columns(rng, n=5000):
    X = rng.normal(size=(n, 14)).round(2)
    X[:, 4:9] = rng.random((n, 5)) < [0.5, 0.1, 0.01, 0.9, 0.3]
    X[:, 9] = rng.standard_cauchy(n)
    X[::7, 10] = np.nan
    return X


def grown(estimator, X, y, kind, sample_weight=None):
    _core.use_simd(kind)
    return estimator.fit(X, y, sample_weight=sample_weight).tree_


@pytest.mark.pairwise
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("limits", [{}, {"min_samples_leaf": 7}], ids=["free", "leaf of 7"])
@pytest.mark.parametrize("n_classes", [2, 3, 7, 40])
def test_every_kind_of_instructions_grows_the_same_classification_tree(
    n_classes, limits, weighted, kind
):
    rng = np.random.default_rng(n_classes)
    X = columns(rng)
    y = (np.nan_to_num(X[:, 0] + X[:, 10]) * 3 + rng.normal(size=len(X))).round() % n_classes
    weights = rng.uniform(0.5, 2, len(X)) if weighted else None

    trees = [
        grown(TreeClassifier(**limits), X, y, other, sample_weight=weights)
        for other in ("portable", kind)
    ]

    assert trees[0] == trees[1]
    assert trees[0].n_leaves > 100


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("weighted", [False, True])
def test_every_kind_of_instructions_grows_the_same_regression_tree(weighted, kind):
    rng = np.random.default_rng(1)
    X = columns(rng)
    y = X[:, 0] + X[:, 4] + rng.normal(size=len(X))
    weights = rng.uniform(0.5, 2, len(X)) if weighted else None

    trees = [
        grown(TreeRegressor(), X, y, other, sample_weight=weights) for other in ("portable", kind)
    ]

    assert trees[0] == trees[1]
    assert trees[0].n_leaves > 4000


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("species", [CARTClassifier, CARTRegressor])
def test_every_kind_of_instructions_finds_the_same_categories_and_surrogates(species, kind):
    rng = np.random.default_rng(3)
    frame = pd.DataFrame(columns(rng)).add_prefix("x")
    for n_categories in (3, 11, 40, 130):
        codes = rng.integers(0, n_categories, len(frame))
        frame[f"of {n_categories}"] = pd.Categorical.from_codes(codes, range(n_categories))
    signal = frame["x0"] + np.sin(codes) + rng.normal(size=len(frame))
    y = signal if species is CARTRegressor else signal > 0

    trees = [grown(species(complexity=0.0), frame, y, other) for other in ("portable", kind)]

    assert trees[0] == trees[1]
    assert trees[0].n_leaves > 100
    assert trees[0].surrogates is not None


def test_instructions_that_the_machine_lacks_are_refused():
    with pytest.raises(ValueError, match="no instructions called 'abacus'"):
        _core.use_simd("abacus")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n_targets", [3, 11])
def test_every_kind_of_instructions_grows_the_same_tree_of_many_targets(n_targets, kind):
    rng = np.random.default_rng(2)
    X = columns(rng)
    y = X[:, [0, 4, 5]] @ rng.normal(size=(3, n_targets)) + rng.normal(size=(len(X), n_targets))

    trees = [grown(MultiTargetRegressor(pruning=None), X, y, other) for other in ("portable", kind)]

    assert trees[0] == trees[1]
    assert trees[0].n_leaves > 100
