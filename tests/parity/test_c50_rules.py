"""C4.5rules beside the rules of C5.0, on ten data sets and the same ten folds.

C5.0 is a later program with another algorithm, whose rules are not published in
full, so accuracies are compared, not rules.  ``python -m
tests.parity.test_c50_rules`` prints the table of docs/algorithms/c45rules.md,
``c50/rules.md``.
"""

from __future__ import annotations

import json
import warnings
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from arboretum import C45Classifier, RuleClassifier
from arboretum.exceptions import CategoryWarning
from tests.parity.j48.read import SETS, read_table

FOLDER = Path(__file__).parent / "c50"
RECORDED = json.loads((FOLDER / "rules.json").read_text(encoding="utf-8"))
C50 = RECORDED["sets"]
SPLITS = ("multiway", "grouped")


@cache
def cross_validate(name, folder, splits):
    """Accuracy and number of rules of each fold."""
    X, y = read_table(folder, name)
    fold = np.array(list(SETS[name]["folds"]), dtype=int)
    kinds = dict.fromkeys(SETS[name]["nominal"], "categorical")
    tree = C45Classifier(pruning="needless", kinds=kinds, splits=splits)
    found = []
    for k in range(10):
        model = RuleClassifier(tree=tree).fit(X[fold != k], y[fold != k])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", CategoryWarning)
            found.append((model.score(X[fold == k], y[fold == k]), model.n_rules_))
    return np.array(found).T


@pytest.mark.full
def test_the_mean_accuracy_is_that_of_c50_within_two_points(shared_data):
    ours = {name: cross_validate(name, shared_data, "multiway")[0].mean() for name in SETS}
    theirs = {name: np.mean(C50[name]["accuracy"]) for name in SETS}

    assert abs(np.mean(list(ours.values())) - np.mean(list(theirs.values()))) < 0.02
    # Three sets are further apart: C5.0 groups categories (car_evaluation, in part heart_statlog),
    # and labor_neg has 57 samples.
    apart = [name for name in SETS if abs(ours[name] - theirs[name]) > 0.02]
    assert apart == ["car_evaluation", "labor_neg", "heart_statlog"]


def test_with_groups_of_categories_car_evaluation_is_as_in_c50(shared_data):
    ours, _ = cross_validate("car_evaluation", shared_data, "grouped")

    assert abs(ours.mean() - np.mean(C50["car_evaluation"]["accuracy"])) < 0.01


@pytest.mark.full
def test_the_table_of_the_page(shared_data, capsys):
    print_table(shared_data)

    assert capsys.readouterr().out == (FOLDER / "rules.md").read_text(encoding="utf-8")


def test_groups_make_up_for_some_of_the_samples_of_heart_statlog(shared_data):
    # C5.0 gets ten of the 270 samples right that we do not; with groups only four.
    name, n = "heart_statlog", len(SETS["heart_statlog"]["folds"])
    ours, grouped = (cross_validate(name, shared_data, it)[0].mean() for it in SPLITS)

    lost = [round((np.mean(C50[name]["accuracy"]) - it) * n) for it in (ours, grouped)]

    assert (n, lost) == (270, [10, 4])
    assert len(SETS["labor_neg"]["folds"]) == 57


def print_table(folder):
    print("| set | accuracy % | grouped | C5.0 | rules | grouped | C5.0 |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    every = []
    for name, known in C50.items():
        ours, grouped = (cross_validate(name, folder, it) for it in SPLITS)
        row = [
            *(100 * np.mean(it) for it in (ours[0], grouped[0], known["accuracy"])),
            *(np.mean(it) for it in (ours[1], grouped[1], known["rules"])),
        ]
        every.append(row)
        print_row(name, row)
    print_row("mean", np.mean(every, axis=0))


def print_row(name, row):
    accuracies, rules = row[:3], row[3:]
    cells = [*(f"{it:.2f}" for it in accuracies), *(f"{it:.1f}" for it in rules)]
    print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    print_table(Path(__file__).resolve().parents[3] / "shared" / "data")
