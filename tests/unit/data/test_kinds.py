from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from arboretum.data import Feature, encode_features
from arboretum.exceptions import DataError, IntakeWarning, KindError, ParameterError


def test_numbers_may_be_made_categorical_by_name():
    X = {"zip": [9000, 1000, None, 9000], "age": [1, 2, 3, 4]}

    features, columns = encode_features(X, kinds={"zip": "categorical"})

    assert features[0].kind == "categorical"
    assert features[0].categories == (1000, 9000)
    np.testing.assert_array_equal(columns[0], [1, 0, -1, 1])
    assert features[1].kind == "numeric"


def test_the_columns_of_an_array_go_by_position_or_automatic_name():
    X = np.array([[1.0, 5.0], [2.0, 6.0]])

    by_position, _ = encode_features(X, kinds={1: "categorical"})
    by_name, _ = encode_features(X, kinds={"x1": "categorical"})

    assert by_position == by_name
    assert [feature.kind for feature in by_name] == ["numeric", "categorical"]


def test_whole_floats_become_integer_categories_and_others_stay():
    features, _ = encode_features(
        {"a": [1.0, np.nan], "b": [0.5, 1.0], "c": [1e300, 1.0]},
        kinds=dict.fromkeys("abc", "categorical"),
    )

    assert [repr(feature.categories) for feature in features] == [
        "(1,)",
        "(0.5, 1.0)",
        "(1.0, 1e+300)",
    ]


def test_a_list_makes_a_feature_ordered_in_that_order():
    features, columns = encode_features({"size": ["L", "S", None]}, kinds={"size": ["S", "M", "L"]})

    assert features[0].kind == "ordered"
    assert features[0].categories == ("S", "M", "L")
    np.testing.assert_array_equal(columns[0], [2, 0, -1])


def test_a_value_that_the_list_leaves_out_is_named():
    with pytest.raises(DataError, match=r"column 'size' holds 'XL', which kinds does not list"):
        encode_features({"size": ["L", "XL"]}, kinds={"size": ["S", "M", "L"]})


def test_numbers_may_be_ordered_by_their_size():
    features, columns = encode_features({"stars": [5, 1, 3]}, kinds={"stars": "ordered"})

    assert features[0].categories == (1, 3, 5)
    np.testing.assert_array_equal(columns[0], [2, 0, 1])


def test_an_unranked_categorical_may_be_ordered_as_declared():
    frame = pd.DataFrame({"c": pd.Categorical(["hi", "lo"], categories=["lo", "hi"])})

    features, _ = encode_features(frame, kinds={"c": "ordered"})

    assert features[0].categories == ("lo", "hi")


def test_text_without_an_order_cannot_be_ordered_silently():
    with pytest.raises(KindError, match=r"column 'size' holds text without an order.*List its"):
        encode_features({"size": ["S", "M"]}, kinds={"size": "ordered"})


def test_booleans_may_be_numbers_and_text_may_not():
    _, columns = encode_features({"b": [True, None, False]}, kinds={"b": "numeric"})
    np.testing.assert_array_equal(columns[0], [1.0, np.nan, 0.0])

    with pytest.raises(
        KindError, match="column 's' should hold numbers, but holds text such as 'a'"
    ):
        encode_features({"s": ["a"]}, kinds={"s": "numeric"})


def test_categories_that_are_numbers_may_be_numeric():
    frame = pd.DataFrame({"c": pd.Categorical([30, 10, None])})

    _, columns = encode_features(frame, kinds={"c": "numeric"})

    np.testing.assert_array_equal(columns[0], [30.0, 10.0, np.nan])


def test_an_unknown_column_is_named_with_the_known_ones():
    with pytest.raises(ParameterError, match=r"'zipp'.*Did you mean 'zip'.*'zip', 'age'"):
        encode_features({"zip": [1], "age": [2]}, kinds={"zipp": "categorical"})
    with pytest.raises(ParameterError, match="kinds names 2"):
        encode_features(np.ones((1, 2)), kinds={2: "categorical"})


@pytest.mark.parametrize("kind", ["nominal", 3, None, [], ["a", "a"]])
def test_an_unknown_kind_is_an_error(kind):
    with pytest.raises(ParameterError, match=r"kinds\['a'\]"):
        encode_features({"a": [1]}, kinds={"a": kind})


def test_kinds_must_be_a_mapping():
    with pytest.raises(ParameterError, match="must map column names to kinds"):
        encode_features({"a": [1]}, kinds=["numeric"])


@pytest.mark.parametrize("X", [np.array([[1.0], [np.inf]]), {"x0": [1.0, -np.inf]}])
def test_infinity_is_named(X):
    with pytest.raises(DataError, match=r"column 'x0' contains infinity \(first in row 1\)"):
        encode_features(X)


@pytest.mark.parametrize(
    "X",
    [
        np.array([[np.nan], [np.nan]]),
        {"x0": [None, None]},
        pd.DataFrame({"x0": pd.Categorical([None, None], categories=["a"])}),
        pd.DataFrame({"x0": pd.array([None, None], dtype="boolean")}),
    ],
)
def test_a_column_without_any_value_has_no_category_and_is_named(X):
    with pytest.warns(IntakeWarning, match="column 'x0' has no value at all: no tree asks"):
        features, columns = encode_features(X)

    assert features == (Feature("x0", "categorical", ()),)
    assert columns[0].tolist() == [-1, -1]


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("numeric", Feature("x", "numeric")),
        ("ordered", Feature("x", "ordered", ())),
        (["low", "high"], Feature("x", "ordered", ("low", "high"))),
    ],
)
@pytest.mark.filterwarnings("ignore:column 'x' has no value")
def test_a_column_without_any_value_is_of_the_kind_that_was_asked_for(kind, expected):
    features, columns = encode_features({"x": [None, None]}, kinds={"x": kind})

    assert features == (expected,)
    assert (np.isnan(columns[0]) if kind == "numeric" else columns[0] < 0).all()


def test_a_sum_that_overflows_is_not_taken_for_infinity():
    X = np.full((3, 1), 1.7e308)

    _, columns = encode_features(X)

    np.testing.assert_array_equal(columns[0], X[:, 0])
