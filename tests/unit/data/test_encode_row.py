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
from arboretum.data.encode_row import RowEncoder
from arboretum.data.schema import Feature, Schema
from arboretum.exceptions import CategoryWarning, DataError, MissingValueError

SCHEMA = Schema(
    (
        Feature("age", "numeric"),
        Feature("colour", "categorical", ("blue", "red")),
        Feature("size", "ordered", ("S", "M", "L")),
    )
)
FRAMES = {
    "pandas": pd.DataFrame,
    "pandas categories": lambda columns: pd.DataFrame(columns).astype({"colour": "category"}),
    "polars": pl.DataFrame,
    "arrow": pa.table,
}
USUAL = {
    "a float": (1.5, "red", "M"),
    "a whole number": (7, "blue", "L"),
    "a missing number": (None, "blue", "S"),
    "a missing category": (3.0, None, "S"),
    "all missing": (None, None, None),
}
UNUSUAL = {
    "text for a number": ("1.5", "red", "M"),
    "a truth for a number": (True, "red", "M"),
    "a number for text": (1.5, 3, "M"),
    "a category never seen": (1.5, "green", "M"),
    "infinity": (np.inf, "red", "M"),
    "an integer that a float cannot hold": (2**53 + 1, "red", "M"),
    "a date": (datetime.date(2020, 1, 1), "red", "M"),
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


@pytest.mark.parametrize("make", FRAMES.values(), ids=FRAMES)
@pytest.mark.parametrize("row", UNUSUAL.values(), ids=UNUSUAL)
def test_what_is_unusual_gets_no_answer(make, row):
    assert RowEncoder(SCHEMA).encode(make(columns_of(row))) is None


def test_other_columns_or_another_number_of_samples_get_no_answer():
    encoder, columns = RowEncoder(SCHEMA), columns_of((1.0, "red", "M"))
    backwards = dict(reversed(columns.items()))

    for make in FRAMES.values():
        assert encoder.encode(make(backwards)) is None
        assert encoder.encode(make({name: 2 * values for name, values in columns.items()})) is None
        assert encoder.encode(make({name: [] for name in columns})) is None
    for other in (columns, [[1.0, "red", "M"]], np.zeros((1, 3)), pl.LazyFrame(columns)):
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
