"""Rules beside those of C5.0, on ten data sets and the same ten folds.

C5.0's choice of rules is not published, so accuracies and numbers of rules are compared, not
rules.  ``python -m tests.parity.test_c50_rules`` prints the table of
docs/algorithms/c45rules.md, ``c50/rules.md``.
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
GROUPED = C45Classifier(pruning="needless", splits="grouped")
MODELS = {
    "default": RuleClassifier(),
    "votes": RuleClassifier(method="c5rules"),
    "C4.5": RuleClassifier(tree=GROUPED),
    "C4.5 votes": RuleClassifier(tree=GROUPED, method="c5rules"),
}


@cache
def cross_validate(name, folder, model):
    """Accuracy and number of rules of each fold."""
    X, y = read_table(folder, name)
    fold = np.array(list(SETS[name]["folds"]), dtype=int)
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CategoryWarning)
        for k in range(10):
            rules = MODELS[model].fit(X[fold != k], y[fold != k])
            found.append((rules.score(X[fold == k], y[fold == k]), rules.n_rules_))
    return np.array(found).T


def means(folder, model):
    """Accuracy in percent and number of rules for each set."""
    found = [cross_validate(name, folder, model).mean(axis=1) for name in C50]
    return np.array(found).T * [[100], [1]]


def of_c50():
    return np.array(
        [[100 * np.mean(it["accuracy"]), np.mean(it["rules"])] for it in C50.values()]
    ).T


@pytest.mark.full
@pytest.mark.parametrize("model", ["default", "votes", "C4.5 votes"])
def test_fewer_rules_are_as_accurate_as_those_of_c50(shared_data, model):
    (accuracy, rules), (their_accuracy, their_rules) = means(shared_data, model), of_c50()

    assert accuracy.mean() >= their_accuracy.mean()
    assert rules.mean() <= 0.8 * their_rules.mean()
    assert (rules / their_rules).mean() <= 0.8


def test_with_groups_of_categories_car_evaluation_is_as_in_c50(shared_data):
    ours, _ = cross_validate("car_evaluation", shared_data, "C4.5")

    assert abs(ours.mean() - np.mean(C50["car_evaluation"]["accuracy"])) < 0.01


@pytest.mark.full
def test_the_table_of_the_page(shared_data, capsys):
    print_table(shared_data)

    assert capsys.readouterr().out == (FOLDER / "rules.md").read_text(encoding="utf-8")


def print_table(folder):
    names = ["default", "votes", "C4.5, votes", "C5.0"]
    print(f"| set | accuracy %: {' | '.join(names)} | rules: {' | '.join(names)} |")
    print("| --- " * 9 + "|")
    found = [*(means(folder, model) for model in ("default", "votes", "C4.5 votes")), of_c50()]
    accuracy, rules = (np.array([it[k] for it in found]).T for k in (0, 1))
    for name, *row in zip(C50, accuracy, rules, strict=True):
        print_row(name, *row)
    print_row("mean", accuracy.mean(axis=0), rules.mean(axis=0))


def print_row(name, accuracies, rules):
    cells = [*(f"{it:.2f}" for it in accuracies), *(f"{it:.1f}" for it in rules)]
    print(f"| {name} | {' | '.join(cells)} |")


if __name__ == "__main__":
    print_table(Path(__file__).resolve().parents[3] / "shared" / "data")
