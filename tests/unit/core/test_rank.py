"""Ranks of a numeric column: the kernel against its slow twin."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from arboretum import _core
from tests.oracles import kernels as oracle

MATRIX = np.arange(24.0).reshape(6, 4)[:, ::-1]

CASES = {
    "empty": np.array([]),
    "one value": np.array([3.5]),
    "all missing": np.array([np.nan, np.nan]),
    "ties and missing": np.array([2.0, np.nan, 1.0, 2.0, -7.5]),
    "both zeros": np.array([0.0, -0.0, 1.0, -0.0]),
    "infinite": np.array([np.inf, -np.inf, 0.0, np.inf]),
    "tiny and huge": np.array([5e-324, -5e-324, 1.7e308, -1.7e308, 0.0]),
    "negative missing": np.array([1.0, -np.nan]),
    "column of a matrix": MATRIX[:, 1],
    "backwards": MATRIX[::-1, 2],
    "one value repeated": np.broadcast_to(np.array(2.0), 5),
    "float32": np.array([0.1, np.nan, -0.1, 0.1, -0.0], dtype=np.float32),
    "float32 column": MATRIX.astype(np.float32)[:, 0],
}


def assert_same(values):
    distinct, codes = _core.rank(values)
    expected_distinct, expected_codes = oracle.rank(values)
    np.testing.assert_array_equal(distinct, expected_distinct, strict=True)
    np.testing.assert_array_equal(codes, expected_codes, strict=True)


@pytest.mark.parametrize("values", CASES.values(), ids=CASES)
def test_ranks_equal_those_of_the_slow_twin(values):
    assert_same(values)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("n", [2047, 2048, 20_000])
def test_long_columns_are_ranked_like_short_ones(n, dtype):
    rng = np.random.default_rng(n)
    scale = 10.0 ** rng.integers(-30, 30, n)
    values = (rng.standard_normal(n) * scale).astype(dtype)
    values[rng.random(n) < 0.1] = np.nan
    values[rng.random(n) < 0.3] = -0.0

    assert_same(values)


def test_whole_numbers_share_digits_and_are_still_ranked():
    assert_same(np.random.default_rng(0).integers(-50, 50, 10_000).astype(np.float64))


@given(hnp.arrays(np.float64, st.integers(0, 60), elements=st.floats(width=64)))
def test_any_floats_are_ranked_like_the_slow_twin(values):
    assert_same(values)


@given(hnp.arrays(np.float32, st.integers(0, 60), elements=st.floats(width=32)))
def test_any_short_floats_are_ranked_like_the_slow_twin(values):
    assert_same(values)


def test_minus_zero_is_stored_as_zero():
    distinct, _ = _core.rank(np.array([-0.0]))

    assert not np.signbit(distinct[0])


def test_the_values_are_read_where_they_lie_and_left_alone():
    values = np.array([2.0, -0.0, np.nan])
    before = values.tobytes()
    values.setflags(write=False)

    _core.rank(values)

    assert values.tobytes() == before


@pytest.mark.parametrize(
    "values", [np.array([1, 2]), np.array([[1.0]]), np.array([1.0], ">f8"), [1.0]], ids=repr
)
def test_other_types_are_refused_rather_than_copied(values):
    with pytest.raises(TypeError):
        _core.rank(values)


def test_an_array_at_an_odd_address_is_refused():
    values = np.frombuffer(bytes(17), dtype=np.float64, count=2, offset=1)

    with pytest.raises(ValueError, match="values is not aligned"):
        _core.rank(values)
