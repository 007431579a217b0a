"""What the command line leaves out it says, in its own words; and it takes the same file again."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from arboretum.cli.run import run
from tests.intake.test_columns_set_aside import N, base


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    frame = pd.DataFrame(base()).assign(
        **{"full name": [f"Smith {i}" for i in range(N)], "unit": "mg"}
    )
    frame["outcome"] = frame["outcome"].map({"ill": 1, "well": 0}).astype("Int64")
    frame.loc[[4, 9], "outcome"] = None
    frame.to_csv("t.csv")
    return frame


SAID = [
    "2 of 60 rows have no 'outcome' and are left out: lines 6, 11.",
    "the first column, which has no name, names the rows: it is left out.",
    "column 'unit' has one value throughout: it is left out. To use it all the same: --keep unit.",
    "column 'full name' (58 values in 58 rows) looks like an identifier: it is left out. To use it "
    "all the same: --keep 'full name'.",
    "target 'outcome' holds 0 and 1, read as classes. If they measure something: --task numbers.",
]


def test_grow_says_what_it_left_out(file, capsys):
    assert run(["grow", "t.csv", "--target", "outcome", "--no-cv"]) == 0

    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Note: ")]
    assert told == [f"Note: {line}" for line in SAID]


@pytest.mark.parametrize("command", [["grow"], ["compare", "--species", "tree"]])
def test_other_programs_get_it_as_notes(command, file, capsys):
    name, *more = command

    assert run([name, "t.csv", "--target", "outcome", "--folds", "2", "--json", *more]) == 0

    assert json.loads(capsys.readouterr().out)["notes"][: len(SAID)] == SAID


def test_strict_reading_lists_all_of_it_in_one_error(file, capsys):
    assert run(["grow", "t.csv", "--target", "outcome", "--strict"]) == 1

    refused = capsys.readouterr().err
    assert all(line in refused for line in SAID)


def test_what_was_said_is_followed(file, capsys):
    assert run(["grow", "t.csv", "--target", "outcome", "--keep", "full name", "--no-cv"]) == 0
    kept = capsys.readouterr().out
    assert run(["grow", "t.csv", "--target", "outcome", "--task", "numbers", "--no-cv"]) == 0
    numbers = capsys.readouterr().out

    assert "full name  categorical, 58 categories" in kept
    assert "target: outcome, numbers from 0 to 1" in numbers


def test_the_same_file_is_predicted_pruned_and_reported_on(file, capsys):
    assert run(["grow", "t.csv", "--target", "outcome", "--no-cv", "--out", "tree.json"]) == 0
    capsys.readouterr()
    assert run(["predict", "tree.json", "t.csv", "--id", "full name"]) == 0
    predicted = capsys.readouterr().out.splitlines()
    assert run(["prune", "tree.json", "--data", "t.csv", "--rule", "1se"]) == 0

    assert predicted[0] == "full name,outcome"
    expected = [int(dose > 5) for dose in file["dose"]]
    assert [int(line.rsplit(",", 1)[1]) for line in predicted[1:]] == expected
    assert "2 of 60 rows have no 'outcome' and are left out" in capsys.readouterr().err
