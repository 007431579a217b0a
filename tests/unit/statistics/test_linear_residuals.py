"""What fits of both sides of every cut leave, beside NumPy's least squares."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import RETISRegressor, _core
from arboretum.data import make_dataset
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.statistics import LinearResiduals, RemainingResiduals, SingleResiduals
from tests.oracles.linear import best_single_residuals, every_cut, remains, squared_residuals

FITS = {"full": squared_residuals, "single": best_single_residuals}


def random_rows(seed, n=None, p=None):
    rng = np.random.default_rng(seed)
    n, p = n or int(rng.integers(2, 60)), p or int(rng.integers(1, 6))
    X = rng.normal(size=(n, p))
    if seed % 3 == 0 and p > 1:
        X[:, 1] = 2 * X[:, 0]  # explained by another
    if seed % 4 == 0:
        X[:, -1] = 1.0  # does not vary
    y = np.where(X[:, 0] > 0, X.sum(axis=1), -X[:, -1]) + 0.1 * rng.normal(size=n)
    w = np.ones(n) if seed % 2 else rng.uniform(0.1, 3.0, size=n)
    return X, y, w, rng.permutation(n).astype(np.int32)


def cuts(X, y, w, order, kind, ridge=0.0, slack=-1.0):
    positions = np.arange(1, len(y), dtype=np.int32)
    return _core.residual_cuts(X, y, w, order, positions, kind, ridge, slack)


@pytest.mark.parametrize("kind", FITS)
@pytest.mark.parametrize("seed", range(12))
def test_every_cut_leaves_what_least_squares_leave(kind, seed):
    X, y, w, order = random_rows(seed)
    ridge = 0.7 if seed % 5 == 0 else 0.0

    numbers, found = cuts(X, y, w, order, kind, ridge)

    assert numbers.tolist() == list(range(len(y) - 1))
    expected = every_cut(X, y, w, order, FITS[kind], ridge)
    np.testing.assert_allclose(found[:, :, 2], expected, rtol=1e-7, atol=1e-9 * y.var() * len(y))
    np.testing.assert_allclose(found[:, 0, 0], np.cumsum(w[order])[:-1])
    np.testing.assert_allclose(found[:, :, 1].sum(axis=1), w @ y)


@pytest.mark.parametrize("seed", range(12))
def test_what_remains_of_each_target_is_what_least_squares_leave_of_it(seed):
    X, y, w, order = random_rows(seed)
    ridge = 0.7 if seed % 5 == 0 else 0.0

    found = _core.residual_remains(X, y, w, order, ridge)
    totals = _core.residual_totals(X, y, w, order, np.array([0, len(y)]), "remaining", ridge)

    left = remains(X, y, w, ridge)
    scale = np.abs(y).max()
    np.testing.assert_allclose(found, left[order], atol=1e-7 * scale)
    expected = [w.sum(), w @ y, best_single_residuals(X, left, w, ridge)]
    np.testing.assert_allclose(totals[0], expected, rtol=1e-7, atol=1e-9 * scale**2)


@pytest.mark.parametrize("kind", FITS)
@pytest.mark.parametrize("seed", range(6))
def test_passing_over_cuts_finds_the_same_best_ones(kind, seed):
    X, y, w, order = random_rows(seed, n=700, p=4)
    if seed % 2:
        order = np.argsort(X[:, 0]).astype(np.int32)  # a clear bend; else there is none
    ridge = 5.0 if seed > 3 else 0.0
    _, whole = cuts(X, y, w, order, kind, ridge)
    total = whole[:, :, 2].sum(axis=1)

    numbers, found = cuts(X, y, w, order, kind, ridge, slack=1e-9 * y.var())

    assert int(total.argmin()) in numbers
    np.testing.assert_array_equal(found, whole[numbers])
    if seed % 2:
        assert len(numbers) < len(whole) / 4


@pytest.mark.parametrize("kind", FITS)
@pytest.mark.parametrize("seed", range(6))
def test_of_noise_the_best_cut_is_found_however_little_it_saves(kind, seed):
    # All cuts are nearly as good: bounds that give away too little would lose it.
    X, _, w, order = random_rows(seed, n=2000, p=6)
    y = np.random.default_rng(seed).normal(size=len(X))
    _, whole = cuts(X, y, w, order, kind)
    total = whole[:, :, 2].sum(axis=1)

    numbers, found = cuts(X, y, w, order, kind, slack=1e-9)

    assert int(total.argmin()) in numbers
    assert len(numbers) < len(whole) / 4
    np.testing.assert_array_equal(found, whole[numbers])


def test_numbers_far_from_zero_keep_their_digits():
    X, y, w, order = random_rows(1, n=200, p=3)
    _, near = cuts(X, y, w, order, "full")

    _, far = cuts(X + 1e6, y + 1e6, w, order, "full")

    np.testing.assert_allclose(far[:, :, 2], near[:, :, 2], rtol=1e-6, atol=1e-6)


def test_vectors_of_every_width_give_the_same_bits():
    X, y, w, order = random_rows(5, n=300, p=9)
    found = {}
    try:
        for level in _core.simd_kinds():
            _core.use_simd(level)
            found[level] = [
                *(cuts(X, y, w, order, kind)[1].ravel() for kind in FITS),
                _core.residual_remains(X, y, w, order, 0.0),
            ]
    finally:
        _core.use_simd(_core.simd_kinds()[-1])

    first, *others = found.values()
    for other in others:
        np.testing.assert_array_equal(np.concatenate(first), np.concatenate(other))


@pytest.mark.parametrize("statistics", [LinearResiduals, SingleResiduals, RemainingResiduals])
def test_weight_two_is_the_sample_twice(statistics):
    X, y, _, _ = random_rows(3, n=30, p=2)
    twice = make_dataset(np.vstack([X, X]), np.concatenate([y, y]), nominal=False)
    heavy = make_dataset(X, y, nominal=False, sample_weight=np.full(30, 2))

    rows = np.arange(30, dtype=np.int32)
    n, found = statistics(heavy).total(rows)

    n_twice, expected = statistics(twice).total(np.arange(60, dtype=np.int32))
    assert n == n_twice
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_fits_are_of_one_number():
    X = np.arange(6.0).reshape(-1, 1)

    with pytest.raises(UnsupportedCombination, match="fits need one numeric target"):
        LinearResiduals(make_dataset(X, np.ones((6, 2)), nominal=False))
    with pytest.raises(ParameterError, match="model_features names 'z'"):
        RETISRegressor(model_features=["z"]).fit({"x": X[:, 0]}, X[:, 0])
