"""Missing values are refused, by name and number."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import TreeClassifier
from arboretum.exceptions import MissingValueError

Y = ["a", "b", "a"]


@pytest.fixture
def model():
    X = {"size": [1.0, 2.0, 3.0], "colour": ["red", "green", "red"]}
    return TreeClassifier(missing="error").fit(X, Y)


def test_training_data_with_missing_values_is_refused():
    X = {"size": [1.0, np.nan, None], "colour": ["red", None, "red"]}

    with pytest.raises(MissingValueError, match=r"'size' \(2\), 'colour' \(1\).*'direction'"):
        TreeClassifier(missing="error").fit(X, Y)


def test_samples_to_predict_are_refused_too(model):
    with pytest.raises(MissingValueError, match=r"'size' \(1\)"):
        model.predict({"size": [np.nan], "colour": ["red"]})


def test_a_category_never_seen_counts_as_missing(model):
    with pytest.raises(MissingValueError, match=r"'colour' \(2\)"):
        model.predict({"size": [1.0, 1.0], "colour": ["violet", None]})


def test_complete_data_passes(model):
    assert model.predict({"size": [1.0], "colour": ["red"]}).tolist() == ["a"]
