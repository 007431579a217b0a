"""Rows that have no target or no weight are left out and counted."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from arboretum import TreeClassifier, TreeRegressor
from arboretum.data import read_dataset, read_like
from arboretum.data.read.notes import Notes
from arboretum.exceptions import MissingValueError

FRAME = pd.DataFrame(
    {
        "x": [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5],
        "w": [1, 1, None, 1, 1, 1, 1, 1],
        "y": ["a", None, "a", "a", "b", "b", None, "b"],
        "z": [10.5, 11.5, 12.5, None, 14.5, 15.5, 16.5, 17.5],
    }
)


def written(folder, form):
    path = folder / f"t.{form}"
    FRAME.to_csv(path, index=False) if form == "csv" else FRAME.to_parquet(path, index=False)
    return path


def said(notes):
    return [str(note) for note in notes if "left out" in str(note)]


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_rows_without_a_target_are_left_out_and_counted(form, tmp_path):
    notes = Notes()

    data = read_dataset(written(tmp_path, form), target="y", ignore=["w", "z"], notes=notes)

    assert data.columns[0].tolist() == [1.5, 3.5, 4.5, 5.5, 6.5, 8.5]
    assert [data.schema.classes[code] for code in data.targets[:, 0]] == list("aaabbb")
    assert len(said(notes)) == 1
    assert said(notes)[0].startswith("2 of 8 rows have no 'y' and are left out: ")


def test_a_row_of_a_frame_is_named_by_its_position():
    notes = Notes()

    read_dataset(FRAME, target="z", ignore=["w", "y"], notes=notes)

    assert "1 of 8 rows has no 'z' and is left out: row 3." in said(notes)


def test_rows_without_a_weight_are_left_out_as_well():
    notes = Notes()

    data = read_dataset(FRAME, target="z", weights="w", ignore=["y"], notes=notes)

    assert data.columns[0].tolist() == [1.5, 2.5, 5.5, 6.5, 7.5, 8.5]
    assert said(notes) == [
        "1 of 8 rows has no 'z' and is left out: row 3.",
        "1 of 8 rows has no 'w' and is left out: row 2.",
    ]


def test_of_several_targets_all_must_be_known():
    data = read_dataset(FRAME, target=["y", "w"], ignore=["z"], nominal=True, notes=Notes())

    assert data.columns[0].tolist() == [1.5, 4.5, 5.5, 6.5, 8.5]


def test_only_a_few_of_many_rows_are_listed():
    frame = pd.DataFrame({"x": np.arange(50) / 3, "y": [None, "a", "b", "a", "b"] * 10})
    notes = Notes()

    data = read_dataset(frame, target="y", notes=notes)

    assert data.n_rows == 40
    assert said(notes) == [
        "10 of 50 rows have no 'y' and are left out: rows 0, 5, 10, 15, 20 and 5 more."
    ]


def test_categories_of_rows_that_are_left_out_are_no_categories():
    frame = pd.DataFrame({"c": ["p", "q", "r", "p"], "y": ["a", None, "b", "b"]})

    data = read_dataset(frame, target="y", notes=Notes())

    assert data.schema.features[0].categories == ("p", "r")
    assert data.columns[0].tolist() == [0, 1, 0]


def test_a_target_that_is_empty_throughout_is_refused():
    with pytest.raises(MissingValueError, match="column 'y' is missing in every row"):
        read_dataset(FRAME.assign(y=None), target="y")


def test_if_no_row_has_both_target_and_weight_all_is_said():
    frame = pd.DataFrame({"x": [1, 2], "w": [None, 1], "y": ["a", None]})

    with pytest.raises(MissingValueError, match="No row has a value in all of 'y', 'w'"):
        read_dataset(frame, target="y", weights="w")


def test_the_rows_that_a_tree_was_grown_from_are_read_again(tmp_path):
    path = written(tmp_path, "csv")
    grown = read_dataset(path, target="y", ignore=["w", "z"], notes=Notes())

    again = read_like(path, grown.schema, notes=Notes())

    np.testing.assert_array_equal(again.columns[0], grown.columns[0])
    np.testing.assert_array_equal(again.targets, grown.targets)


@pytest.mark.parametrize(
    ("estimator", "y"), [(TreeClassifier(), FRAME["y"]), (TreeRegressor(), FRAME["z"])]
)
def test_fit_refuses_a_missing_target_as_scikit_learn_does(estimator, y):
    with pytest.raises(MissingValueError, match="is missing"):
        estimator.fit(FRAME[["x"]], y)


SIGNED = pd.DataFrame(
    {
        "x": np.arange(40) / 7,
        "y": ["?", "n/a", *["a"] * 19, *["b"] * 19],
    }
)


@pytest.mark.parametrize("form", ["csv", "parquet", "pandas"])
def test_a_sign_in_a_target_of_classes_is_no_class(form, tmp_path):
    path, notes = tmp_path / f"t.{form}", Notes()
    if form != "pandas":
        SIGNED.to_csv(path, index=False) if form == "csv" else SIGNED.to_parquet(path, index=False)

    data = read_dataset(SIGNED if form == "pandas" else path, target="y", notes=notes)
    kept = read_dataset(path if form == "csv" else SIGNED, target="y", keep="y", notes=Notes())

    assert data.schema.classes == ("a", "b")
    assert data.n_rows == 38
    told = [str(note) for note in notes]
    assert len(told) == 2
    assert "2 cells hold '?', 'n/a', read as missing. If that is a class: keep='y'." in told[0]
    assert "2 of 40 rows have no 'y' and are left out" in told[1]
    assert kept.schema.classes == ("?", "a", "b", "n/a")


@pytest.mark.parametrize(
    "y",
    [
        ["+", "-"] * 20,
        ["x", "-"] * 20,
        [*["-"] * 30, *"aaaaabbbbb"],
        ["a", "unknown", "b", "a"] * 10,
    ],
    ids=["plus and minus", "a cross or a dash", "mostly dashes", "a word"],
)
def test_what_may_be_a_class_stays_one(y):
    notes = Notes()

    data = read_dataset(SIGNED.assign(y=y), target="y", notes=notes)

    assert data.schema.classes == tuple(sorted(set(y)))
    said_of_word = "10 cells hold 'unknown', which is read as a class."
    assert any(said_of_word in str(note) for note in notes) == ("unknown" in y)


def test_new_rows_with_a_sign_for_the_class_are_left_out_unless_training_had_it(tmp_path):
    path = tmp_path / "t.csv"
    SIGNED.to_csv(path, index=False)
    trees = [read_dataset(path, target="y", keep=keep, notes=Notes()) for keep in ((), "y")]

    again = [read_like(path, one.schema, notes=Notes()) for one in trees]

    assert [one.n_rows for one in again] == [38, 40]


def test_a_target_of_a_cross_or_nothing_is_named():
    notes = Notes()

    read_dataset(SIGNED.assign(y=["x", None] * 20), target="y", notes=notes)

    assert any("target 'y' holds nothing but 'x': there is nothing" in str(n) for n in notes)
