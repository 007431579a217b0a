"""The core refuses surrogates that would lead outside the tree."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import _core

NAN = np.nan


def predictor(**changes):
    """A root that asks ``x0 <= 1`` with two leaves; x1 above 5 stands in, then category 1 of x2."""
    surrogates = {
        "column": np.array([1, 2], np.int32),
        "kind": np.array([0, 1], np.int8),
        "missing_branch": np.array([-1, -1], np.int32),
        "value_start": np.array([0, 0], np.int64),
        "value_count": np.array([1, 3], np.int32),
        "thresholds": np.array([5.0]),
        "branches": np.array([0, 1, -1], np.int32),
        "start": np.array([0, 2, 2, 2], np.int64),
        "is_reversed": np.array([True, False]),
    }
    return _core.Predictor(
        feature=np.array([0, -1, -1], np.int32),
        kind=np.zeros(3, np.int8),
        missing_branch=np.array([0, -1, -1], np.int32),
        value_start=np.zeros(3, np.int64),
        value_count=np.array([1, 0, 0], np.int32),
        thresholds=np.array([1.0]),
        branches=np.zeros(0, np.int32),
        child_start=np.array([0, 2, 2, 2], np.int64),
        children=np.array([1, 2], np.int32),
        n_features=3,
        surrogates={**surrogates, **changes},
    )


def test_each_is_asked_only_where_those_before_have_no_answer():
    x0 = np.array([0.0, 2.0, NAN, NAN, NAN, NAN, NAN, NAN])
    x1 = np.array([9.0, 0.0, 9.0, 5.0, NAN, NAN, NAN, NAN], np.float32)
    x2 = np.array([1, 0, 1, 0, 0, 1, 2, -1], np.int32)

    assert predictor().leaves([x0, x1, x2]).tolist() == [1, 2, 1, 2, 1, 2, 1, 1]


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"start": np.array([0, 2, 2], np.int64)}, "surrogates.start has length 3, expected 4"),
        ({"start": np.array([0, 2, 1, 2], np.int64)}, "must ascend from 0"),
        ({"start": np.array([0, 1, 1, 1], np.int64)}, "to the number of surrogates"),
        ({"start": np.array([0, 0, 2, 2], np.int64)}, "node 1 has surrogates"),
        ({"is_reversed": np.array([True])}, "surrogates.is_reversed has length 1"),
        ({"column": np.array([1, 3], np.int32)}, "asks for feature 3"),
        ({"kind": np.array([2, 1], np.int8)}, "surrogate 0 does not ask for one of two branches"),
        ({"branches": np.array([0, 2, -1], np.int32)}, "surrogate 1 does not ask for one of two"),
        ({"value_count": np.array([1, 4], np.int32)}, "values outside its branches"),
        ({"thresholds": np.array([5.0], np.float32)}, "thresholds is not an array"),
    ],
)
def test_what_leads_outside_is_refused(changes, complaint):
    with pytest.raises(ValueError, match=complaint):
        predictor(**changes)


def test_categories_want_codes_that_the_surrogate_knows():
    x = np.array([NAN])

    with pytest.raises(ValueError, match="asks for categories of feature 2"):
        predictor().leaves([x, x, x])
    with pytest.raises(ValueError, match="category code 7"):
        predictor().leaves([x, x, np.array([7], np.int32)])
    with pytest.raises(ValueError, match="asks for categories"):
        predictor().leaves_of_matrix(np.array([[NAN, NAN, NAN]]))
