from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest

from arboretum.tree import Split, SplitTable

SPLITS = [
    Split(0, "interval", 3, (1.5, 2.5), (), 1),
    None,
    Split(2, "category", 2, (), (0, 1, -1, 0), -1),
    Split(1, "presence", 2, (), (), 1),
    Split(0, "interval", 2, (-0.0,), (), 0),
    Split(3, "category", 2, (), (1, 0), 0),
]


def test_a_table_gives_back_the_splits_it_was_made_of():
    table = SplitTable.from_splits(SPLITS)

    assert len(table) == len(SPLITS)
    assert [table[i] for i in range(len(table))] == SPLITS


def test_values_of_a_kind_lie_one_after_another():
    table = SplitTable.from_splits(SPLITS)

    assert table.thresholds.tolist() == [1.5, 2.5, 0.0]
    assert table.branches.tolist() == [0, 1, -1, 0, 1, 0]
    assert table.value_count.tolist() == [2, 0, 4, 0, 1, 2]
    assert table.value_start[table.value_count > 0].tolist() == [0, 0, 2, 4]


def test_taking_rows_is_taking_splits():
    rows = np.array([5, -1, 0, 1, 2, 2])

    taken = SplitTable.from_splits(SPLITS).take(rows)

    wanted = [None if row < 0 else SPLITS[row] for row in rows]
    assert [taken[i] for i in range(len(taken))] == wanted
    assert taken == SplitTable.from_splits(wanted)


def test_rows_that_only_move_apart_keep_their_values_where_they_are():
    table = SplitTable.from_splits(SPLITS)

    taken = table.take(np.array([0, -1, 1, 2, -1, 3, 4, 5]))

    wanted = [SPLITS[0], None, None, SPLITS[2], None, *SPLITS[3:]]
    assert taken == SplitTable.from_splits(wanted)
    assert np.shares_memory(taken.thresholds, table.thresholds)
    assert np.shares_memory(taken.branches, table.branches)


def test_other_places_for_missing_values_change_nothing_else():
    table = SplitTable.from_splits(SPLITS)

    other = table.with_missing_branch(np.array([0, -1, 1, 0, 1, -1]))

    wanted = [
        split and replace(split, missing_branch=branch)
        for split, branch in zip(SPLITS, [0, -1, 1, 0, 1, -1], strict=True)
    ]
    assert other == SplitTable.from_splits(wanted)
    assert table == SplitTable.from_splits(SPLITS)


def test_tables_with_another_layout_of_the_same_values_are_equal():
    packed = SplitTable.from_splits(SPLITS[:1])
    spread = SplitTable(
        packed.column,
        packed.kind,
        packed.arity,
        packed.missing_branch,
        np.array([3]),
        packed.value_count,
        np.array([9.0, 9.0, 9.0, 1.5, 2.5, 9.0]),
        packed.branches,
    )

    assert spread == packed


def test_a_negative_zero_is_not_a_zero():
    one = SplitTable.from_splits([Split(0, "interval", 2, (0.0,))])
    other = SplitTable.from_splits([Split(0, "interval", 2, (-0.0,))])

    assert one != other


def test_nothing_can_be_written():
    table = SplitTable.from_splits(SPLITS)

    for array in (table.column, table.thresholds, pickle.loads(pickle.dumps(table)).branches):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 7


def test_an_empty_table_has_no_rows():
    table = SplitTable.from_splits([])

    assert len(table) == 0
    assert len(table.take(np.empty(0, dtype=np.int64))) == 0
