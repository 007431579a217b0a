"""The correction by neighbours lowers the error of M5' on the tables that its parity is shown on.

``python -m tests.parity.test_neighbours`` prints the table of docs/algorithms/neighbours.md,
``m5p/neighbours.md``.
"""

from __future__ import annotations

import warnings
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from arboretum import M5Regressor, NeighbourCorrection, RuleRegressor
from arboretum.exceptions import ArboretumWarning
from tests.parity.test_m5p import golden, read

__all__ = ["golden"]

TABLE = Path(__file__).parent / "m5p" / "neighbours.md"
SETS = ["auto_mpg", "servo", "machine_cpu", "abalone"]
MODELS = {
    "M5'": M5Regressor(),
    "corrected": NeighbourCorrection(M5Regressor()),
    "rules": RuleRegressor(tree=M5Regressor()),
    "rules corrected": NeighbourCorrection(RuleRegressor(tree=M5Regressor())),
}


@cache
def error(folder, name, model):
    """Root relative squared error in percent, the mean over the folds."""
    X, y, fold = read(folder, name)
    errors = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ArboretumWarning)
        for k in range(10):
            train, test = fold != k, fold == k
            said = MODELS[model].fit(X[train], y[train]).predict(X[test])
            off, usual = (np.sum((y[test] - it) ** 2) for it in (said, y[train].mean()))
            errors.append(100 * np.sqrt(off / usual))
    return float(np.mean(errors))


@pytest.mark.parametrize("name", ["servo", "machine_cpu"])
def test_neighbours_lower_the_error(golden, name):
    assert error(golden, name, "corrected") < 0.95 * error(golden, name, "M5'")


@pytest.mark.full
def test_rules_with_equations_are_nearly_as_good_as_their_tree(golden):
    tree, rules = (np.array([error(golden, name, it) for name in SETS]) for it in ("M5'", "rules"))

    assert (rules / tree).mean() < 1.05


@pytest.mark.full
def test_the_table_of_the_page(golden, capsys):
    print_table(golden)

    assert capsys.readouterr().out == TABLE.read_text(encoding="utf-8")


def print_table(folder):
    print(f"| RRSE % | {' | '.join(MODELS)} |")
    print("| --- " * (1 + len(MODELS)) + "|")
    for name in SETS:
        cells = " | ".join(f"{error(folder, name, model):.2f}" for model in MODELS)
        print(f"| {name} | {cells} |")


if __name__ == "__main__":
    print_table(Path(__file__).resolve().parents[3] / "shared" / "golden")
