"""Tables of statistics: the kernels against their slow twins."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import _core
from tests.oracles import kernels as oracle

N_CLASSES = 3
WIDTH = 2


def int32(*values):
    return np.array(values, dtype=np.int32)


def make_data(codes, seed=0):
    """Classes, weights, counts and contributions with untidy fractions for each code."""
    n = len(codes)
    rng = np.random.default_rng(seed)
    return {
        "classes": rng.integers(0, N_CLASSES, n).astype(np.int32),
        "weights": rng.choice([0.0, 0.1, 1 / 3, 2.0], n),
        "counts": rng.integers(1, 4, n).astype(np.float64),
        "contributions": rng.standard_normal((n, WIDTH)),
    }


def assert_same(codes, n_codes, rows, data):
    """Bit for bit: both add the rows of a bin in the order given."""
    of_classes = (data["classes"], N_CLASSES, data["weights"], data["counts"])
    of_sums = (data["contributions"], data["counts"])
    pairs = [
        (
            _core.table_counts(codes, n_codes, rows, *of_classes),
            oracle.table_counts(codes, n_codes, rows, *of_classes),
        ),
        (
            _core.table_sums(codes, n_codes, rows, *of_sums),
            oracle.table_sums(codes, n_codes, rows, *of_sums),
        ),
        (_core.total_counts(rows, *of_classes), oracle.total_counts(rows, *of_classes)),
        (_core.total_sums(rows, *of_sums), oracle.total_sums(rows, *of_sums)),
    ]
    for got, expected in pairs:
        assert len(got) == len(expected)
        for one, other in zip(got, expected, strict=True):
            np.testing.assert_array_equal(one, other, strict=isinstance(other, np.ndarray))


HUGE = 2**31 - 1

CASES = {
    "no rows": (int32(0, 1), 2, int32()),
    "no data": (int32(), 0, int32()),
    "all missing": (int32(-1, -2, -1), 4, int32(0, 1, 2)),
    "missing and no codes": (int32(-1), 0, int32(0)),
    "one bin": (int32(2, 2, 2), 3, int32(0, 1, 2)),
    "some rows out of order": (int32(3, 0, 3, -1, 1, 0), 4, int32(5, 4, 2, 0, 3)),
    "a row twice": (int32(0, 1), 2, int32(1, 1, 0)),
    "huge n_codes": (int32(7, HUGE - 1, 0, -1, 7, 123_456_789), HUGE, int32(4, 5, 0, 1, 2, 3)),
    "strided codes": (np.arange(12, dtype=np.int32).reshape(4, 3)[:, 1], 12, int32(3, 1, 0)),
}


@pytest.mark.parametrize(("codes", "n_codes", "rows"), CASES.values(), ids=CASES)
def test_tables_equal_those_of_the_slow_twin(codes, n_codes, rows):
    assert_same(codes, n_codes, rows, make_data(codes))


def test_every_argument_may_be_a_column_of_a_matrix():
    codes = int32(0, 1, 1, -1)
    data = make_data(codes)
    for name in ("classes", "weights", "counts"):
        data[name] = np.stack([data[name], data[name]], axis=1)[:, 1]
        assert not data[name].flags.c_contiguous

    assert_same(codes, 2, int32(0, 1, 2, 3), data)


@st.composite
def coded_rows(draw):
    n = draw(st.integers(1, 40))
    codes = draw(st.lists(st.integers(-2, 12), min_size=n, max_size=n))
    rows = draw(st.lists(st.integers(0, n - 1), max_size=60))
    return int32(*codes), int32(*rows)


@given(coded_rows(), st.integers(0, 1000))
def test_any_rows_give_the_table_of_the_slow_twin(coded, seed):
    codes, rows = coded

    assert_same(codes, 13, rows, make_data(codes, seed))


@given(coded_rows(), st.integers(0, 1000))
def test_marking_and_sorting_give_the_same_bits(coded, seed):
    # A large n_codes makes the kernel sort the codes instead of marking them.
    codes, rows = coded
    data = make_data(codes, seed)
    rest = (rows, data["classes"], N_CLASSES, data["weights"], data["counts"])

    marked = _core.table_counts(codes, 13, *rest)
    sorted_ = _core.table_counts(codes, 10**9, *rest)

    for one, other in zip(marked, sorted_, strict=True):
        np.testing.assert_array_equal(one, other)


def arguments(**changes):
    good = {
        "codes": int32(0, 1, -1),
        "n_codes": 2,
        "rows": int32(0, 1, 2),
        "classes": int32(0, 1, 0),
        "n_classes": 2,
        "weights": np.ones(3),
        "counts": np.ones(3),
    }
    return good | changes


HOSTILE = {
    "code too high": ({"codes": int32(0, 2, 0)}, r"codes\[1\] is 2, but n_codes is 2"),
    "row too high": ({"rows": int32(0, 3)}, r"rows\[1\] is 3, outside the dataset of 3 rows"),
    "row below zero": ({"rows": int32(-1)}, r"rows\[0\] is -1"),
    "class too high": ({"classes": int32(0, 2, 0)}, r"classes\[1\] is 2, but there are 2 classes"),
    "class below zero": ({"classes": int32(0, -1, 0)}, r"classes\[1\] is -1"),
    "codes too short": ({"codes": int32(0)}, "codes has length 1, expected 3"),
    "weights too short": ({"weights": np.ones(2)}, "weights has length 2, expected 3"),
    "counts too long": ({"counts": np.ones(4)}, "counts has length 4, expected 3"),
    "no classes at all": ({"n_classes": 0}, r"classes\[0\] is 0, but there are 0 classes"),
}


@pytest.mark.parametrize(("changes", "message"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_arrays_are_refused_by_name(changes, message):
    with pytest.raises(ValueError, match=message):
        _core.table_counts(**arguments(**changes))


def test_bad_entries_of_rows_that_are_not_asked_for_do_no_harm():
    bins, *_ = _core.table_counts(**arguments(codes=int32(0, 99, 1), rows=int32(0, 2)))

    np.testing.assert_array_equal(bins, [0, 1])


@pytest.mark.parametrize(
    ("rows", "counts", "message"),
    [
        (int32(5), np.ones(3), r"rows\[0\] is 5"),
        (int32(0), np.ones(2), "counts has length 2"),
    ],
)
def test_totals_refuse_hostile_arrays_too(rows, counts, message):
    with pytest.raises(ValueError, match=message):
        _core.total_sums(rows, np.ones((3, 2)), counts)
    with pytest.raises(ValueError, match=message):
        _core.total_counts(rows, int32(0, 0, 0), 1, np.ones(3), counts)


@pytest.mark.parametrize(
    "changes",
    [
        {"rows": np.arange(3)},
        {"rows": int32(0, 1, 2, 0)[::2]},
        {"codes": np.zeros(3)},
        {"weights": np.ones(3, dtype=np.float32)},
        {"n_codes": -1},
    ],
    ids=repr,
)
def test_other_types_are_refused_rather_than_copied(changes):
    with pytest.raises(TypeError):
        _core.table_counts(**arguments(**changes))
