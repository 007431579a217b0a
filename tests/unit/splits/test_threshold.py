"""Thresholds half-way between neighbours."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from arboretum import TreeClassifier, TreeRegressor, datasets
from arboretum.data import Feature
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.splits import Column, Subset, Threshold, midpoints
from arboretum.statistics import ClassCounts
from tests.growers.both import assert_general_equals_readable, dataset_and_recipe
from tests.unit.splits.tables import numbers_of, table_of

LARGEST = sys.float_info.max
SMALLEST = 5e-324  # the smallest number above 0


@pytest.mark.parametrize(
    ("low", "high", "middle"),
    [
        (1.0, 2.0, 1.5),
        (2.7, 2.9, 2.8),  # S02
        (-1.0, 1.0, 0.0),
        (1.0, np.nextafter(1.0, 2.0), 1.0),  # neighbours: nothing lies between
        (np.nextafter(1.0, 0.0), 1.0, np.nextafter(1.0, 0.0)),
        (LARGEST / 2, LARGEST, 0.75 * LARGEST),  # the sum would overflow
        (-LARGEST, LARGEST, 0.0),
        (0.0, SMALLEST, 0.0),
        (SMALLEST, 2 * SMALLEST, SMALLEST),
        (-SMALLEST, 0.0, -SMALLEST),
    ],
)
def test_the_midpoint_of_two_values(low, high, middle):
    found = midpoints(np.array([low, high]))

    assert found.tolist() == pytest.approx([middle], rel=1e-15, abs=0)
    assert low <= found[0] < high


@given(
    npst.arrays(
        np.float64,
        st.integers(2, 20),
        elements=st.floats(allow_nan=False, allow_infinity=False),
        unique=True,
    )
)
def test_a_threshold_separates_its_neighbours_whatever_they_are(values):
    values = np.unique(values)  # -0.0 and 0.0 are one value

    found = midpoints(values)

    assert (values[:-1] <= found).all()
    assert (found < values[1:]).all()


def test_every_midpoint_of_distinct_values_is_proposed_in_ascending_order():
    table, column, statistics = numbers_of(
        ClassCounts, [3.0, 1.0, 1.0, 8.0], [0, 1, 0, 1], n_classes=2
    )

    proposal = Threshold().propose(table, column, statistics)

    assert [proposal.split(i, 2, 1).thresholds for i in range(len(proposal))] == [(2.0,), (5.5,)]
    assert proposal.branches(table).counts.tolist() == [[2, 2], [3, 1]]


@pytest.mark.parametrize(
    "values",
    [
        [1.0, np.nextafter(1.0, 2.0)],
        [-LARGEST, LARGEST],
        [LARGEST, np.nextafter(LARGEST, 0.0)],
        [0.0, SMALLEST],
        [-SMALLEST, SMALLEST],
        [2.0**53, 2.0**53 + 2],
    ],
)
def test_a_tree_tells_the_closest_and_the_farthest_numbers_apart(values):
    model = TreeClassifier().fit({"x": values}, ["low", "high"])

    assert model.predict({"x": values}).tolist() == ["low", "high"]


def test_minus_zero_is_zero():
    model = TreeClassifier().fit({"x": [-0.0, 0.0, 0.0, -0.0, 1.0]}, ["a", "a", "b", "b", "c"])

    assert model.tree_.n_leaves == 2
    assert model.tree_.node(0).split.thresholds == (0.5,)
    assert model.apply({"x": [-0.0, 0.0]}).tolist() == [1, 1]


def test_single_precision_is_not_cast_silently():
    near = np.array([1.0, 1.0 + 1e-12])  # equal in float32

    assert TreeClassifier().fit(near[:, None], [0, 1]).predict(near[:, None]).tolist() == [0, 1]


def test_a_threshold_may_be_a_value_of_the_data():
    # 1, 2 and 9 are at the node; the middle of 2 and 9 is 5.5, and 4 the largest value of all
    # samples below it.
    table, _, statistics = table_of(ClassCounts, [0, 1, 4], [0, 0, 1], n_classes=2)
    column = Column(0, Feature("size", "numeric"), np.array([1.0, 2.0, 4.0, 7.0, 9.0]))

    assert Threshold("value").propose(table, column, statistics).thresholds.tolist() == [1.0, 4.0]


def test_a_decimal_half_way_between_two_others_is_in_the_middle():
    # In binary the middle of -6.4 and -5.2 is a little below -5.8.
    assert midpoints(np.array([-6.4, -5.2])) < -5.8
    X, y = {"x": [-6.4, -5.2, -5.8, -5.8], "z": [0, 0, 1, 1]}, ["a", "b", "c", "c"]
    model = TreeClassifier(splits=(Threshold("value"),))

    tree = assert_general_equals_readable(*dataset_and_recipe(model, X, y))

    thresholds = [node.split.thresholds for node in tree.nodes() if not node.is_leaf]
    assert thresholds == [(0.0,), (-5.8,)]


def test_values_and_midpoints_part_the_samples_alike():
    penguins = datasets.penguins()
    by_value = TreeClassifier(splits=(Threshold("value"), Subset())).fit(penguins.X, penguins.y)
    by_middle = TreeClassifier().fit(penguins.X, penguins.y)

    assert by_value.apply(penguins.X).tolist() == by_middle.apply(penguins.X).tolist()


@pytest.mark.parametrize(
    ("n", "share", "first", "last"),
    [
        (40, 0.1, 1, 37),  # 0.1 * 40 / 2 = 2 on either side
        (41, 0.1, 2, 37),  # more than 2, so 3
        (1000, 0.1, 24, 974),  # 50, but no more than 25 is asked for
        (10, 0.0, 0, 8),
    ],
)
def test_the_ends_of_a_range_are_not_cut_off(n, share, first, last):
    table, column, statistics = numbers_of(
        ClassCounts, np.arange(float(n)), np.arange(n) % 2, n_classes=2
    )

    cuts = Threshold(class_share=share).propose(table, column, statistics)

    assert cuts.thresholds.tolist() == (np.arange(first, last + 1) + 0.5).tolist()
    assert cuts.branches(table).counts[0].tolist() == [first + 1, n - first - 1]


def test_no_cut_is_left_where_all_are_at_an_end():
    table, column, statistics = numbers_of(ClassCounts, [0.0, 1.0, 1.0], [0, 1, 1], n_classes=2)

    assert Threshold(class_share=1.0).propose(table, column, statistics) is None


@pytest.mark.parametrize("splitter", [Threshold(at="median"), Threshold(class_share=2.0)], ids=str)
def test_parameters_that_make_no_sense(splitter):
    with pytest.raises(ParameterError, match="Threshold"):
        TreeClassifier(splits=splitter).fit({"x": [1.0, 2.0]}, ["a", "b"])


def test_a_share_by_classes_needs_classes():
    with pytest.raises(UnsupportedCombination, match="number of classes"):
        TreeRegressor(splits=Threshold(class_share=0.1)).fit({"x": [1.0, 2.0]}, [1.0, 2.0])


def test_a_threshold_in_a_wide_gap_is_short_to_name():
    # The range is 16; the gaps are 1, 4 and 11 wide.
    table, column, counts = numbers_of(ClassCounts, [0.0, 1.0, 5.0, 16.0], [0, 0, 1, 1], 2)

    cuts = Threshold(gap_bits=True).propose(table, column, counts)
    counted = Threshold().propose(table, column, counts)

    assert [cuts.most_bits(i) for i in range(3)] == pytest.approx([4.0, 2.0, np.log2(16 / 11)])
    assert counted.most_bits(0) == np.inf
    inner = Threshold(class_share=1.0, gap_bits=True).propose(table, column, counts)
    assert len(inner) == 1
    assert inner.most_bits(0) == 2.0
