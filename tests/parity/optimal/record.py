"""How the best, looking-ahead, greedy and pruned trees do on samples they have not seen.

``python -m tests.parity.optimal.record`` measures twenty tables, some minutes, and writes
``recorded.json``; ``test_held_out.py`` measures some of them again and prints the table of
docs/algorithms/optimal.md, ``recorded.md``.
"""

from __future__ import annotations

import json
import warnings
from pathlib import Path

from arboretum import CARTClassifier, OptimalClassifier, TreeClassifier, compare
from arboretum.exceptions import ArboretumWarning
from arboretum.pruning import CostComplexity
from tests.shared_tables import TABLES

__all__ = ["DEPTH", "NAMES", "RECORDED", "SPECIES", "WORK", "measure"]

RECORDED = Path(__file__).parent / "recorded.json"
DEPTH, WORK, N_FOLDS = 3, 3000, 10
#: All of the same depth but the last, which is cut back to what cross-validation keeps.
SPECIES = {
    "greedy": TreeClassifier(max_depth=DEPTH),
    "looking ahead": TreeClassifier(max_depth=DEPTH, lookahead=2),
    "best": OptimalClassifier(max_depth=DEPTH, work_limit=WORK, time_limit=None),
    "pruned": CARTClassifier(complexity=0, pruning=CostComplexity(cv=10)),
}
NAMES = (
    "balance_scale",
    "banknote",
    "breast_cancer_ljubljana",
    "breast_cancer_wisconsin",
    "car_evaluation",
    "glass",
    "heart_cleveland",
    "heart_hungarian",
    "heart_statlog",
    "house_votes_84",
    "ionosphere",
    "iris",
    "kr_vs_kp",
    "lymphography",
    "pima_diabetes",
    "raisin",
    "rice",
    "sonar",
    "tic_tac_toe",
    "wine",
)


def measure(name: str) -> dict[str, list[float]]:
    """By species: the error in cross-validation, its standard error, and leaves."""
    (table,) = (one for one in TABLES if one.path.name.split(".")[0] == name)
    X, y = table.read()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ArboretumWarning)
        found = compare(X, y, SPECIES, n_folds=N_FOLDS, seed=0)
    return {
        one.name: [one.errors[0].value, one.errors[0].standard_error, one.n_leaves]
        for one in found.judged
    }


if __name__ == "__main__":
    found = {}
    for name in NAMES:
        found[name] = measure(name)
        print(name, found[name], flush=True)
        RECORDED.write_text(json.dumps(found) + "\n", encoding="utf-8")
