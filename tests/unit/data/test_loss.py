from __future__ import annotations

import numpy as np
import pytest

from arboretum.data import loss_matrix
from arboretum.exceptions import ParameterError

CLASSES = ("healthy", "ill", "dead")


def test_no_loss_is_none():
    assert loss_matrix(None, CLASSES) is None


@pytest.mark.parametrize(
    "loss",
    [
        {"ill": {"healthy": 10}, "healthy": {"dead": 0.5}},
        {("ill", "healthy"): 10, ("healthy", "dead"): 0.5},
        [[0, 1, 0.5], [10, 0, 1], [1, 1, 0]],
        np.array([[0, 1, 0.5], [10, 0, 1], [1, 1, 0]]),
    ],
)
def test_rows_are_true_and_columns_predicted_classes(loss):
    expected = [[0.0, 1.0, 0.5], [10.0, 0.0, 1.0], [1.0, 1.0, 0.0]]

    np.testing.assert_array_equal(loss_matrix(loss, CLASSES), expected)


def test_classes_that_are_numbers_go_by_value():
    assert loss_matrix({(0, 1): 5}, (0, 1))[0, 1] == 5.0


@pytest.mark.parametrize(
    ("loss", "message"),
    [
        ({"sick": {"ill": 1}}, "names 'sick', which is not a class.*'healthy', 'ill', 'dead'"),
        ({("ill", "sick"): 1}, "names 'sick'"),
        ({"ill": 3}, "not understood"),
        ({"ill": {"healthy": "x"}}, "is 'x', not a number"),
        ({"ill": {"healthy": -1}}, "predicting 'healthy' for 'ill' is -1"),
        ({"ill": {"healthy": np.inf}}, "must be finite"),
        ({"ill": {"ill": 1}}, "a correct prediction must cost 0"),
        (np.eye(3), "a correct prediction must cost 0"),
        (np.zeros((2, 2)), r"\(3, 3\) array.*shape \(2, 2\)"),
        ("zero-one", r"\(3, 3\) array"),
    ],
)
def test_a_bad_loss_is_named(loss, message):
    with pytest.raises(ParameterError, match=message):
        loss_matrix(loss, CLASSES)
