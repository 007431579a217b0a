from __future__ import annotations

import numpy as np
import pytest

from arboretum.data import Prior, make_dataset
from arboretum.exceptions import DataError, ParameterError

X = {"age": [20, 73, 37], "sex": ["male", "female", None]}
Y = ["A", "B", "A"]


def test_everything_is_put_together():
    data = make_dataset(X, Y, nominal=True, name="drug")

    assert data.n_rows == 3
    assert data.schema.feature_names == ("age", "sex")
    assert data.schema.classes == ("A", "B")
    assert data.schema.targets[0].name == "drug"
    assert data.n_missing == (0, 1)
    assert data.targets.tolist() == [[0], [1], [0]]


def test_rows_of_weight_zero_are_left_out():
    data = make_dataset(X, Y, nominal=True, sample_weight=[2, 0, 1])

    assert data.n_rows == 2
    assert data.columns[0].tolist() == [20.0, 37.0]
    assert data.targets.tolist() == [[0], [0]]
    assert data.weights.tolist() == data.counts.tolist() == [2.0, 1.0]


def test_class_weights_change_weights_but_not_counts():
    data = make_dataset(X, Y, nominal=True, sample_weight=[2, 1, 1], class_weight={"B": 5})

    assert data.weights.tolist() == [2.0, 5.0, 1.0]
    assert data.counts.tolist() == [2.0, 1.0, 1.0]


def test_a_class_of_weight_zero_is_left_out():
    data = make_dataset(X, Y, nominal=True, class_weight={"A": 0})

    assert data.targets.tolist() == [[1]]


def test_a_prior_goes_by_the_sample_weights():
    data = make_dataset(
        X, Y, nominal=True, sample_weight=[3, 2, 1], class_weight=Prior({"A": 1, "B": 1})
    )

    assert data.weights[[0, 2]].sum() == pytest.approx(data.weights[1]) == pytest.approx(3.0)


def test_one_sample_is_enough():
    assert make_dataset([[1.0]], [2.0], nominal=False).n_rows == 1


def test_different_lengths_are_an_error():
    with pytest.raises(DataError, match=r"inconsistent numbers of samples: \[3, 2\]"):
        make_dataset(X, ["A", "B"], nominal=True)


def test_a_target_is_required():
    with pytest.raises(DataError, match="requires y to be passed"):
        make_dataset(X, nominal=True)


def test_nothing_may_be_left_to_learn_from():
    with pytest.raises(DataError, match="class_weight is zero for every sample"):
        make_dataset(X, Y, nominal=True, class_weight={"A": 0, "B": 0})


def test_class_weights_need_classes():
    with pytest.raises(ParameterError, match="is a number"):
        make_dataset(X, [1.0, 2.0, 3.0], nominal=False, class_weight="balanced")


def test_a_dataset_of_floats_holds_views_of_the_array():
    matrix = np.ones((3, 2))

    data = make_dataset(matrix, Y, nominal=True)

    assert all(np.shares_memory(column, matrix) for column in data.columns)
