"""Whether a target names classes or measures something."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from arboretum.data import read_dataset
from arboretum.data.read.notes import Notes

N = 60

#: A target, whether it names classes, and what must be said about that; None if nothing.
TARGETS = {
    "nought and one": ([0, 1] * 30, True, "holds 0 and 1, read as classes. If they measure"),
    "one and two": ([1, 2] * 30, True, "holds 1 and 2, read as classes"),
    "two and four": ([2, 4] * 30, True, "holds 2 and 4, read as classes"),
    "minus one and one": ([-1, 1] * 30, True, "holds -1 and 1, read as classes"),
    "nought and one as floats": ([0.0, 1.0] * 30, True, "holds 0 and 1, read as classes"),
    "yes and no": (["yes", "no"] * 30, True, None),
    "truths": ([True, False] * 30, True, None),
    "three kinds of wine": ([1, 2, 3] * 20, True, "holds 1, 2 and 3, read as classes"),
    "kinds of glass, one not there": ([1, 2, 3, 5, 6, 7] * 10, True, "3, 5, 6 and 7, read as cl"),
    "ten digits": (list(range(10)) * 6, True, "read as classes"),
    "risk from -2 to 3": ([-2, -1, 0, 1, 2, 3] * 10, True, "holds -2, -1, 0, 1, 2 and 3, read"),
    "years": ([2007, 2008, 2009] * 20, False, "2007, 2008 and 2009, read as numbers"),
    "doses": ([5, 10, 20, 40] * 15, False, "5, 10, 20 and 40, read as numbers. If they stand"),
    "counts up to eleven": (list(range(12)) * 5, False, "12 whole numbers from 0 to 11, read as"),
    "prices": (list(range(100, 6100, 100)), False, None),
    "halves": ([12.5, 13.0, 13.5] * 20, False, None),
    "two fractions": ([0.5, 1.5] * 30, False, None),
    "many names": ([f"n{i}" for i in range(N)], True, "holds 60 different texts in 60 rows"),
}


def frame_of(target):
    return pd.DataFrame({"x": np.linspace(0, 1, N) ** 2, "y": target})


@pytest.mark.parametrize(("target", "nominal", "said"), TARGETS.values(), ids=TARGETS)
def test_a_target_is_classes_or_numbers_as_by_hand(target, nominal, said, tmp_path):
    frame_of(target).to_csv(tmp_path / "t.csv", index=False)
    frame_of(target).to_parquet(tmp_path / "t.parquet")

    for source in (tmp_path / "t.csv", tmp_path / "t.parquet", frame_of(target)):
        notes = Notes()
        data = read_dataset(source, target="y", notes=notes)
        told = [str(note) for note in notes if "target 'y'" in str(note)]

        assert data.schema.is_classification == nominal
        assert len(told) == (said is not None)
        assert said is None or said in told[0]


@pytest.mark.parametrize("nominal", [True, False])
def test_whoever_says_it_is_believed_and_told_nothing(nominal):
    notes = Notes()

    data = read_dataset(frame_of([0, 1] * 30), target="y", nominal=nominal, notes=notes)

    assert data.schema.is_classification == nominal
    assert not len(notes)


def test_codes_that_missing_ones_made_floats_of_are_whole_classes():
    data = read_dataset(frame_of([0, 1, None] * 20), target="y", notes=Notes())

    assert data.schema.classes == (0, 1)
    assert all(type(name) is int for name in data.schema.classes)


def test_few_numbers_in_few_rows_are_numbers():
    frame = pd.DataFrame({"x": [0.5, 1.5, 2.5, 3.5], "y": [1, 2, 3, 4]})

    assert not read_dataset(frame, target="y", notes=Notes()).schema.is_classification


@pytest.mark.parametrize(
    ("targets", "nominal"),
    [
        ({"u": [0, 1] * 30, "v": [1, 0, 0] * 20}, True),  # labels
        ({"u": [0, 1] * 30, "v": [1, 2, 3] * 20}, False),  # counts
        ({"u": [0, 1] * 30, "v": list("abc") * 20}, True),
    ],
)
def test_several_targets_are_of_one_kind(targets, nominal):
    frame = pd.DataFrame({"x": np.linspace(0, 1, N)} | targets)

    data = read_dataset(frame, target=["u", "v"], notes=Notes())

    assert data.schema.is_classification == nominal
    assert len(data.schema.targets) == 2


def test_targets_that_are_alike_share_a_line():
    frame = pd.DataFrame({"x": np.linspace(0, 1, N), "u": [2, 1] * 30, "v": [1, 2, 2] * 20})
    notes = Notes()

    read_dataset(frame, target=["u", "v"], notes=notes)

    assert [str(note) for note in notes] == [
        "targets 'u', 'v' hold 1 and 2, read as classes. If they measure something: nominal=False."
    ]
