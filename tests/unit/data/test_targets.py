from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum.data import Target, encode_targets
from arboretum.exceptions import DataError, KindError, MissingValueError, ParameterError


@pytest.mark.parametrize(
    "y",
    [
        ["b", "a", "b"],
        np.array(["b", "a", "b"]),
        np.array(["b", "a", "b"], dtype=object),
        np.array([["b"], ["a"], ["b"]]),
        pd.Series(["b", "a", "b"]),
        pd.Series(pd.Categorical(["b", "a", "b"], categories=["b", "c", "a"])),
        pl.Series(["b", "a", "b"]),
        pl.Series(["b", "a", "b"], dtype=pl.Categorical),
        pa.chunked_array([["b", "a", "b"]]),
        pa.array(["b", "a", "b"]),
        {"y": ["b", "a", "b"]},
        pa.table({"y": ["b", "a", "b"]}),
    ],
)
def test_classes_are_those_that_occur_in_ascending_order(y):
    targets, codes = encode_targets(y, nominal=True)

    assert targets == (Target("y", ("a", "b")),)
    assert codes.dtype == np.int32
    np.testing.assert_array_equal(codes, [[1], [0], [1]])


@pytest.mark.parametrize(
    "y", [[3, 1, 3], [True, False, True], np.array([-1.0, 1.0]), np.array([7, 5], dtype=np.uint8)]
)
def test_classes_equal_those_of_numpy_in_order_and_type(y):
    (target,), codes = encode_targets(y, nominal=True)

    classes, expected = np.unique(np.asarray(y), return_inverse=True)
    assert list(target.classes) == classes.tolist()
    assert [type(c) for c in target.classes] == [type(c) for c in classes.tolist()]
    np.testing.assert_array_equal(codes[:, 0], expected)


def test_a_single_class_is_allowed():
    (target,), _ = encode_targets(np.array([True, True]), nominal=True)

    assert target.classes == (True,)


@pytest.mark.parametrize(
    "y",
    [
        pd.Series(pd.Categorical(["low", "high"], categories=["low", "mid", "high"], ordered=True)),
        pl.Series(["low", "high"], dtype=pl.Enum(["low", "mid", "high"])),
        pa.DictionaryArray.from_arrays(pa.array([0, 1]), pa.array(["low", "high"]), ordered=True),
    ],
    ids=["pandas", "polars", "pyarrow"],
)
def test_ranked_classes_keep_their_order(y):
    (target,), codes = encode_targets(y, nominal=True)

    assert target.classes == ("low", "high")
    np.testing.assert_array_equal(codes[:, 0], [0, 1])


def test_several_targets_are_encoded_side_by_side():
    frame = pd.DataFrame({"u": ["b", "a"], "v": [5, 6]})

    targets, codes = encode_targets(frame, nominal=True)

    assert targets == (Target("u", ("a", "b")), Target("v", (5, 6)))
    np.testing.assert_array_equal(codes, [[1, 0], [0, 1]])


def test_numbers_come_as_float64_in_columns():
    targets, values = encode_targets([[1, 2], [3, 4]], nominal=False)

    assert targets == (Target("y0"), Target("y1"))
    assert values.dtype == np.float64
    np.testing.assert_array_equal(values, [[1.0, 2.0], [3.0, 4.0]])


def test_names_come_from_the_series_or_the_caller():
    series = pd.Series([1.0, 2.0], name="price")

    assert encode_targets(series, nominal=False)[0] == (Target("price"),)
    assert encode_targets(series, nominal=False, name="cost")[0] == (Target("cost"),)
    assert encode_targets([1.0], nominal=False, name="cost")[0] == (Target("cost"),)
    assert encode_targets([[1.0, 2.0]], nominal=False, name=["a", "b"])[0][1] == Target("b")
    with pytest.raises(ParameterError, match="2 names"):
        encode_targets(series, nominal=False, name=["a", "b"])


def test_no_target_is_an_error():
    with pytest.raises(DataError, match="requires y to be passed, but the target y is None"):
        encode_targets(None, nominal=True)


@pytest.mark.parametrize("nominal", [True, False])
@pytest.mark.parametrize(
    "y",
    [
        [1.0, np.nan, 2.0, np.nan],
        pd.Series([1, None, 2, None], dtype="Int64"),
        pl.Series([1, None, 2, None]),
        np.array([1, None, 2, None], dtype=object),
    ],
)
def test_a_missing_target_is_named_with_its_rows(y, nominal):
    with pytest.raises(MissingValueError, match=r"target 'y' is missing.*2 of 4.*rows 1, 3"):
        encode_targets(y, nominal=nominal)


@pytest.mark.parametrize("nominal", [True, False])
def test_an_infinite_target_is_named(nominal):
    with pytest.raises(DataError, match=r"target 'y' contains infinity \(first in row 1\)"):
        encode_targets([0.0, np.inf], nominal=nominal)


def test_fractions_are_no_classes():
    with pytest.raises(DataError, match=r"Unknown label type: continuous.*such as 0.5.*regressor"):
        encode_targets([1.0, 0.5], nominal=True)


def test_text_is_no_number():
    with pytest.raises(KindError, match=r"target 'y' holds text such as 'a', 'b'.*classifier"):
        encode_targets(["a", "b"], nominal=False)


def test_booleans_are_zero_and_one():
    np.testing.assert_array_equal(encode_targets([True, False], nominal=False)[1], [[1.0], [0.0]])


@pytest.mark.parametrize("y", [[{"a": 1}], [1, "a"]])
def test_other_objects_are_an_unknown_label_type(y):
    with pytest.raises(KindError, match="Unknown label type"):
        encode_targets(np.array(y, dtype=object), nominal=True)


def test_complex_targets_are_an_error():
    with pytest.raises(DataError, match="Complex data not supported"):
        encode_targets(np.array([1j]), nominal=False)


@pytest.mark.parametrize("y", [3, np.zeros((2, 2, 2))])
def test_a_wrong_number_of_dimensions_is_an_error(y):
    with pytest.raises(DataError, match="y should be a 1d array"):
        encode_targets(y, nominal=False)


def test_an_empty_target_is_an_error():
    with pytest.raises(DataError, match=r"0 sample\(s\)"):
        encode_targets([], nominal=True)


@given(
    y=st.lists(st.text(max_size=2), min_size=1) | st.lists(st.integers(-(2**53), 2**53), min_size=1)
)
def test_decoding_gives_back_the_target(y):
    (target,), codes = encode_targets(y, nominal=True)

    assert [target.classes[code] for code in codes[:, 0]] == y
    assert list(target.classes) == sorted(set(y))
