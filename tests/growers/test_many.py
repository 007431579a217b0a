"""Trees of some rows are the same, grown from the encoding of all rows or from those rows alone."""

import pickle
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from arboretum import CARTClassifier, CARTRegressor, TreeClassifier, TreeRegressor
from arboretum.criteria import VectorVariance
from arboretum.data import make_dataset
from arboretum.data.folds import make_folds, some_samples
from arboretum.data.some_rows import SomeRows
from arboretum.growing import grow_in_memory
from arboretum.leaves import MeanVector
from tests.growers.both import assert_same_tree

N = 5000


def table(n=N, share_missing=0.0):
    """Columns that are stored in every way the core knows, with values that few rows have."""
    rng = np.random.default_rng(n)
    frame = pd.DataFrame(
        {
            "continuous": rng.normal(size=n),
            "rounded": np.round(rng.normal(size=n), 1),
            "whole": rng.integers(0, 300, n).astype(float),
            "two": rng.integers(0, 2, n) * 3.5,
            "nearly two": np.where(np.arange(n) % 997 == 5, 9.0, rng.integers(0, 2, n)),
            "few": pd.Categorical(rng.choice(list("abcd"), n)),
            "many": pd.Categorical(rng.integers(0, 400, n)),
        }
    )
    signal = frame["continuous"] + frame["two"] / 3 + (frame["few"] == "b")
    noisy = (signal + rng.normal(size=n) * 0.7).to_numpy()
    for column in frame:
        frame.loc[rng.random(n) < share_missing, column] = None
    return frame, noisy


ESTIMATORS = {
    "gini": TreeClassifier(),
    "entropy": TreeClassifier(criterion="entropy", min_samples_leaf=3),
    "twoing": TreeClassifier(criterion="twoing", max_depth=9),
    "squares": TreeRegressor(),
    "few leaves": TreeRegressor(max_leaf_nodes=60),
    "CART": CARTClassifier(complexity=0),
    "CART numbers": CARTRegressor(complexity=0),
}


def dataset_of(estimator, share_missing, weights=None):
    X, y = table(share_missing=share_missing)
    nominal = "Classifier" in type(estimator).__name__
    target = np.where(y > 0.4, "yes", "no") if nominal else y
    return make_dataset(X, target, nominal=nominal, sample_weight=weights)


def alone(dataset):
    """The same rows with columns of their own."""
    return replace(dataset, columns=tuple(dataset.columns))


def grow(estimator, dataset, **changes):
    recipe = replace(estimator._recipe(dataset.schema), **changes)
    return grow_in_memory(dataset, recipe)[0]


@pytest.mark.parametrize("share_missing", [0.0, 0.1])
@pytest.mark.parametrize("name", ESTIMATORS)
def test_the_tree_of_a_fold_is_that_of_its_rows(name, share_missing):
    estimator = ESTIMATORS[name]
    dataset = dataset_of(estimator, share_missing)
    for fold in make_folds(dataset, 3):
        part = some_samples(dataset, fold.growing)
        assert part.columns.can_share

        shared, own = grow(estimator, part), grow(estimator, alone(part))

        assert_same_tree(shared, own, exact=dataset.schema.is_classification)


@pytest.mark.parametrize("name", ["gini", "squares"])
def test_a_row_may_be_drawn_several_times(name):
    estimator = ESTIMATORS[name]
    dataset = dataset_of(estimator, 0.0)
    rng = np.random.default_rng(3)
    part = dataset.sharing(np.sort(rng.integers(0, N, N)))

    shared, own = grow(estimator, part), grow(estimator, alone(part))

    assert_same_tree(shared, own, exact=dataset.schema.is_classification)


@pytest.mark.parametrize("name", ["gini", "squares", "CART"])
def test_weights_are_those_of_the_rows(name):
    estimator = ESTIMATORS[name]
    rng = np.random.default_rng(4)
    dataset = dataset_of(estimator, 0.0, weights=rng.integers(1, 4, N))
    part = some_samples(dataset, make_folds(dataset, 4)[1].growing)

    shared, own = grow(estimator, part), grow(estimator, alone(part))

    assert_same_tree(shared, own, exact=dataset.schema.is_classification)


def test_vectors_are_those_of_the_rows():
    X, y = table()
    targets = np.column_stack([y, np.abs(y), X["continuous"].to_numpy() ** 2])
    dataset = make_dataset(X[["continuous", "rounded", "two"]], targets, nominal=False)
    part = dataset.sharing(np.arange(0, N, 2))
    criterion = VectorVariance(weights=(1.0, 2.0, 0.5))

    shared, own = (
        grow(TreeRegressor(), one, criterion=criterion, leaf=MeanVector())
        for one in (part, alone(part))
    )

    assert_same_tree(shared, own, exact=False)


