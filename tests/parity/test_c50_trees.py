"""C50Classifier beside C5.0 itself, on eleven data sets and the same ten folds.

``python -m tests.parity.test_c50_trees default`` prints the table of docs/algorithms/c50.md,
``c50/trees_default.md``; so do ``subset_off``, ``no_global`` and ``noprune``; ``rules`` prints
``c50/trees_rules.md``, ``large`` ``c50/trees_large.md``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from arboretum import C50Classifier
from tests.parity.c50.compare import (
    RUNS,
    accuracy,
    cross_validate,
    differences,
    print_rules,
    print_table,
)
from tests.parity.c50.large import print_large
from tests.parity.c50.read import SETS, golden_folder, read_table, read_tree

FOLDER = Path(__file__).parent / "c50"


@pytest.fixture(scope="module")
def golden(shared_data):
    return golden_folder(shared_data)


@pytest.mark.parametrize("run", ["default", "no_global"])
@pytest.mark.parametrize("name", ["iris", "glass", "labor_neg", "kyphosis", "house_votes_84"])
def test_every_fold_is_predicted_as_c50_does_by_as_many_leaves(golden, name, run):
    table = read_table(golden, name)

    predicted, (_, counted) = cross_validate(table, run)

    assert predicted.tolist() == table.predicted(run).tolist()
    assert counted.tolist() == table.sizes(run)


@pytest.mark.parametrize("run", ["default", "no_global", "noprune"])
@pytest.mark.parametrize("name", ["iris", "glass", "kyphosis", "house_votes_84", "heart_statlog"])
def test_the_tree_of_the_whole_table_asks_what_c50_asks(golden, name, run):
    table = read_table(golden, name)
    printed = read_tree(table.recorded["runs"][run]["full"]["text"])

    tree = C50Classifier(kinds=table.kinds, **RUNS[run]).fit(table.X, table.y).tree_

    assert differences(tree, 0, printed, table.recorded["names"]) == []


@pytest.mark.full
@pytest.mark.parametrize(
    ("run", "away"), [("default", 0.3), ("no_global", 0.3), ("subset_off", 0.3)]
)
def test_accuracy_and_leaves_are_near_those_of_c50(golden, run, away):
    accuracies, leaves = [], []
    for name in SETS:
        table = read_table(golden, name)
        predicted, (_, counted) = cross_validate(table, run)
        accuracies.append((accuracy(table, predicted), accuracy(table, table.predicted(run))))
        leaves.append((counted.mean(), np.mean(table.sizes(run))))

    ours, theirs = np.array(accuracies).T
    assert abs((ours - theirs).mean()) < away
    assert np.abs(ours - theirs).mean() < away
    counted, sizes = np.array(leaves).T
    assert 0.9 < counted.mean() / sizes.mean() < 1.1
    assert 0.9 < (counted / sizes).mean() < 1.1


@pytest.mark.full
@pytest.mark.parametrize("run", RUNS)
def test_the_tables_of_the_page(golden, run, capsys):
    print_table(golden, run)

    recorded = (FOLDER / f"trees_{run}.md").read_text(encoding="utf-8")
    assert capsys.readouterr().out == recorded


@pytest.mark.full
def test_the_table_of_rules(golden, capsys):
    print_rules(golden)

    assert capsys.readouterr().out == (FOLDER / "trees_rules.md").read_text(encoding="utf-8")


@pytest.mark.full
def test_the_table_of_large_tables_but_for_its_seconds(shared_data, capsys):
    print_large(shared_data)

    recorded = (FOLDER / "trees_large.md").read_text(encoding="utf-8")
    assert without_seconds(capsys.readouterr().out) == without_seconds(recorded)


def without_seconds(table):
    return [line.split("|")[:-3] for line in table.splitlines()]


if __name__ == "__main__":
    folder = Path(__file__).resolve().parents[3] / "shared" / "golden"
    if sys.argv[1] == "rules":
        print_rules(folder)
    elif sys.argv[1] == "large":
        print_large(folder.parent / "data")
    else:
        print_table(folder, sys.argv[1])
