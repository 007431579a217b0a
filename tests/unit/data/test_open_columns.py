from __future__ import annotations

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import scipy.sparse

from arboretum.data.read.open_columns import open_columns
from arboretum.exceptions import DataError, KindError


def test_an_array_gets_automatic_names():
    columns = open_columns(np.zeros((2, 3)))

    assert columns.names == ("x0", "x1", "x2")
    assert not columns.is_named


def test_a_pandas_frame_without_names_is_matched_by_position():
    columns = open_columns(pd.DataFrame(np.zeros((2, 2))))

    assert columns.names == ("x0", "x1")
    assert not columns.is_named


def test_column_labels_that_mean_something_become_text():
    columns = open_columns(pd.DataFrame({2019: [1.0], 2020: [2.0]}))

    assert columns.names == ("2019", "2020")
    assert columns.is_named


def test_lists_do_not_turn_numbers_into_text():
    columns = open_columns([[1, "a"], [2, "b"]])

    assert [column.tolist() for column in columns.values] == [[1, 2], ["a", "b"]]


def test_a_masked_value_is_missing():
    masked = np.ma.array([[1.0, 2.0], [3.0, 4.0]], mask=[[False, True], [False, False]])

    columns = open_columns(masked)

    assert columns.values[1].tolist() == [None, 4.0]


@pytest.mark.parametrize("make", [scipy.sparse.csr_matrix, scipy.sparse.coo_array])
def test_a_sparse_matrix_is_refused_with_a_remedy(make):
    with pytest.raises(TypeError, match=r"sparse.*toarray"):
        open_columns(make(np.eye(3)))


@pytest.mark.parametrize(
    "X",
    [np.zeros(3), [1.0, 2.0], pd.Series([1.0, 2.0])],
    ids=["array", "list", "series"],
)
def test_one_dimension_is_refused_with_a_remedy(X):
    with pytest.raises(DataError, match=r"Expected 2D array, got 1D array instead.*Reshape your"):
        open_columns(X)


@pytest.mark.parametrize("X", [np.zeros((0, 3)), pd.DataFrame({"a": []}), {"a": []}])
def test_no_samples_is_an_error(X):
    with pytest.raises(DataError, match=r"0 sample\(s\)"):
        open_columns(X)


def test_no_features_is_an_error():
    message = r"0 feature\(s\) \(shape=\(12, 0\)\) while a minimum of 1 is required."
    with pytest.raises(DataError, match=message):
        open_columns(np.zeros((12, 0)))
    with pytest.raises(DataError, match=r"0 feature\(s\)"):
        open_columns(pd.DataFrame(index=range(12)))


@pytest.mark.parametrize(
    "X",
    [
        pd.DataFrame([[1, 2]], columns=["age", "age"]),
        pa.table([pa.array([1]), pa.array([2])], names=["age", "age"]),
        pd.DataFrame([[1, 2]], columns=[1, "1"]),
    ],
    ids=["pandas", "arrow", "equal as text"],
)
def test_names_that_stand_twice_are_named(X):
    with pytest.raises(DataError, match=r"twice.*(age|1)"):
        open_columns(X)


def test_columns_of_different_lengths_are_named():
    with pytest.raises(DataError, match="'age' 2, 'sex' 1"):
        open_columns({"age": [1, 2], "sex": ["f"]})


def test_rows_of_different_lengths_are_an_error():
    with pytest.raises(DataError, match="same number of values"):
        open_columns([[1, 2], [3]])


def test_complex_numbers_are_an_error():
    with pytest.raises(DataError, match="Complex data not supported"):
        open_columns(np.zeros((2, 2), dtype=complex))


def test_a_column_of_two_dimensions_is_named():
    with pytest.raises(DataError, match="column 'age' must have one dimension, but has 2"):
        open_columns({"age": np.zeros((2, 2))})


def test_what_is_no_table_is_an_error():
    with pytest.raises((DataError, KindError)):
        open_columns(5)