def test_rows_in_another_order_are_grown_from_their_own_columns():
    dataset = dataset_of(ESTIMATORS["gini"], 0.0)
    rows = np.random.default_rng(5).permutation(N)
    part = dataset.sharing(rows)

    assert not part.columns.can_share
    assert grow(ESTIMATORS["gini"], part) == grow(ESTIMATORS["gini"], alone(part))


@pytest.mark.parametrize("share_missing", [0.0, 0.1])
@pytest.mark.parametrize("name", ESTIMATORS)
def test_a_tree_without_runner_ups_is_otherwise_the_same(name, share_missing):
    dataset = dataset_of(ESTIMATORS[name], share_missing)

    whole = grow(ESTIMATORS[name], dataset, max_competitors=0)
    bare = grow(ESTIMATORS[name], dataset, max_competitors=0, keeps_runner_up=False)

    assert_same_without_runner_ups(bare, whole)


@pytest.mark.parametrize("decimals", [0, 1, 9])
@pytest.mark.parametrize("is_weighted", [False, True])
@pytest.mark.parametrize(
    "criterion", ["gini", "entropy", "gain_ratio", "error", "chi_square", "twoing"]
)
def test_the_first_of_equal_splits_wins_without_a_look_at_the_others(
    criterion, is_weighted, decimals
):
    rng = np.random.default_rng(decimals)
    X = rng.normal(size=(1500, 20)).round(decimals)
    y = X[:, 3] + X[:, 17] + rng.normal(size=len(X)) > 0.5
    weights = rng.uniform(0.5, 2.0, len(X)) if is_weighted else None
    dataset = make_dataset(X, y, nominal=True, sample_weight=weights)
    estimator = TreeClassifier(criterion=criterion)

    whole, bare = grow(estimator, dataset), grow(estimator, dataset, keeps_runner_up=False)

    assert_same_without_runner_ups(bare, whole)


@pytest.mark.parametrize("decimals", [0, 1, 9])
@pytest.mark.parametrize("far", [0.0, 1e6])
@pytest.mark.parametrize("min_samples_leaf", [1, 2])
def test_numbers_are_split_the_same_without_a_look_at_the_others(min_samples_leaf, far, decimals):
    rng = np.random.default_rng(decimals)
    X = rng.normal(size=(1500, 20)).round(decimals)
    y = far + (X[:, 3] + X[:, 17] + rng.normal(size=len(X))).round(decimals)
    dataset = make_dataset(X, y, nominal=False)
    estimator = TreeRegressor(min_samples_leaf=min_samples_leaf)

    whole, bare = grow(estimator, dataset), grow(estimator, dataset, keeps_runner_up=False)

    assert_same_without_runner_ups(bare, whole)


def assert_same_without_runner_ups(bare, whole):
    assert (bare.runner_ups.column < 0).all()
    assert bare.splits == whole.splits
    for column in ("parent", "n_samples", "weight", "impurity", "value", "score", "stop_reason"):
        np.testing.assert_array_equal(getattr(bare, column), getattr(whole, column))
    assert bare.surrogates == whole.surrogates


def test_a_dataset_that_shares_its_columns_can_be_pickled():
    dataset = dataset_of(ESTIMATORS["gini"], 0.1)
    part = dataset.sharing(np.arange(0, N, 2))
    grown = grow(ESTIMATORS["gini"], part)

    whole, some = pickle.loads(pickle.dumps((dataset, part)))

    assert grow(ESTIMATORS["gini"], whole.sharing(np.arange(0, N, 2))) == grown
    assert grow(ESTIMATORS["gini"], some) == grown


def test_columns_are_gathered_when_they_are_read():
    dataset = dataset_of(ESTIMATORS["gini"], 0.1)
    rows = np.flatnonzero(np.arange(N) % 5)
    once = dataset.sharing(rows)
    twice = once.sharing(np.arange(0, len(rows), 2))

    grow(ESTIMATORS["gini"], twice)

    assert isinstance(twice.columns, SomeRows)
    assert twice.whole is once.whole is dataset.whole
    assert not twice.columns._gathered
    for column, of_all in zip(twice.columns, dataset.columns, strict=True):
        np.testing.assert_array_equal(column, of_all[rows[::2]])
    assert twice.n_missing == alone(twice).n_missing
    assert sum(twice.n_missing) > 0


@pytest.mark.parametrize("n_rows", [0, 1, N // 3, N - 5, N, 2 * N])
@pytest.mark.parametrize("replace", [False, True], ids=["each once", "drawn"])
def test_missing_values_of_some_rows_are_counted(n_rows, replace):
    dataset = dataset_of(ESTIMATORS["gini"], 0.1)
    rng = np.random.default_rng(n_rows)
    rows = rng.choice(N, n_rows if replace else min(n_rows, N), replace=replace)

    part = dataset.sharing(rows)

    assert part.n_missing == tuple(int(part.is_missing(f).sum()) for f in range(7))
