"""Every question is there, and none twice."""

import numpy as np
import pytest

from arboretum.data import make_dataset
from arboretum.optimal.columns import columns_of, language_of
from arboretum.optimal.merged import merge


def columns_for(X, kinds=None):
    n = len(next(iter(X.values())))
    dataset = make_dataset(X, ["a", "b"] * (n // 2), nominal=True, kinds=kinds)
    merged = merge(dataset)
    gains = np.ones((merged.n_rows, 2), dtype=np.int32)
    gains[::2, 0] = 0
    return columns_of(merged, dataset.schema, gains), language_of(merged, dataset.schema)


def divisions(columns):
    """The two halves of the rows, whichever is left."""
    return {frozenset((column.ranks.tobytes(), (1 - column.ranks).tobytes())) for column in columns}


@pytest.mark.parametrize(("n_categories", "n_columns"), [(2, 1), (3, 3), (4, 7), (8, 127)])
def test_categories_are_divided_in_every_way(n_categories, n_columns):
    columns, language = columns_for({"x": list("abcdefgh"[:n_categories]) * 2})

    assert len(columns) == len(divisions(columns)) == n_columns
    assert language == "x in every set of categories"


def test_missing_categories_go_to_either_side():
    columns, _ = columns_for({"x": [*"abcdefgh", None, "a"]})

    # Each of the 127 ways with the missing row on either side, and whether it is missing.
    assert len(columns) == len(divisions(columns)) == 255


def test_many_categories_are_tried_one_by_one_and_in_the_order_of_their_gains():
    columns, language = columns_for({"x": list("abcdefghijkl")})

    assert 12 <= len(columns) == len(divisions(columns)) <= 12 + 11
    assert "of x each category against the others" in language


def test_missing_numbers_are_before_the_first_or_behind_the_last():
    columns, language = columns_for({"x": [3.0, np.nan, 1.0, 2.0]})

    assert [sorted(column.ranks.tolist()) for column in columns] == [[0, 1, 2, 3]] * 2
    assert [column.needs_last_rank for column in columns] == [False, True]
    assert "missing values on either side" in language


def test_samples_with_the_same_features_are_one_row():
    dataset = make_dataset({"x": [2.0, 1.0, 2.0]}, ["a", "b", "b"], nominal=True)

    merged = merge(dataset)

    assert merged.counts.tolist() == [1, 2]
    assert merged.row_of.tolist() == [1, 0, 1]


def test_a_feature_that_says_what_another_says_is_left_out():
    x = np.array([1.0, 2.0, 3.0, 3.0])

    columns, _ = columns_for({"x": x, "twice": 2 * x, "minus": -x, "other": x[[1, 0, 2, 3]]})

    assert [column.feature for column in columns] == [0, 3]
