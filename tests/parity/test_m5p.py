"""M5Regressor beside Weka's M5P, on six data sets and the same ten folds.

``python -m tests.parity.test_m5p`` prints the table of docs/algorithms/m5.md, ``m5p/table.md``.
"""

from __future__ import annotations

import json
import warnings
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from arboretum import M5Regressor
from arboretum.exceptions import CategoryWarning, ExtrapolationWarning

SETS = ["auto_mpg", "servo", "machine_cpu", "abalone", "kin8nm", "california_housing"]
TABLE = Path(__file__).parent / "m5p" / "table.md"
#: Weka's options, and ours.
RUNS = {
    "-M 4.0": {},
    "-N -M 4.0": {"pruning": None, "clip": False},
    "-U -M 4.0": {"smoothing": 0.0, "clip": False},
}


@pytest.fixture(scope="module")
def golden(shared_data):
    found = Path(shared_data).parent / "golden"
    if not found.is_dir():
        pytest.skip("the recorded runs of Weka are not there")
    return found


def read(golden, name):
    """Features, target and fold of each row."""
    known = json.loads((golden / "columns.json").read_text())[name]
    folds = json.loads((golden / "folds.json").read_text())[name]
    path = golden.parent / "data" / known["file"]
    table = pd.read_csv(path, dtype=str, keep_default_na=False, na_values=[""])
    for column, described in known["columns"].items():
        if described["kind"] == "numeric":
            table[column] = pd.to_numeric(table[column])
        else:
            table[column] = pd.Categorical(table[column], categories=described["levels"])
    target = table.pop(known["target"][0]).to_numpy(dtype=float)
    return table, target, np.array(list(map(int, folds)))


def weka(golden, name, options):
    return json.loads((golden / f"weka_m5p_{name}.json").read_text())["runs"][options]


@cache
def cross_validate(golden, name, options):
    """The relative error of each fold in percent, and its leaves."""
    X, y, folds = read(golden, name)
    errors, leaves = [], []
    for fold in range(10):
        new = folds == fold
        model = M5Regressor(**RUNS[options]).fit(X[~new], y[~new])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ExtrapolationWarning)
            warnings.simplefilter("ignore", CategoryWarning)
            away = y[new] - model.predict(X[new])
        errors.append(100 * np.sqrt((away**2).sum() / ((y[new] - y[~new].mean()) ** 2).sum()))
        leaves.append(model.n_leaves_)
    return np.array(errors), np.array(leaves)


@pytest.mark.parametrize(
    "name", [*SETS[:-1], pytest.param("california_housing", marks=pytest.mark.full)]
)
def test_errors_and_sizes_are_those_of_m5p(name, golden):
    errors, leaves = cross_validate(golden, name, "-M 4.0")

    expected = weka(golden, name, "-M 4.0")
    assert errors.mean() <= 1.03 * np.mean(expected["cv_rrse_percent"])
    assert leaves.mean() == pytest.approx(np.mean(expected["cv_leaves"]), rel=0.25)


@pytest.mark.parametrize("name", ["servo", "machine_cpu", "kin8nm"])
def test_unpruned_trees_have_as_many_leaves_in_every_fold(name, golden):
    errors, leaves = cross_validate(golden, name, "-N -M 4.0")

    expected = weka(golden, name, "-N -M 4.0")
    assert leaves.tolist() == expected["cv_leaves"]
    assert errors.mean() == pytest.approx(np.mean(expected["cv_rrse_percent"]), rel=0.02)


@pytest.mark.full
def test_the_table_of_the_page(golden, capsys):
    print_table(golden)

    assert capsys.readouterr().out == TABLE.read_text(encoding="utf-8")


def print_table(golden):
    print("| RRSE in % / leaves | M5Regressor | M5P | unpruned | M5P -N | unsmoothed | M5P -U |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name in SETS:
        cells = []
        for options in RUNS:
            errors, leaves = cross_validate(golden, name, options)
            run = weka(golden, name, options)
            theirs = np.mean(run["cv_rrse_percent"]), np.mean(run["cv_leaves"])
            cells += [
                f"{errors.mean():.2f} / {leaves.mean():.1f}",
                "{:.2f} / {:.1f}".format(*theirs),
            ]
        print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    print_table(Path(__file__).parents[3] / "shared" / "golden")
