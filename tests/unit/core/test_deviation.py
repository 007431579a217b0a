"""Absolute deviations from the median: the kernels against their slow twins."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import _core
from tests.oracles import kernels as oracle


def offsets(*values):
    return np.array(values, dtype=np.int32)


def assert_same(groups, values, weights):
    cuts = _core.deviation_cuts(groups, values, weights)

    expected = oracle.deviation_cuts(groups, values, weights)
    assert cuts.dtype == np.float64
    np.testing.assert_allclose(cuts, expected, rtol=1e-12, atol=1e-12)


VALUES = np.array([5.0, 1.0, 4.0, 1.0, 9.0, -2.0])

CASES = {
    "one group": (offsets(0, 6), VALUES, np.ones(6)),
    "each value its own group": (offsets(0, 1, 2, 3, 4, 5, 6), VALUES, np.ones(6)),
    "an empty group": (offsets(0, 2, 2, 6), VALUES, np.ones(6)),
    "no values": (offsets(0), np.array([]), np.array([])),
    "empty groups only": (offsets(0, 0, 0), np.array([]), np.array([])),
    "whole weights": (offsets(0, 3, 6), VALUES, np.array([1.0, 3.0, 2.0, 1.0, 1.0, 4.0])),
    "zero weights": (offsets(0, 3, 6), VALUES, np.array([0.0, 1.0, 0.0, 0.0, 2.0, 0.0])),
    "no weight at all": (offsets(0, 3, 6), VALUES, np.zeros(6)),
    "strided": (offsets(0, 1, 3), VALUES[::2], np.ones(6)[::2]),
}


@pytest.mark.parametrize(("groups", "values", "weights"), CASES.values(), ids=CASES)
def test_cuts_equal_those_of_the_slow_twin(groups, values, weights):
    assert_same(groups, values, weights)


@st.composite
def grouped_values(draw):
    n = draw(st.integers(0, 30))
    values = draw(st.lists(st.integers(-20, 20).map(lambda v: v / 4), min_size=n, max_size=n))
    # Quarters add up without rounding, so that "exactly half" means the same to both.
    weights = draw(st.lists(st.integers(0, 8).map(lambda w: w / 4), min_size=n, max_size=n))
    inner = sorted(draw(st.lists(st.integers(0, n), max_size=6)))
    return offsets(0, *inner, n), np.array(values), np.array(weights)


@given(grouped_values())
def test_any_groups_give_the_cuts_of_the_slow_twin(case):
    assert_same(*case)


@given(grouped_values())
def test_the_median_is_that_of_the_slow_twin(case):
    _, values, weights = case

    np.testing.assert_allclose(
        _core.median_deviation(values, weights),
        oracle.median_deviation(values, weights),
        rtol=1e-12,
    )


@pytest.mark.parametrize("n", [1, 2, 7, 1000])
def test_with_unit_weights_it_is_the_median_of_numpy(n):
    values = np.random.default_rng(n).standard_normal(n)

    weight, deviation, median = _core.median_deviation(values, np.ones(n))

    assert weight == n
    assert median == np.median(values)
    assert deviation == pytest.approx(np.abs(values - np.median(values)).sum(), rel=1e-12)


def test_a_whole_weight_is_the_value_that_many_times():
    values, weights = np.array([1.0, 2.0, 8.0]), np.array([2.0, 1.0, 3.0])

    repeated = np.repeat(values, weights.astype(int))

    assert _core.median_deviation(values, weights) == _core.median_deviation(
        repeated, np.ones(len(repeated))
    )


def test_equal_values_far_from_zero_do_not_deviate_at_all():
    # Differences of sums would leave a rounding error here and make a pure node look impure.
    values, weights = np.full(7, 1e9 + 0.1), np.full(7, 0.1)

    cuts = _core.deviation_cuts(offsets(0, 3, 7), values, weights)

    np.testing.assert_array_equal(cuts[:, [1, 3]], 0.0)


def test_a_node_without_weight_has_no_median():
    weight, deviation, median = _core.median_deviation(np.array([1.0]), np.array([0.0]))

    assert (weight, deviation) == (0.0, 0.0)
    assert np.isnan(median)


HOSTILE = {
    "groups empty": (offsets(), VALUES, np.ones(6), "groups is empty"),
    "groups start late": (offsets(1, 6), VALUES, np.ones(6), r"groups\[0\] is 1"),
    "groups start early": (offsets(-1, 6), VALUES, np.ones(6), r"groups\[0\] is -1"),
    "groups descend": (offsets(0, 4, 2, 6), VALUES, np.ones(6), r"groups\[2\] is 2"),
    "groups end late": (offsets(0, 7), VALUES, np.ones(6), r"groups\[1\] is 7, but there are 6"),
    "groups end early": (offsets(0, 5), VALUES, np.ones(6), r"groups\[1\] is 5, but there are 6"),
    "weights too short": (offsets(0, 6), VALUES, np.ones(5), "weights has length 5, expected 6"),
    "missing value": (offsets(0, 1), np.array([np.nan]), np.ones(1), r"values\[0\] is -?nan"),
    "infinite value": (offsets(0, 1), np.array([np.inf]), np.ones(1), r"values\[0\] is inf"),
    "negative weight": (offsets(0, 1), np.ones(1), np.array([-1.0]), r"weights\[0\] is -1"),
    "missing weight": (offsets(0, 1), np.ones(1), np.array([np.nan]), r"weights\[0\] is -?nan"),
}


@pytest.mark.parametrize(("groups", "values", "weights", "message"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_arrays_are_refused_by_name(groups, values, weights, message):
    with pytest.raises(ValueError, match=message):
        _core.deviation_cuts(groups, values, weights)
