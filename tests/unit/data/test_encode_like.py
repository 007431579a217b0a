from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest

from arboretum.data import (
    MISSING,
    UNSEEN,
    Feature,
    Schema,
    Target,
    count_unseen,
    encode_features,
    encode_like,
)
from arboretum.exceptions import DataError, KindError

SCHEMA = Schema(
    (
        Feature("age", "numeric"),
        Feature("sex", "categorical", ("female", "male")),
        Feature("size", "ordered", ("S", "M", "L")),
        Feature("zip", "categorical", (1000, 9000)),
        Feature("old", "categorical", (False, True)),
    ),
    (Target("drug", ("A", "B")),),
)
ROW = {"age": [20], "sex": ["male"], "size": ["L"], "zip": [9000], "old": [True]}


def encode(**changes):
    return encode_like(SCHEMA, {**ROW, **changes})


def test_columns_are_matched_by_name_in_any_order():
    frame = pd.DataFrame(ROW)

    columns = encode_like(SCHEMA, frame[frame.columns[::-1]])

    assert [column.item() for column in columns] == [20.0, 1, 2, 1, 1]


def test_other_libraries_give_the_same_codes():
    frame = pl.DataFrame(ROW, schema_overrides={"size": pl.Enum(["L", "M", "S"])})

    columns = encode_like(SCHEMA, frame)

    assert [column.item() for column in columns] == [20.0, 1, 2, 1, 1]


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_an_array_of_floats_is_not_copied(dtype):
    X = np.array([[1.0, np.nan], [2.0, 3.0]], dtype=dtype)
    schema = Schema(encode_features(X)[0])

    columns = encode_like(schema, X)

    assert all(np.shares_memory(column, X) for column in columns)
    np.testing.assert_array_equal(np.column_stack(columns), X)


def test_a_category_never_seen_is_marked_and_counted():
    columns = encode(sex=["diverse"], size=[None])

    assert columns[1].item() == UNSEEN
    assert columns[2].item() == MISSING
    assert count_unseen(SCHEMA, columns) == {"sex": 1}


@pytest.mark.parametrize("value", [9000, 9000.0, np.int8(1), np.float32(9000)])
def test_numbers_match_categories_by_value(value):
    expected = 1 if value == 9000 else UNSEEN

    assert encode(zip=[value])[3].item() == expected


@pytest.mark.parametrize("truth", [True, 1, 1.0, np.bool_(True)])
def test_booleans_match_zero_and_one(truth):
    assert encode(old=[truth])[4].item() == 1
    assert encode(age=[truth])[0].item() == 1.0


def test_text_where_numbers_were_is_named():
    with pytest.raises(KindError, match=r"column 'age' should hold numbers, but holds text.*'old'"):
        encode(age=["old"])
    with pytest.raises(
        KindError, match=r"column 'zip' should hold numbers such as 1000, 9000.*text"
    ):
        encode(zip=["9000"])


def test_text_where_booleans_were_is_named():
    with pytest.raises(KindError, match="column 'old' should hold booleans such as False, True"):
        encode(old=["yes"])


def test_numbers_where_text_was_are_named():
    with pytest.raises(KindError, match=r"column 'sex' should hold text such as 'female'.*numbers"):
        encode(sex=[1])


@pytest.mark.parametrize("name", list(ROW))
def test_a_column_of_nothing_but_missing_values_suits_every_kind(name):
    for absent in ([None], np.array([np.nan]), pl.Series([None], dtype=pl.String)):
        column = encode(**{name: absent})[SCHEMA.feature_index[name]]

        assert np.isnan(column[0]) if name == "age" else column[0] == MISSING


def test_infinity_is_named():
    with pytest.raises(DataError, match="column 'age' contains infinity"):
        encode(age=[np.inf])
    schema = Schema((Feature("x0", "numeric"),))
    with pytest.raises(DataError, match="column 'x0' contains infinity"):
        encode_like(schema, np.array([[np.inf]]))


def test_a_lacking_column_is_named():
    X = {name: values for name, values in ROW.items() if name != "sex"}

    with pytest.raises(DataError, match="X lacks the column 'sex'"):
        encode_like(SCHEMA, X)


def test_an_unknown_column_is_named_and_the_target_is_let_through():
    with pytest.raises(
        DataError, match="X has the column 'shoe', which the tree was not trained on"
    ):
        encode(shoe=[43])

    assert len(encode(drug=["A"])) == 5


def test_an_array_must_have_as_many_columns():
    schema = Schema(tuple(Feature(f"x{i}", "numeric") for i in range(4)))

    message = r"X has 1 features, but Stump is expecting 4 features as input: give"
    with pytest.raises(DataError, match=message):
        encode_like(schema, np.ones((3, 1)), owner="Stump")


def test_a_model_of_an_array_takes_a_frame_by_position():
    schema = Schema(encode_features(np.ones((2, 2)))[0])

    columns = encode_like(schema, pd.DataFrame({"a": [1.0], "b": [2.0]}))

    assert [column.item() for column in columns] == [1.0, 2.0]


def test_a_model_of_a_frame_takes_an_array_by_position():
    X = np.array([[20, "male", "L", 9000, True]], dtype=object)

    columns = encode_like(SCHEMA, X)

    assert [column.item() for column in columns] == [20.0, 1, 2, 1, 1]


@pytest.mark.parametrize(
    ("X", "message"),
    [
        (np.ones(2), "Reshape your data"),
        (np.ones((0, 2)), r"0 sample\(s\)"),
        (np.ones((2, 2), dtype=complex), "Complex data not supported"),
    ],
)
def test_a_wrong_shape_or_type_is_an_error(X, message):
    schema = Schema(encode_features(np.ones((2, 2)))[0])

    with pytest.raises(DataError, match=message):
        encode_like(schema, X)


def test_training_data_is_encoded_as_it_was():
    frame = pd.DataFrame(
        {
            "a": pd.Categorical(["x", None, "y"], categories=["y", "x", "z"]),
            "b": [1.0, np.nan, 2.0],
            "c": ["u", "v", None],
            "d": pd.array([True, None, False], dtype="boolean"),
        }
    )
    features, columns = encode_features(frame)

    again = encode_like(Schema(features), frame)

    for column, same in zip(columns, again, strict=True):
        np.testing.assert_array_equal(column, same)
