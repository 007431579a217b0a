"""Data frames whose columns hold as text what a file would hold, and Parquet files of them."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from arboretum import TreeClassifier
from arboretum.data import Notes, encode_features, encode_like, read_frame
from arboretum.data.schema import Schema
from arboretum.exceptions import IntakeWarning, KindError

TEXTS = ["1.5", "n/a", "2,000.5", None, "7"]
VALUES = [1.5, np.nan, 2000.5, np.nan, 7.0]

FRAMES = {
    "pandas": lambda x: pd.DataFrame({"x": x}),
    "pandas objects": lambda x: pd.DataFrame({"x": pd.Series(x, dtype=object)}),
    "polars": lambda x: pl.DataFrame({"x": x}),
    "pyarrow": lambda x: pa.table({"x": x}),
    "a mapping": lambda x: {"x": x},
    "an array": lambda x: np.array(x, dtype=object)[:, None],
}


@pytest.mark.parametrize("make", FRAMES.values(), ids=FRAMES)
def test_text_that_means_numbers_is_read_as_numbers_with_a_warning(make):
    with pytest.warns(IntakeWarning, match="read as") as said:
        features, columns = encode_features(make(TEXTS))

    assert features[0].kind == "numeric"
    np.testing.assert_array_equal(columns[0], VALUES)
    assert len(said) == 2
    assert all(one.filename == __file__ for one in said)


def test_numbers_among_text_as_a_spreadsheet_gives_them_are_numbers():
    frame = pd.DataFrame({"x": pd.Series([1, 2.5, "n/a", 4], dtype=object)})

    with pytest.warns(IntakeWarning, match="1 cell holds 'n/a'"):
        features, columns = encode_features(frame)

    assert features[0].kind == "numeric"
    np.testing.assert_array_equal(columns[0], [1, 2.5, np.nan, 4])


@pytest.mark.parametrize(
    "column",
    [
        pd.Series(["1.5", "n/a", "2"], dtype="category"),
        pl.Series(["1.5", "n/a", "2"], dtype=pl.Categorical),
        pl.Series(["1.5", "n/a", "2"], dtype=pl.Enum(["1.5", "n/a", "2"])),
    ],
)
def test_what_is_declared_to_be_categories_stays_so(column):
    with warnings.catch_warnings():
        warnings.simplefilter("error", IntakeWarning)
        features, _ = encode_features({"x": column})

    assert set(features[0].categories) == {"1.5", "n/a", "2"}


def test_whole_numbers_made_text_by_hand_stay_categories():
    codes = ["3", "1", "2", "1"]

    with warnings.catch_warnings():
        warnings.simplefilter("error", IntakeWarning)
        features, _ = encode_features({"zone": codes, "zip": ["01234", "9000", "1", "2"]})

    assert features[0].categories == ("1", "2", "3")
    assert features[1].categories == ("01234", "1", "2", "9000")


def test_kinds_overrule_what_texts_seem_to_mean():
    frame = {"x": ["1.5", "n/a", "2"], "y": ["3", "1", "x"]}

    features, columns = encode_features(
        frame, kinds={"x": "categorical", "y": "numeric"}, notes=(notes := Notes())
    )

    assert [f.kind for f in features] == ["categorical", "numeric"]
    np.testing.assert_array_equal(columns[1], [3, 1, np.nan])
    assert "'x' (row 2)" in str(*notes)


def test_parquet_is_read_as_frames_are(tmp_path):
    path = tmp_path / "data.parquet"
    pq.write_table(pa.table({"x": TEXTS, "zone": ["1", "2", "1", "2", "1"]}), path)

    table = read_frame(path, notes=(notes := Notes()))

    assert table["x"].to_pylist() == [1.5, None, 2000.5, None, 7]
    assert table["zone"].to_pylist() == ["1", "2", "1", "2", "1"]
    assert len(notes) == 2


def test_a_table_from_a_file_is_not_doubted_again(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("code,x\n00123,n/a\n00456,1\n00789,2\n")
    table = read_frame(path, notes=Notes())

    encode_features(table, notes=(notes := Notes()))

    assert not list(notes)


def test_new_samples_are_read_as_numbers_where_training_had_numbers():
    model = TreeClassifier().fit({"x": [1.0, 2.0, 8.0, 9.0]}, list("aabb"))

    with pytest.warns(IntakeWarning) as said:
        predicted = model.predict(pd.DataFrame({"x": ["1,5", "n/a", "8,5", "odd"]}))

    assert predicted[0] == "a"
    assert predicted[2] == "b"
    texts = [str(one.message) for one in said]
    assert any("'1,5' is read as 1.5" in text for text in texts)
    assert any("'odd' (row 3)" in text for text in texts)


def test_a_column_of_words_where_training_had_numbers_is_refused():
    features, _ = encode_features({"x": [1.0, 2.0]})

    with pytest.raises(KindError, match="'x' should hold numbers, but holds text such as 'female'"):
        encode_like(Schema(features), {"x": ["male", "female"]})
