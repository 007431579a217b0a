"""ReadableTreeRegressor beside Cubist, M5P and rpart, on the shared tables and the same ten folds.

``python -m tests.parity.test_cubist`` prints the table of docs/algorithms/readable.md,
``cubist/table.md``; ``cubist/record.py`` ran Cubist.
"""

from __future__ import annotations

import json
import warnings
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from arboretum import ReadableTreeRegressor
from arboretum.exceptions import CategoryWarning, ExtrapolationWarning, IntakeWarning
from tests.parity.cubist.tables import RECORDED, TABLES, read

HERE = Path(__file__).parent / "cubist"
CUBIST = json.loads((HERE / "cubist.json").read_text(encoding="utf-8"))
TABLE = HERE / "table.md"


@pytest.fixture(scope="module")
def shared(shared_data):
    found = Path(shared_data).parent
    if not (found / "golden").is_dir():
        pytest.skip("the recorded folds are not there")
    return found


@cache
def cross_validate(shared, name, folds=tuple(range(10))):
    """The relative error of each fold in percent, and its leaves."""
    table, target, fold = read(shared, name)
    errors, leaves = [], []
    for k in folds:
        new = fold == k
        with warnings.catch_warnings():
            for kind in (CategoryWarning, ExtrapolationWarning, IntakeWarning):
                warnings.simplefilter("ignore", kind)
            model = ReadableTreeRegressor(n_jobs=1).fit(table[~new], target[~new])
            away = target[new] - model.predict(table[new])
        usual = ((target[new] - target[~new].mean()) ** 2).sum()
        errors.append(100 * float(np.sqrt((away**2).sum() / usual)))
        leaves.append(model.n_leaves_)
    return np.array(errors), np.array(leaves)


@pytest.mark.parametrize("name", ["fishcatch", "auto_mpg"])
def test_on_two_folds_the_tree_is_better_than_the_rules_or_as_good(name, shared):
    errors, leaves = cross_validate(shared, name, (0, 1))

    assert errors.mean() <= 1.1 * np.mean(CUBIST[name]["rrse_percent"][:2])
    assert leaves.mean() <= np.mean(CUBIST[name]["rules"][:2])


@pytest.mark.full
def test_errors_are_no_larger_than_those_of_cubist_with_fewer_leaves(shared):
    ours = [cross_validate(shared, name) for name in TABLES]
    theirs = [(CUBIST[name]["rrse_percent"], CUBIST[name]["rules"]) for name in TABLES]

    errors, leaves = np.array(ours).mean(axis=2).T
    their_errors, rules = np.array(theirs).mean(axis=2).T
    assert errors.mean() <= their_errors.mean()
    assert leaves.mean() <= 0.9 * rules.mean()
    assert np.log(leaves / rules).mean() <= np.log(0.9)


@pytest.mark.full
def test_the_table_of_the_page(shared, capsys):
    print_table(shared)

    assert capsys.readouterr().out == TABLE.read_text(encoding="utf-8")


def print_table(shared):
    print("| RRSE in % / leaves | ReadableTreeRegressor | Cubist | M5P | rpart, 1-SE |")
    print("| --- | --- | --- | --- | --- |")
    found = []
    for name in TABLES:
        errors, leaves = cross_validate(shared, name)
        rules = CUBIST[name]
        cells = [
            (errors.mean(), leaves.mean()),
            (np.mean(rules["rrse_percent"]), np.mean(rules["rules"])),
            *(recorded(shared, name) if name in RECORDED else (None, None)),
        ]
        found.append(cells)
        print(f"| {name} | {' | '.join(map(cell, cells))} |", flush=True)
    for title, names in [
        (f"mean of the {len(RECORDED)} with recorded folds", RECORDED),
        (f"mean of all {len(TABLES)}", TABLES),
    ]:
        both = np.array([cells[:2] for cells in found[: len(names)]]).mean(axis=0)
        print(f"| {title} | {' | '.join(map(cell, both))} | | |")


def recorded(shared, name):
    """What Weka's M5P and rpart did on the same folds, where that was recorded."""
    golden, found = shared / "golden", []
    m5p = golden / f"weka_m5p_{name}.json"
    rpart = json.loads((golden / "rpart_cv.json").read_text()).get(name, {})
    if m5p.is_file():
        run = json.loads(m5p.read_text())["runs"]["-M 4.0"]
        found.append((np.mean(run["cv_rrse_percent"]), np.mean(run["cv_leaves"])))
    else:
        found.append(None)
    one_se = rpart.get("one_se", {})
    known = "rrse_percent" in one_se
    found.append((np.mean(one_se["rrse_percent"]), np.mean(one_se["leaves"])) if known else None)
    return found


def cell(both):
    return "" if both is None else "{:.2f} / {:.1f}".format(*both)


if __name__ == "__main__":
    print_table(Path(__file__).parents[3] / "shared")
