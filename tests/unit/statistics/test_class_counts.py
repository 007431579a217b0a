"""Class weights."""

from __future__ import annotations

import pytest

from arboretum.exceptions import DataError
from arboretum.statistics import ClassCounts
from arboretum.testing.samples import class_dataset, number_dataset


def test_blocks_are_the_numbers_of_classes():
    statistics = ClassCounts(class_dataset((3, 2)))

    assert statistics.blocks == (3, 2)
    assert statistics.width == 5


def test_a_numeric_target_is_refused_by_name():
    with pytest.raises(DataError, match="target 'number0' holds numbers"):
        ClassCounts(number_dataset())
