"""Routing rows down one split: the kernel against its slow twin."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import _core
from tests.oracles import kernels as oracle
from tests.oracles.kernels import CATEGORY, INTERVAL, PRESENCE

NUMBERS = np.array([1.0, np.nan, 2.0, 2.5, -0.0, 2.0, np.inf])
COLUMN = np.stack([NUMBERS, NUMBERS], axis=1)[:, 1]
CODES = np.array([0, 3, -1, 1, 2, -2, 1], dtype=np.int32)
ROWS = np.array([6, 0, 1, 2, 3, 4, 5], dtype=np.int32)


def int32(*values):
    return np.array(values, dtype=np.int32)


def cut_at(*values):
    return np.array(values, dtype=np.float64)


def assert_same(*arguments):
    rows, offsets = _core.route(*arguments)
    expected_rows, expected_offsets = oracle.route(*arguments)
    np.testing.assert_array_equal(rows, expected_rows, strict=True)
    np.testing.assert_array_equal(offsets, expected_offsets, strict=True)


CASES = {
    "a value on the threshold goes to branch 0": (NUMBERS, INTERVAL, cut_at(2.0), (), -1, 2),
    "missing values go to branch 1": (NUMBERS, INTERVAL, cut_at(2.0), (), 1, 2),
    "missing values have their own branch": (NUMBERS, INTERVAL, cut_at(2.0), (), 2, 3),
    "several thresholds": (NUMBERS, INTERVAL, cut_at(-1.0, 1.0, 2.0, 2.2), (), -1, 5),
    "no threshold": (NUMBERS, INTERVAL, cut_at(), (), -1, 1),
    "float32": (NUMBERS.astype(np.float32), INTERVAL, cut_at(2.0), (), 0, 2),
    "a column of a matrix": (COLUMN, INTERVAL, cut_at(2.0), (), 0, 2),
    "ordered codes": (CODES, INTERVAL, cut_at(0.5, 2.5), (), -1, 3),
    "categories": (CODES, CATEGORY, cut_at(), (1, 0, 2, 0), -1, 3),
    "a category without a branch": (CODES, CATEGORY, cut_at(), (1, -1, 0, 0), 1, 2),
    "a category that stays": (CODES, CATEGORY, cut_at(), (1, -1, 0, 0), -1, 2),
    "ordered codes of a byte": (CODES.astype(np.int8), INTERVAL, cut_at(0.5, 2.5), (), -1, 3),
    "categories of a byte": (CODES.astype(np.int8), CATEGORY, cut_at(), (1, 0, 2, 0), -1, 3),
    "categories of two bytes": (CODES.astype(np.int16), CATEGORY, cut_at(), (1, 0, 2, 0), -1, 3),
    "presence of numbers": (NUMBERS, PRESENCE, cut_at(), (), -1, 2),
    "presence of codes": (CODES, PRESENCE, cut_at(), (), 0, 2),
}  # fmt: skip


@pytest.mark.parametrize(
    ("column", "kind", "cuts", "branches", "missing_branch", "arity"), CASES.values(), ids=CASES
)
def test_rows_go_where_the_slow_twin_sends_them(
    column, kind, cuts, branches, missing_branch, arity
):
    assert_same(column, ROWS, kind, cuts, int32(*branches), missing_branch, arity)
    assert_same(column, ROWS[:0], kind, cuts, int32(*branches), missing_branch, arity)


def test_a_threshold_between_two_short_floats_is_not_rounded():
    column = np.array([0.1], dtype=np.float32)  # a little more than 0.1

    _, offsets = _core.route(column, int32(0), INTERVAL, cut_at(0.1), int32(), -1, 2)

    np.testing.assert_array_equal(offsets, [0, 0, 1, 1])


@given(
    st.lists(st.one_of(st.just(np.nan), st.integers(-5, 5).map(float)), min_size=1, max_size=40),
    st.lists(st.integers(-5, 5).map(float), unique=True, max_size=12).map(sorted),
    st.integers(-1, 1),
)
def test_any_numbers_go_where_the_slow_twin_sends_them(values, cuts, missing):
    column, arity = np.array(values), len(cuts) + 1
    rows = np.arange(len(column), dtype=np.int32)[::-1].copy()

    assert_same(column, rows, INTERVAL, cut_at(*cuts), int32(), min(missing, arity - 1), arity)


HOSTILE = {
    "row too high": (NUMBERS, int32(7), INTERVAL, cut_at(1), (), -1, 2, r"rows\[0\] is 7"),
    "row below zero": (NUMBERS, int32(-1), INTERVAL, cut_at(1), (), -1, 2, r"rows\[0\] is -1"),
    "code unknown": (CODES, ROWS, CATEGORY, cut_at(), (0, 1), -1, 2, "knows 2 categories"),
    "branch too high": (CODES, ROWS, CATEGORY, cut_at(), (0, 1, 2, 0), -1, 2, r"branches\[2\]"),
    "missing branch too high": (NUMBERS, ROWS, INTERVAL, cut_at(1), (), 2, 2, "missing_branch"),
    "too many thresholds": (NUMBERS, ROWS, INTERVAL, cut_at(1, 2), (), -1, 2, "2 thresholds"),
    "thresholds descend": (NUMBERS, ROWS, INTERVAL, cut_at(2, 1), (), -1, 3, r"thresholds\[1\]"),
    "threshold missing": (NUMBERS, ROWS, INTERVAL, cut_at(np.nan), (), -1, 2, r"thresholds\[0\]"),
    "categories of numbers": (NUMBERS, ROWS, CATEGORY, cut_at(), (0, 1), -1, 2, "int32 codes"),
    "presence of one branch": (NUMBERS, ROWS, PRESENCE, cut_at(), (), -1, 1, "arity is 1"),
    "no branch": (NUMBERS, ROWS, INTERVAL, cut_at(), (), -1, 0, "arity is 0"),
    "kind unknown": (NUMBERS, ROWS, 3, cut_at(), (), -1, 2, "kind is 3"),
}  # fmt: skip


@pytest.mark.parametrize("case", HOSTILE.values(), ids=HOSTILE)
def test_hostile_arrays_are_refused_by_name(case):
    column, rows, kind, cuts, branches, missing_branch, arity, message = case

    with pytest.raises(ValueError, match=message):
        _core.route(column, rows, kind, cuts, int32(*branches), missing_branch, arity)
