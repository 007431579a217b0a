"""Columns that a careful analyst leaves out by hand, and those that only look like them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from arboretum import TreeClassifier
from arboretum.data import read_dataset
from arboretum.data.read.notes import Notes
from arboretum.exceptions import DataError, IntakeWarning

N = 60
RNG = np.random.default_rng(7)
SHUFFLED = RNG.permutation(N)
REMARK = "the lamp was warm when we came back from lunch and nobody had been near it"
WORDS = REMARK.split()


def remark(i):
    return " ".join(WORDS[(i * 7 + k) % len(WORDS)] for k in range(8)) + f" {i}"


def base():
    """Two features that are good for something, and a target."""
    dose = np.round(np.linspace(1.5, 9.75, N)[SHUFFLED], 2)
    return {
        "dose": dose,
        "group": [["a", "b", "c"][i % 3] for i in range(N)],
        "outcome": np.where(dose > 5, "ill", "well"),
    }


#: A column, its values, and what is said of it if it is left out; None if it is kept.
FIRST = {
    "the index of pandas": ("Unnamed: 0", range(N), "names the rows"),
    "row names of R": ("...1", [f"Mazda RX{i}" for i in range(N)], "names the rows"),
    "numbers from one": ("obs", range(1, N + 1), "names the rows"),
    "numbers from nought, whatever their name": ("weight", range(N), "names the rows"),
    "text called id": ("ID", [f"P{i:03}" for i in range(N)], "names the rows"),
    "a shuffled index": ("index", SHUFFLED, "names the rows"),
    "keys with gaps": ("patientId", SHUFFLED * 37 + 1000, "names the rows"),
    "a measurement that only rises": ("depth", np.arange(N) * 0.5, None),
    "years": ("year", range(1950, 1950 + N), None),
}
LATER = {
    "an empty column": ("hollow", [None] * N, "has no value at all"),
    "one value": ("unit", ["mg"] * N, "has one value throughout"),
    "one number": ("version", [3] * N, "has one value throughout"),
    "names": ("name", [f"Smith, Mr. No {i}" for i in range(N)], "looks like an identifier"),
    "names, some twice": ("who", [f"n{i % 57}" for i in range(N)], "looks like an identifier"),
    "tickets": ("ticket", [f"A/{i // 2}" for i in range(N)], "too many values with too few rows"),
    "numbers in a row": ("customer", range(5001, 5001 + N), "looks like an identifier"),
    "numbers in disorder": ("case", 5001 + SHUFFLED, "looks like an identifier"),
    "keys": ("order_id", SHUFFLED * 91 + 12345, "looks like an identifier"),
    "account numbers": ("account number", SHUFFLED * 791 + 10000, "looks like an identifier"),
    "large integers": ("tag", SHUFFLED.astype(np.int64) + 2**60 + 1, "looks like an identifier"),
    "remarks": ("remark", [remark(i) for i in range(N)], "holds free text"),
    "remarks, a few again": ("remark", [remark(i % 40) for i in range(N)], "holds free text"),
    "whole numbers that all differ": ("income", SHUFFLED * 700 + 21000, None),
    "numbers of things": ("number_of_cells", SHUFFLED * 13 + 5, None),
    "a body mass index": ("body mass index", SHUFFLED + 1 + SHUFFLED**2, None),
    "a rank": ("rank", SHUFFLED + 1, None),
    "fractions that all differ": ("share", SHUFFLED / 61, None),
    "years in disorder": ("built", SHUFFLED + 1950, None),
    "codes with repeats": ("zip", SHUFFLED % 20 + 8000, None),
    "categories of three": ("ward", [f"w{i % 20}" for i in range(N)], None),
    "long categories": ("advice", [remark(i % 3) for i in range(N)], None),
    "a value or none": ("member", ["x" if i % 4 else None for i in range(N)], None),
    "mostly missing": ("lab", [i / 7 if i % 5 == 0 else None for i in range(N)], None),
}


def tables(name, values, first):
    column = {name: list(values)}
    return pd.DataFrame(column | base() if first else base() | column)


def sources(frame, folder):
    frame.to_csv(folder / "t.csv", index=False)
    frame.to_parquet(folder / "t.parquet", index=False)
    return {"csv": folder / "t.csv", "parquet": folder / "t.parquet", "pandas": frame}


@pytest.mark.parametrize(
    ("name", "values", "said", "first"),
    [(*case, True) for case in FIRST.values()] + [(*case, False) for case in LATER.values()],
    ids=[*FIRST, *LATER],
)
def test_a_column_is_left_out_or_kept_as_by_hand(name, values, said, first, tmp_path):
    frame = tables(name, values, first)
    expected = [column for column in frame.columns if column != "outcome"]
    if said is not None:
        expected.remove(name)

    for source in sources(frame, tmp_path).values():
        notes = Notes()
        data = read_dataset(source, target="outcome", notes=notes)
        told = [str(note) for note in notes if f"{name!r}" in str(note)]

        assert list(data.schema.feature_names) == expected
        assert data.schema.classes == ("ill", "well")
        if said is not None:
            assert any(said in line and "left out" in line for line in told), told
        else:
            assert not any("left out" in line for line in told), told


@pytest.mark.parametrize(
    ("name", "values", "said", "first"),
    [
        (*case, place)
        for cases, place in ((FIRST, True), (LATER, False))
        for case in cases.values()
        if case[2] not in (None, "has no value at all")
    ],
)
def test_whoever_insists_gets_the_column(name, values, said, first, tmp_path):
    frame = tables(name, values, first)
    notes = Notes()

    data = read_dataset(frame, target="outcome", keep=name, notes=notes)

    assert name in data.schema.feature_names
    assert not any("left out" in str(note) for note in notes)


def test_a_kind_that_is_given_keeps_the_column():
    frame = tables("customer", range(5001, 5001 + N), first=False)

    data = read_dataset(frame, target="outcome", kinds={"customer": "categorical"})

    assert data.schema.features[-1].n_categories == N


def test_all_columns_are_named_in_one_run_and_one_line_per_reason():
    frame = pd.DataFrame({"Unnamed: 0": range(N)} | base())
    frame = frame.assign(e1=None, e2=None, c1=1, c2="x", key=[f"k{i}" for i in range(N)])
    frame["remark"] = [remark(i) for i in range(N)]
    notes = Notes()

    data = read_dataset(frame, target="outcome", notes=notes)

    assert data.schema.feature_names == ("dose", "group")
    assert [str(note) for note in notes] == [
        "column 'Unnamed: 0' names the rows: it is left out. "
        "To use it all the same: keep='Unnamed: 0'.",
        "columns 'e1' and 'e2' have no value at all: they are left out.",
        "columns 'c1' and 'c2' have one value throughout: they are left out. "
        "To use one all the same: keep='c1'.",
        "column 'key' (60 values in 60 rows) looks like an identifier: it is left out. "
        "To use it all the same: keep='key'.",
        "column 'remark' (60 values in 60 rows) holds free text: it is left out. "
        "To use it all the same: keep='remark'.",
    ]


def test_the_only_column_of_numbers_is_kept_though_it_counts_the_rows():
    frame = pd.DataFrame({"x": range(N), "y": [["a", "b"][i // 30] for i in range(N)]})

    assert read_dataset(frame, target="y").schema.feature_names == ("x",)


def test_a_table_without_a_column_to_learn_from_is_refused_with_all_of_them():
    frame = pd.DataFrame({"key": [f"k{i}" for i in range(N)], "flat": 1, "y": ["a", "b"] * 30})

    with pytest.raises(DataError, match=r"'key' \(row names\), 'flat' \(constant\)\. To use one"):
        read_dataset(frame, target="y")


def test_strict_reading_refuses_with_everything_that_was_assumed():
    frame = tables("name", [f"n{i}" for i in range(N)], first=False).assign(flat=1)

    with pytest.raises(DataError, match=r"(?s)'flat' has one value.*'name'.*identifier"):
        read_dataset(frame, target="outcome", notes=Notes(strict=True))


def test_names_of_rows_are_found_before_rows_without_a_target_are_left_out():
    frame = tables("obs", range(1, N + 1), first=True)
    frame.loc[frame.index % 4 != 0, "outcome"] = None

    data = read_dataset(frame, target="outcome")

    assert data.n_rows == 15
    assert data.schema.feature_names == ("dose", "group")


def test_fit_keeps_the_columns_as_given_and_warns():
    frame = tables("name", [f"n{i}" for i in range(N)], first=False)
    X, y = frame.drop(columns="outcome"), frame["outcome"]

    with pytest.warns(IntakeWarning, match=r"'name' \(60 values in 60 rows\) looks like an ident"):
        model = TreeClassifier().fit(X, y)

    assert model.n_features_in_ == 3
    assert list(model.feature_names_in_) == ["dose", "group", "name"]


def test_without_notes_each_is_a_warning_that_points_to_the_caller():
    frame = tables("unit", ["mg"] * N, first=False)

    with pytest.warns(IntakeWarning, match="'unit' has one value throughout") as caught:
        read_dataset(frame, target="outcome")

    assert caught[0].filename == __file__


@pytest.mark.parametrize("step", [1, 10**7])
def test_integers_of_a_text_file_are_not_rounded(step, tmp_path):
    keys = [12345678901234567890 + step * i for i in range(3)] * 20
    frame = pd.DataFrame(base()).assign(batch=[str(key) for key in keys])
    frame.to_csv(tmp_path / "t.csv", index=False)
    notes = Notes()

    data = read_dataset(tmp_path / "t.csv", target="outcome", notes=notes)

    assert data.schema.features[-1].categories == tuple(map(str, sorted(set(keys))))
    assert [str(note) for note in notes] == [
        "column 'batch' holds integers too large to be held exactly: they are read as text. "
        "If they are amounts: kinds={'batch': 'numeric'}."
    ]


def test_large_amounts_are_numbers():
    frame = pd.DataFrame(base()).assign(atoms=np.geomspace(1e18, 1e24, N))

    data = read_dataset(frame, target="outcome", notes=Notes())

    assert data.schema.features[-1].kind == "numeric"
