"""Rows in memory, against plain loops."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum.data import make_dataset
from arboretum.sources import MemorySource, Route, Wanted
from arboretum.statistics import ClassCounts, Moments
from arboretum.tree import Split

X = {
    "size": [3.0, 1.0, np.nan, 1.0, 2.0, 3.0],
    "colour": ["red", "green", "red", None, "blue", "red"],
    "grade": [1, 3, 2, 3, 1, 2],
}
Y = ["no", "yes", "yes", "no", "yes", "yes"]


@pytest.fixture
def source():
    dataset = make_dataset(
        X, Y, nominal=True, kinds={"grade": [1, 2, 3]}, sample_weight=[1, 2, 1, 1, 3, 1]
    )
    return MemorySource(dataset, ClassCounts(dataset))


def test_columns_say_what_number_is_behind_a_code(source):
    size, colour, grade = source.columns

    assert size.values.tolist() == [1, 2, 3]
    assert colour.values is None
    assert grade.values.tolist() == [0, 1, 2]


def test_totals_of_the_root(source):
    ((count, statistics, is_constant),) = source.totals([0])

    assert count == 9  # whole weights are samples
    assert statistics.tolist() == [2, 7]
    assert not is_constant


def test_a_table_has_a_bin_for_each_value_and_the_missing_apart(source):
    table = source.table(0, 0)

    assert table.bins.tolist() == [0, 1, 2]
    assert table.counts.tolist() == [3, 3, 2]
    assert table.statistics.tolist() == [[1, 2], [0, 3], [1, 1]]
    assert (table.missing_count, table.missing.tolist()) == (1, [0, 1])


def test_many_tables_are_those_of_one_at_a_time(source):
    source.route([Route(0, Split(0, "interval", 2, (1.5,), (), 1), [1, 2])])
    wanted = [Wanted(node, column) for node in (1, 2) for column in (0, 1, 2)]

    tables = source.tables(wanted)

    for one, table in zip(wanted, tables, strict=True):
        alone = source.table(one.node, one.column)
        assert table.bins.tolist() == alone.bins.tolist()
        assert table.statistics.tolist() == alone.statistics.tolist()


def test_routing_sends_each_row_to_one_child(source):
    source.route([Route(0, Split(0, "interval", 2, (1.5,), (), 1), [1, 2])])
    (low, low_classes, _), (high, high_classes, _) = source.totals([1, 2])

    assert (low, high) == (3, 6)
    assert low_classes.tolist() == [1, 2]
    assert high_classes.tolist() == [1, 5]


def test_a_table_below_holds_only_the_bins_that_are_there(source):
    source.route([Route(0, Split(0, "interval", 2, (1.5,), (), 1), [1, 2])])

    assert source.table(1, 1).bins.tolist() == [1]  # green; the other is missing
    assert source.table(1, 1).missing_count == 1


def test_a_routed_or_released_node_is_forgotten(source):
    source.route([Route(0, Split(0, "presence", 2, (), (), 1), [1, 2])])
    source.release([2])

    with pytest.raises(KeyError):
        source.totals([0])
    with pytest.raises(KeyError):
        source.totals([2])
    assert source.totals([1])[0][0] == 8


def test_constant_targets_are_seen_in_the_rows(source):
    source.route([Route(0, Split(1, "category", 3, (), (0, 1, 2), 0), [1, 2, 3])])

    totals = source.totals([1, 2, 3])

    assert [total.is_constant for total in totals] == [
        False,
        True,
        False,
    ]  # blue and missing, green, red


def test_targets_of_a_node_come_with_their_weights():
    dataset = make_dataset(
        {"x": [1, 2, 3]}, [5.0, 6.0, 7.0], nominal=False, sample_weight=[1, 2, 3]
    )
    source = MemorySource(dataset, Moments(dataset))
    source.route([Route(0, Split(0, "interval", 2, (1.5,), (), 0), [1, 2])])

    targets, weights = source.targets(2)

    assert targets.tolist() == [[6], [7]]
    assert weights.tolist() == [2, 3]
