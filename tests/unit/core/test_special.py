"""Survival functions against SciPy's, and against closed forms where SciPy's round."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from arboretum import _core

DEGREES = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 7.0, 10.0, 16.0, 31.0, 64.0, 100.0, 999.0, 1e4])


def grid(*axes: np.ndarray) -> list[np.ndarray]:
    return [np.ascontiguousarray(axis.ravel()) for axis in np.meshgrid(*axes)]


def chi_square_tail_of_even_degrees(x: float, df: int) -> float:
    """e^(-x/2) times a sum of df/2 terms, in whole numbers and one exponential."""
    half = Fraction(x) / 2
    terms = sum(half**k / math.factorial(k) for k in range(df // 2))
    return math.exp(-float(half)) * float(terms)


def test_the_tail_of_chi_square_is_scipys():
    x, df = grid(np.geomspace(1e-3, 1500.0, 60), DEGREES)

    found = _core.chi_square_sf(x, df)

    np.testing.assert_allclose(found, stats.chi2.sf(x, df), rtol=5e-13, atol=1e-307)


@pytest.mark.parametrize("df", [2, 4, 10, 40, 100])
@pytest.mark.parametrize("x", [0.01, 1.0, 5.5, 39.0, 41.0, 99.5, 120.0, 400.0, 1380.0])
def test_the_tail_of_chi_square_is_exact_for_even_degrees(x, df):
    found = _core.chi_square_sf(x, df)

    assert found == pytest.approx(chi_square_tail_of_even_degrees(x, df), rel=2e-13)


@pytest.mark.parametrize("x", [0.1, 1.0, 3.0, 3.8415, 41.163, 393.1744, 1370.0])
def test_the_tail_of_chi_square_with_one_degree_is_that_of_the_normal_distribution(x):
    found = _core.chi_square_sf(x, 1)

    assert found == pytest.approx(math.erfc(math.sqrt(x / 2)), rel=2e-13)


def test_the_tail_of_f_is_scipys():
    x, df1, df2 = grid(np.geomspace(1e-3, 1e4, 40), DEGREES, DEGREES)

    found = _core.f_sf(x, df1, df2)

    np.testing.assert_allclose(found, stats.f.sf(x, df1, df2), rtol=2e-11, atol=1e-290)


@pytest.mark.parametrize("df2", [1, 3, 10, 100, 1e5])
@pytest.mark.parametrize("x", [0.01, 1.0, 4.0, 50.0, 700.0])
def test_the_tail_of_f_with_two_degrees_above_has_a_closed_form(x, df2):
    found = _core.f_sf(x, 2, df2)

    assert found == pytest.approx(math.exp(-df2 / 2 * math.log1p(2 * x / df2)), rel=2e-13)


@pytest.mark.parametrize("x", [0.3, 2.0, 30.0])
def test_f_and_its_inverse_share_the_whole_probability(x):
    both = _core.f_sf(x, 3, 40) + _core.f_sf(1 / x, 40, 3)

    assert both == pytest.approx(1.0, abs=1e-15)


def test_logarithms_go_on_where_probabilities_underflow():
    far = _core.chi_square_log_sf(10_000.0, 2)
    farther = _core.f_log_sf(1e4, 2, 1e4)

    assert _core.chi_square_sf(10_000.0, 2) == 0.0
    assert far == pytest.approx(-5000.0, rel=1e-15)
    assert farther == pytest.approx(-5e3 * math.log1p(2.0), rel=1e-15)


def test_the_logarithm_is_that_of_the_probability():
    x, df = grid(np.geomspace(1e-3, 900.0, 30), DEGREES)

    np.testing.assert_allclose(
        np.exp(_core.chi_square_log_sf(x, df)), _core.chi_square_sf(x, df), rtol=1e-15
    )


@pytest.mark.parametrize("function", [_core.chi_square_sf, lambda x, df: _core.f_sf(x, df, 7)])
def test_the_ends_are_certain_and_impossible(function):
    assert function(0.0, 3) == 1.0
    assert function(-1.0, 3) == 1.0
    assert function(math.inf, 3) == 0.0
    assert math.isnan(function(math.nan, 3))
    assert math.isnan(function(1.0, 0))


def test_arrays_of_different_lengths_are_refused():
    with pytest.raises(ValueError, match="degrees of freedom"):
        _core.chi_square_sf(np.ones(3), np.ones(2))
