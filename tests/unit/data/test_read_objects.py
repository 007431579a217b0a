from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from arboretum.data.column import Codes, Numbers
from arboretum.data.read.column import read_objects
from arboretum.exceptions import DataError, KindError


def read(*values):
    objects = np.empty(len(values), dtype=object)
    objects[:] = values
    return read_objects("column 'c'", objects)


@pytest.mark.parametrize("absent", [None, np.nan, pd.NA, pd.NaT, float("nan"), np.float32("nan")])
def test_every_sign_of_a_missing_value_is_missing(absent):
    numbers = read(1, absent)
    text = read("a", absent)
    truths = read(True, absent)

    np.testing.assert_array_equal(numbers.values, [1.0, np.nan])
    assert text.codes.tolist() == [0, -1]
    assert truths.codes.tolist() == [1, -1]


def test_integers_remember_that_they_are_whole():
    assert read(1, None, 2).is_whole
    assert not read(1, 2.5).is_whole


def test_numpy_scalars_count_as_what_they_hold():
    assert isinstance(read(np.int8(1), np.float32(2.5), 3), Numbers)
    assert read(np.str_("b"), "a").categories == ("a", "b")
    assert read(np.bool_(True), False).codes.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("values", "families"),
    [
        ((1, "a"), "numbers and text"),
        ((True, "a"), "booleans and text"),
        ((True, 2), "booleans and numbers"),
    ],
)
def test_a_mixture_is_named_with_a_remedy(values, families):
    with pytest.raises(KindError, match=f"column 'c' mixes {families}.*to strings"):
        read(*values)


@pytest.mark.parametrize("item", [{"foo": "bar"}, [1, 2], object(), (1,), b"bytes"])
def test_other_objects_are_a_type_error(item):
    with pytest.raises(TypeError, match=r"column 'c'.*argument must be a string or a number"):
        read(item, 1.0)


def test_complex_objects_are_an_error():
    with pytest.raises(DataError, match="Complex data not supported: column 'c'"):
        read(1j)


def test_nothing_but_missing_values_reads_as_missing_numbers():
    column = read(None, pd.NA)

    assert isinstance(column, Numbers)
    assert column.is_all_missing()
    assert not isinstance(column, Codes)


@pytest.mark.parametrize(
    "objects",
    [
        ["red", None, "blue", "green"],
        [1.5, float("nan"), 2, -3],
        [True, None, False],
        [Decimal("1.5"), Fraction(1, 3), np.int64(4), np.float32(0.5)],
    ],
    ids=["text", "numbers", "booleans", "kinds of numbers"],
)
def test_objects_that_come_often_are_read_as_those_that_come_once(objects):
    order = np.random.default_rng(0).integers(0, len(objects), 50)

    once = read(*objects)
    often = read(*(objects[i] for i in order))

    if isinstance(once, Numbers):
        np.testing.assert_array_equal(often.values, once.values[order])
    else:
        assert often.categories == once.categories
        assert often.codes.tolist() == once.codes[order].tolist()
