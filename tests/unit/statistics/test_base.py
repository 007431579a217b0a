"""What all statistics share."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arboretum.exceptions import DataError
from arboretum.statistics import AbsoluteDeviations, ClassCounts, Moments, PoissonSums
from arboretum.testing.samples import class_dataset, dataset_of, number_dataset


def rows_of(*rows: int) -> np.ndarray:
    return np.array(rows, dtype=np.int32)


@pytest.mark.parametrize("counted", [Moments, PoissonSums, AbsoluteDeviations])
def test_numbers_are_constant_only_if_they_are_equal(counted):
    # 0.1 + 0.2 and 0.3 differ in the last bit; their variance rounds to 0.
    values = np.array([[0.1 + 0.2], [0.3], [0.3], [7]])
    statistics = counted(dataset_of({"x": [0, 0, 0, 1]}, values, None))

    close, equal = rows_of(0, 1), rows_of(1, 2)

    assert not statistics.is_constant(statistics.total(close)[1], close)
    assert statistics.is_constant(statistics.total(equal)[1], equal)


def test_several_targets_are_constant_only_if_each_is():
    statistics = Moments(dataset_of({"x": [0, 0, 1]}, np.array([[1.0, 2], [1, 2], [1, 3]]), None))

    assert statistics.is_constant(np.zeros(5), rows_of(0, 1))
    assert not statistics.is_constant(np.zeros(5), rows_of(0, 1, 2))


def test_classes_are_constant_by_rows_and_not_by_leftovers_of_a_subtraction():
    statistics = ClassCounts(dataset_of({"x": [0, 0, 1]}, np.array([[0], [0], [1]]), (2,)))
    leftovers = np.array([2.0, 1e-17])

    assert statistics.is_constant(leftovers, rows_of(0, 1))
    assert not statistics.is_constant(np.array([2.0, 0.0]), rows_of(0, 2))


@pytest.mark.parametrize("counted", [ClassCounts, Moments, PoissonSums, AbsoluteDeviations])
def test_a_dataset_without_targets_is_refused_by_name(counted):
    dataset = class_dataset() if counted is ClassCounts else number_dataset()

    with pytest.raises(DataError, match=rf"{counted.__name__} counts targets"):
        counted(replace(dataset, targets=None))
