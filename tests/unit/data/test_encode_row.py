"""One sample of a frame: the same codes as from the whole column, or no answer."""

from __future__ import annotations

import datetime

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from arboretum import TreeClassifier
from arboretum.data import encode_like
from arboretum.data.encode.one_row import RowEncoder
from arboretum.data.schema import Feature, Schema
from arboretum.exceptions import CategoryWarning, DataError, MissingValueError

SCHEMA = Schema(
    (
        Feature("age", "numeric"),
        Feature("colour", "categorical", ("blue", "red")),
        Feature("size", "ordered", ("S", "M", "L")),
        Feature("smokes", "categorical", (False, True)),
        Feature("rooms", "categorical", (1, 2, 5)),
    )
)
FRAMES = {
    "pandas": pd.DataFrame,
    "pandas categories": lambda columns: pd.DataFrame(columns).astype({"colour": "category"}),
    "pandas nullable": lambda columns: pd.DataFrame(columns).convert_dtypes(),
    "polars": pl.DataFrame,
    "arrow": pa.table,
    "dict": dict,
    "dict of arrays": lambda columns: {name: np.array(v) for name, v in columns.items()},
    "dict of tuples": lambda columns: {name: tuple(v) for name, v in columns.items()},
}
USUAL = {
    "a float": (1.5, "red", "M", True, 1),
    "a whole number": (7, "blue", "L", False, 5),
    "a missing number": (None, "blue", "S", False, 2),
    "a missing category": (3.0, None, "S", True, 2),
    "a missing truth": (3.0, "red", "S", None, 2),
    "a missing numeric category": (3.0, "red", "S", True, None),
    "all missing": (None, None, None, None, None),
    "a category never seen": (1.5, "green", "M", True, 1),
    "a numeric category never seen": (1.5, "red", "M", True, 3),
    "a float for a category that is a whole number": (1.5, "red", "M", True, 5.0),
    "a float next to categories": (1.5, "red", "M", True, 5.1),
    "a truth for a number": (True, "red", "M", True, 1),
    "a number for a truth": (1.5, "red", "M", 1, 1),
    "a truth for a numeric category": (1.5, "red", "M", False, True),
}
UNUSUAL = {
    "text for a number": ("1.5", "red", "M", True, 1),
    "a number for text": (1.5, 3, "M", True, 1),
    "text for a numeric category": (1.5, "red", "M", True, "1"),
    "text for a truth": (1.5, "red", "M", "yes", 1),
    "infinity": (np.inf, "red", "M", True, 1),
    "infinity for a category": (1.5, "red", "M", True, np.inf),
    "an integer that a float cannot hold": (2**53 + 1, "red", "M", True, 1),
    "a date": (datetime.date(2020, 1, 1), "red", "M", True, 1),
}


def columns_of(row):
    return {name: [value] for name, value in zip(SCHEMA.feature_names, row, strict=True)}


@pytest.mark.parametrize("make", FRAMES.values(), ids=FRAMES)
@pytest.mark.parametrize("row", USUAL.values(), ids=USUAL)
def test_a_usual_sample_is_encoded_as_a_whole_column_is(make, row):
    frame = make(columns_of(row))

    encoded = RowEncoder(SCHEMA).encode(frame)

    assert encoded is not None
    for ours, theirs in zip(encoded, encode_like(SCHEMA, frame), strict=True):
        np.testing.assert_array_equal(ours, theirs)
        assert ours.dtype.kind == theirs.dtype.kind  # codes may have any width


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int8, np.uint64, np.bool_])
def test_numbers_of_any_width_are_the_same_numbers(dtype):
    schema = Schema((Feature("x", "numeric"), Feature("k", "categorical", (0.1, 1, 3))))

    for value in (0.1, 1, 3):
        frame = pd.DataFrame({"x": [value], "k": [value]}).astype(dtype)
        encoded = RowEncoder(schema).encode(frame)
        assert encoded is not None
        for ours, theirs in zip(encoded, encode_like(schema, frame), strict=True):
            np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("make", FRAMES.values(), ids=FRAMES)
@pytest.mark.parametrize("row", UNUSUAL.values(), ids=UNUSUAL)
def test_what_is_unusual_gets_no_answer(make, row):
    assert RowEncoder(SCHEMA).encode(make(columns_of(row))) is None


def test_other_columns_or_another_number_of_samples_get_no_answer():
    encoder, columns = RowEncoder(SCHEMA), columns_of((1.0, "red", "M", True, 1))
    backwards = dict(reversed(columns.items()))

    for name, make in FRAMES.items():
        is_dict = name.startswith("dict")  # its columns may stand in any order
        assert (encoder.encode(make(backwards)) is None) is not is_dict
        assert (
            encoder.encode(make({"other" if k == "age" else k: columns[k] for k in columns}))
            is None
        )
        assert encoder.encode(make(columns | {"other": [1]})) is None
        assert encoder.encode(make({name: 2 * values for name, values in columns.items()})) is None
        assert encoder.encode(make({name: [] for name in columns})) is None
    for other in (
        columns_of((1.0, "red", "M", True, 1)) | {"age": 1.0},
        columns | {"age": [[1.0]]},
        columns | {"age": np.array([[1.0]])},
        [[1.0, "red", "M", True, 1]],
        np.zeros((1, 5)),
        pl.LazyFrame(columns),
    ):
        assert encoder.encode(other) is None


def make_table():
    rng = np.random.default_rng(0)
    table = pd.DataFrame(
        {
            "x": np.where(rng.random(200) < 0.1, np.nan, rng.normal(size=200)),
            "colour": pd.Categorical.from_codes(rng.integers(-1, 3, 200), ["a", "b", "c"]),
        }
    )
    return table, rng.integers(0, 2, 200)


@pytest.mark.parametrize("open_frame", [pd.DataFrame, pl.from_pandas, pa.Table.from_pandas])
def test_samples_one_by_one_end_where_all_together_end(open_frame):
    table, y = make_table()
    frame = open_frame(table)
    estimator = TreeClassifier().fit(frame, y)

    one_by_one = [estimator.apply(open_frame(table[i : i + 1])).item() for i in range(len(table))]

    assert one_by_one == estimator.apply(frame).tolist()


def test_one_sample_gets_the_warnings_and_errors_of_many():
    table, y = make_table()
    estimator = TreeClassifier().fit(table, y)
    strict = TreeClassifier(missing="error").fit(table.dropna(), y[table.notna().all(axis=1)])
    one = table.dropna()[:1]

    with pytest.warns(CategoryWarning, match="'colour': 1 samples have categories"):
        estimator.predict(one.assign(colour="never seen"))
    with pytest.raises(DataError, match="column 'x' contains infinity"):
        estimator.predict(one.assign(x=np.inf))
    with pytest.raises(DataError, match="names should match"):
        estimator.predict(one.rename(columns={"x": "z"}))
    with pytest.raises(MissingValueError, match=r"'x' \(1\)"):
        strict.predict(one.assign(x=np.nan))
