"""Errors against scikit-learn's metrics and against repetition of rows."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import r2_score, root_mean_squared_error, zero_one_loss

from arboretum.data import make_dataset
from arboretum.judging.measure_error import measure_error


@pytest.fixture
def weights():
    return np.random.default_rng(0).integers(1, 5, size=80)


def test_the_error_rate_is_the_weight_of_what_is_wrong(weights):
    draw = np.random.default_rng(1)
    y, predicted = draw.integers(3, size=(2, 80))
    dataset = make_dataset({"x": np.arange(80)}, y, nominal=True, sample_weight=weights / 8)

    [found] = measure_error(dataset, predicted[:, None])

    assert found.value == pytest.approx(zero_one_loss(y, predicted, sample_weight=weights))
    assert found.r2 is None


def test_rmse_and_r2_are_those_of_scikit_learn(weights):
    draw = np.random.default_rng(2)
    y, predicted = draw.normal(size=(2, 80))
    dataset = make_dataset({"x": np.arange(80)}, y, nominal=False, sample_weight=weights / 8)

    [found] = measure_error(dataset, predicted[:, None])

    rmse = root_mean_squared_error(y, predicted, sample_weight=weights)
    assert found.value == pytest.approx(rmse)
    assert found.r2 == pytest.approx(r2_score(y, predicted, sample_weight=weights))


@pytest.mark.parametrize("nominal", [True, False])
def test_a_weight_of_two_gives_the_standard_error_of_the_row_twice(weights, nominal):
    draw = np.random.default_rng(3)
    y, predicted = draw.integers(3, size=(2, 80))
    weighted = make_dataset({"x": np.arange(80)}, y, nominal=nominal, sample_weight=weights)
    rows = np.repeat(np.arange(80), weights)
    repeated = make_dataset({"x": rows}, y[rows], nominal=nominal)

    [one] = measure_error(weighted, predicted[:, None])
    [other] = measure_error(repeated, predicted[rows][:, None])

    assert one.value == pytest.approx(other.value)
    assert one.standard_error == pytest.approx(other.standard_error)


def test_a_target_that_never_varies_has_no_r2():
    dataset = make_dataset({"x": np.arange(3)}, [0.1, 0.1, 0.1], nominal=False)

    [found] = measure_error(dataset, np.full((3, 1), 0.1))

    assert (found.value, found.standard_error, found.r2) == (0.0, 0.0, None)
