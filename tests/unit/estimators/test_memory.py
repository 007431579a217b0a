"""What Python allocates during a fit; the core's own memory is not seen by tracemalloc."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pandas as pd
import pytest

from arboretum import TreeClassifier, TreeRegressor

N_ROWS, N_COLUMNS = 200_000, 20


@pytest.fixture(scope="module")
def X():
    return np.random.default_rng(0).normal(size=(N_ROWS, N_COLUMNS))


def memory_of_fit(estimator, X, y, sample_weight=None):
    """Bytes that are allocated after fitting, and at most while fitting."""
    estimator.fit(X[:100], y[:100])  # what is loaded on first use does not count
    tracemalloc.start()
    try:
        estimator.fit(X, y, sample_weight)
        return tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("weight", ["none", "whole", "any"])
@pytest.mark.parametrize("with_gaps", [False, True])
def test_fitting_classes_takes_a_small_part_of_the_memory_of_the_data(X, weight, with_gaps):
    y = (X[:, 0] > X[:, 1]).astype(np.int64)
    weights = {"none": None, "whole": 1.0 + (X[:, 2] > 0), "any": 1.0 + np.abs(X[:, 2])}
    if with_gaps:
        X = X.copy()
        X[::7, 3] = np.nan

    _, peak = memory_of_fit(TreeClassifier(max_depth=6), X, y, weights[weight])

    # 160 bytes a row came in.  Class codes are 4, while they are made numbers are 16 more.
    assert peak < 0.2 * X.nbytes


def test_fitting_numbers_takes_a_small_part_of_the_memory_of_the_data(X):
    _, peak = memory_of_fit(TreeRegressor(max_depth=6), X, X[:, 0] + 100.0 * (X[:, 1] > 0))

    # 160 bytes a row came in.  Finding the centre of the target takes 16, centring it 8.
    assert peak < 0.2 * X.nbytes


def test_fitting_a_frame_makes_no_copy_of_its_codes():
    rng = np.random.default_rng(0)
    columns = {
        f"x{k}": pd.Categorical.from_codes(rng.integers(-1, 100, N_ROWS), range(100))
        for k in range(N_COLUMNS)
    }
    X = pd.DataFrame(columns)
    y = (X["x0"].cat.codes > 50).to_numpy().astype(np.int64)

    _, peak = memory_of_fit(TreeClassifier(max_depth=6), X, y)

    # Class codes are 4 bytes a row, while they are made numbers are 16 more; codes came in 20.
    assert peak < 21 * N_ROWS


def test_a_large_tree_is_put_together_in_little_more_than_its_own_memory(X):
    y = np.random.default_rng(1).normal(size=N_ROWS)  # noise: nearly a leaf for every two samples
    estimator = TreeRegressor(min_samples_leaf=2)

    kept, peak = memory_of_fit(estimator, X[:, :2].copy(), y)

    assert estimator.tree_.n_nodes > N_ROWS / 2
    assert peak < 1.4 * kept
