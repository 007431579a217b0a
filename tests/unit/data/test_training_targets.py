"""Several targets: which columns are meant, and what they are together."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from arboretum.data import Notes, read_dataset
from arboretum.data.read.target_range import name_targets
from arboretum.exceptions import DataError

COLUMNS = ["x", "a", "b..c", "b", "c", "w"]


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        (["a..c"], ["a", "b..c", "b", "c"]),
        (["c..b"], ["b", "c"]),
        (["b..c"], ["b..c"]),  # a column of that name wins
        (["a..b..c"], ["a", "b..c"]),
        (["b..c..c"], ["b..c", "b", "c"]),
        (["b..w", "x"], ["b", "c", "x"]),  # weights are no target
        (["c", "b..c"], ["c", "b..c"]),
        (["c", "b..b"], ["c", "b"]),
    ],
)
def test_a_range_is_the_columns_from_one_to_another(asked, meant):
    assert name_targets(asked, COLUMNS, ["w"], "the table") == meant


@pytest.mark.parametrize("asked", ["z", "a..z", "z..a", "..", "a.."])
def test_a_range_of_unknown_columns_names_them(asked):
    with pytest.raises(DataError, match="has no column"):
        name_targets([asked], COLUMNS, [], "the table")


FRAME = pd.DataFrame(
    {
        "x": np.arange(40.0),
        "red": [0, 1] * 20,
        "sure": [True, True, False, True] * 10,
        "text": ["0", "1", "1", "0"] * 10,
        "never": [0] * 40,
        "size": np.arange(40) / 7,
        "kind": ["a", "b"] * 20,
        "rank": [1, 2, 3, 4] * 10,
    }
)


def read(*targets, **more):
    notes = Notes()
    frame = FRAME[["x", *targets]]
    return read_dataset(frame, target=list(targets), notes=notes, **more), [*map(str, notes)]


def test_columns_of_0_and_1_are_one_set_of_labels_and_that_is_said():
    data, notes = read("red", "sure", "text", "never")

    assert np.asarray(data.label_sets)[:3].tolist() == [[0, 1, 0, 0], [1, 1, 1, 0], [0, 0, 1, 0]]
    assert [(one.name, one.classes) for one in data.schema.targets] == [
        ("red", (0, 1)), ("sure", (0, 1)), ("text", (0, 1)), ("never", (0, 1))
    ]  # fmt: skip
    assert notes == [
        "targets 'red', 'sure', 'text', 'never' hold 0 and 1, read as one set of 4 labels, of "
        "which a row may have any. If each names classes of its own: nominal=True. If they "
        "measure something: nominal=False."
    ]


def test_who_says_what_they_are_gets_no_labels():
    classes, _ = read("red", "text", nominal=True)
    numbers, _ = read("red", "never", nominal=False)

    assert classes.label_sets is None
    assert [one.classes for one in classes.schema.targets] == [(0, 1), ("0", "1")]
    assert numbers.schema.targets[0].classes is None


def test_one_column_or_other_values_are_no_labels():
    assert read("red")[0].label_sets is None
    assert read("red", "rank")[0].label_sets is None


def test_texts_and_amounts_are_one_vector():
    data, notes = read("size", "kind")

    assert [one.name for one in data.schema.targets] == ["size", "kind = a", "kind = b"]
    assert [(one.name, one.classes) for one in data.vector] == [
        ("size", None),
        ("kind", ("a", "b")),
    ]
    assert data.targets[1].tolist() == [1 / 7, 0.0, 1.0]
    assert "'kind' holds classes and the others numbers" in notes[0]
