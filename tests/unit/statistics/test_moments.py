"""Sums of numbers that keep their digits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum.criteria import SquaredError
from arboretum.statistics import Moments
from arboretum.testing.samples import dataset_of


def test_the_variance_of_numbers_far_from_zero_keeps_its_digits():
    # The squares are about 1e18: sums of them would leave nothing of 0.08.
    values = 1e9 + np.array([0.0, 0.25, 0.5, 0.75])
    statistics = Moments(dataset_of({"x": [0, 0, 1, 1]}, values[:, None], None))

    total = statistics.total(np.arange(4, dtype=np.int32))[1]

    assert SquaredError().impurity(total) == pytest.approx(np.var([0, 0.25, 0.5, 0.75]), rel=1e-12)


def test_numbers_around_zero_are_not_shifted():
    statistics = Moments(dataset_of({"x": [0, 1, 1]}, np.array([[1.3], [2.6], [6.1]]), None))

    total = statistics.total(np.array([1], dtype=np.int32))[1]

    assert statistics.centre.tolist() == [0.0]
    assert total.tolist() == [1, 2.6, 2.6**2]


@pytest.mark.parametrize("shift", [0, 1990, 10**9])
def test_whole_numbers_stay_exact_wherever_they_lie(shift):
    values = shift + np.array([3.0, 3.0, 3.0, 8.0, 31.0])
    statistics = Moments(dataset_of({"x": [0, 0, 0, 1, 1]}, values[:, None], None))

    total = statistics.total(np.arange(3, dtype=np.int32))[1]

    assert statistics.natural(total)[1] / 3 == shift + 3
    assert SquaredError().impurity(total) == 0.0


def test_a_constant_target_has_no_variance():
    statistics = Moments(dataset_of({"x": [0, 1, 1]}, np.full((3, 1), 0.1), None))

    assert SquaredError().impurity(statistics.total(np.arange(3, dtype=np.int32))[1]) == 0.0


@given(
    st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=20),
    st.sampled_from([0.0, 1e3, 1e9, -1e12]),
)
def test_the_centre_is_within_a_few_deviations_of_the_mean(values, shift):
    shifted = shift + np.array(values)
    deviation = np.abs(shifted - shifted.mean()).mean()
    statistics = Moments(dataset_of({"x": [0] * len(values)}, shifted[:, None], None))

    assert abs(statistics.centre[0] - shifted.mean()) <= 4.01 * deviation + 1e-9 * abs(shift)


def test_natural_statistics_are_about_zero_for_tables_too():
    values = np.array([[5.0], [7.0], [9.0]])
    statistics = Moments(dataset_of({"x": [0, 1, 1]}, values, None))
    rows = np.arange(3, dtype=np.int32)
    table = statistics.table(np.array([0, 1, 1], dtype=np.int32), 2, rows)

    natural = statistics.natural(table.statistics)

    np.testing.assert_allclose(natural, [[1, 5, 25], [2, 16, 130]])
