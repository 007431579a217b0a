"""Measures of several targets together, by hand."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from arboretum.data import Dataset, LabelSets, Schema, Target
from arboretum.judging.together import measure_together


def dataset(targets, values, weights=(1.0, 1.0, 1.0, 1.0)):
    weights = np.array(weights)
    return Dataset(Schema((), targets), (), values, weights, np.ones(len(weights)))


def test_numbers_count_as_shares_of_their_standard_deviations():
    rows = dataset((Target("a"), Target("b")), np.array([[0, 0], [0, 30], [2, 0], [2, 30.0]]))

    (found,) = measure_together(rows, np.array([[1, 15], [1, 15], [1, 30], [1, 0.0]]))

    # a is off by 1 with a deviation of 1; b by the root of (225 + 225 + 900 + 900) / 4 with 15.
    assert found.measure == "relative RMSE"
    assert found.value == pytest.approx((1 + np.sqrt(562.5) / 15) / 2)


def test_numbers_that_are_off_by_rounding_alone_are_no_trouble():
    values = np.array([[0.1, 5], [0.2, 6], [0.3, 7], [0.4, 8]])
    rows = dataset((Target("a"), Target("b")), values)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        (found,) = measure_together(rows, values * (1 + 1e-15))

    assert found.value == pytest.approx(0.0, abs=1e-12)
    assert np.isfinite(found.standard_error)


def test_labels_count_by_weight_one_by_one_set_by_set_and_by_rank():
    names = (Target("a", (0, 1)), Target("b", (0, 1)))
    truth = np.array([[1, 0], [1, 1], [0, 0], [0, 1]])
    said = np.array([[1, 0], [1, 0], [1, 1], [0, 1]])
    rows = dataset(names, LabelSets.from_indicators(truth), weights=(1, 2, 3, 2))

    cells, sets, area = measure_together(rows, said, shares=np.where(truth, 0.9, 0.2))

    assert cells.value == pytest.approx((2 * 1 / 2 + 3 * 1) / 8)
    assert sets.value == pytest.approx((2 + 3) / 8)
    assert area.value == 1.0
    weighted = np.array([1 * 0, 2 * 0.5, 3 * 1, 2 * 0]) / np.array([1, 2, 3, 2])
    spread = (np.array([1, 2, 3, 2]) ** 2 * (weighted - 0.5) ** 2).sum()
    assert cells.standard_error == pytest.approx(np.sqrt(spread) / 8)


def test_classes_have_their_mean_error_and_one_target_has_nothing_more():
    pair = (Target("a", ("x", "y")), Target("b", ("x", "y", "z")))
    rows = dataset(pair, np.array([[0, 0], [0, 1], [1, 2], [1, 2]]))

    (found,) = measure_together(rows, np.array([[0, 0], [1, 1], [1, 0], [0, 0]]))

    assert (found.measure, found.value) == ("mean error rate", 0.5)
    assert measure_together(dataset((Target("a"),), np.ones((4, 1))), np.ones((4, 1))) == []
