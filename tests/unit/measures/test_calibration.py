"""Calibration curves beside scikit-learn's, beside a slow twin, and by what they mean."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from sklearn.calibration import calibration_curve as curve_of_scikit_learn

from arboretum.exceptions import DataError, ParameterError
from arboretum.measures import calibration_curve
from tests.examples import examples
from tests.oracles import probabilities as slow

RNG = np.random.default_rng(4)
SHARES = RNG.random(200)
HAPPENED = RNG.random(200) < SHARES**2


@pytest.mark.parametrize(("bins", "strategy"), [("equal_width", "uniform"), ("quantile",) * 2])
@pytest.mark.parametrize("n_bins", [1, 5, 10])
def test_the_curve_is_that_of_scikit_learn(bins, strategy, n_bins):
    found = calibration_curve(HAPPENED, SHARES, n_bins=n_bins, bins=bins)

    observed, predicted = curve_of_scikit_learn(HAPPENED, SHARES, n_bins=n_bins, strategy=strategy)
    np.testing.assert_allclose(found.observed, observed)
    np.testing.assert_allclose(found.predicted, predicted)


@given(seed=st.integers(0, 2**32 - 1), n_bins=st.integers(1, 12))
@examples(40)
def test_the_curve_and_its_error_are_those_of_a_slow_twin(seed, n_bins):
    rng = np.random.default_rng(seed)
    shares = rng.integers(0, 11, size=50) / 10  # at the edges of bins, too
    happened, weights = rng.random(50) < 0.4, rng.integers(1, 4, size=50) / 2

    found = calibration_curve(happened, shares, weights, n_bins=n_bins)

    rows, error = slow.calibration(happened, shares, weights, np.linspace(0, 1, n_bins + 1))
    np.testing.assert_allclose(
        np.column_stack([found.predicted, found.observed, found.weights]), rows
    )
    assert found.error == pytest.approx(error)
    assert (found.low <= found.predicted + 1e-12).all()
    assert (found.predicted <= found.high + 1e-12).all()


def test_bins_of_equal_weight_hold_equal_weight():
    rows = np.repeat(np.arange(200), 3)

    found = calibration_curve(HAPPENED, SHARES, np.full(200, 3.0), n_bins=8, bins="quantile")
    repeated = calibration_curve(HAPPENED[rows], SHARES[rows], n_bins=8, bins="quantile")

    assert found.weights.tolist() == repeated.weights.tolist() == [75.0] * 8
    np.testing.assert_allclose(found.observed, repeated.observed)


def test_intervals_are_those_of_wilson():
    found = calibration_curve(HAPPENED, SHARES, n_bins=4)

    for k, interval in enumerate(found.interval):
        n = int(found.weights[k])
        test = binomtest(round(found.observed[k] * n), n).proportion_ci(method="wilson")
        assert tuple(interval) == pytest.approx((test.low, test.high), abs=1e-9)


def test_a_row_that_stands_for_several_samples_tells_as_much_as_they_do():
    counts = RNG.integers(1, 5, size=200)
    rows = np.repeat(np.arange(200), counts)

    found = calibration_curve(HAPPENED, SHARES, counts * 0.5, counts=counts)

    repeated = calibration_curve(HAPPENED[rows], SHARES[rows])
    np.testing.assert_allclose(found.interval, repeated.interval)


def test_a_bin_is_off_where_its_interval_does_not_reach_what_was_promised():
    happened = np.repeat([True, False, True, False], [50, 50, 52, 48])
    shares = np.repeat([0.9, 0.5], 100)

    found = calibration_curve(happened, shares)

    assert found.predicted.round(12).tolist() == [0.5, 0.9]
    assert found.is_off.tolist() == [False, True]
    assert found.error == pytest.approx((0.02 + 0.4) / 2)


def test_shares_that_are_true_are_not_off_more_often_than_chance_allows():
    rng = np.random.default_rng(0)
    n_off = n = 0
    for _ in range(60):
        shares = rng.random(400)
        found = calibration_curve(rng.random(400) < shares, shares)
        n, n_off = n + len(found.is_off), n_off + found.is_off.sum()

    # 5 % of 600 bins are 30, with a standard deviation of 5.3; Wilson's intervals are not exact.
    assert 10 < n_off < 50
    assert n == 600


def test_what_makes_no_sense_is_refused():
    with pytest.raises(DataError, match="lengths are 2, 1, 1 and 1"):
        calibration_curve([0, 1], [0.5])
    with pytest.raises(DataError, match="there must be a sample"):
        calibration_curve([], [])
    with pytest.raises(DataError, match="between 0 and 1"):
        calibration_curve([0, 1], [0.5, 1.5])
    with pytest.raises(DataError, match="between 0 and 1"):
        calibration_curve([0, 1], [0.5, np.nan])
    with pytest.raises(ParameterError, match="n_bins=0 must be"):
        calibration_curve([0, 1], [0.5, 0.5], n_bins=0)
    with pytest.raises(ParameterError, match=r"'equal' is not known\. Known: 'equal_width'"):
        calibration_curve([0, 1], [0.5, 0.5], bins="equal")
