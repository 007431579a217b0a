"""What other programs did on the same folds, as their own outputs say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from tests.parity.cubist.tables import RECORDED
from tests.parity.evidence.tables import LABELS, TARGETS
from tests.parity.readable.tables import SETS

__all__ = ["of_class_programs", "of_programs"]

CUBIST = Path(__file__).parents[1] / "cubist" / "cubist.json"
#: CLUS's default tree and the one before pruning, by what CLUS calls them.
CLUS = {"CLUS": "Pruned", "CLUS, unpruned": "Original"}

#: By program, each measure fold by fold.
Found = dict[str, dict[str, list[float]]]


def of_programs(shared: Path, field: str, table: str) -> Found:
    """Every program that was run on a table of numbers, of several of them or of labels."""
    golden = shared / "golden"
    if field == "numbers":
        return {"Cubist": _cubist(table), **(_numbers(golden, table) if table in RECORDED else {})}
    return _clus(golden, table)


def of_class_programs(table: str, *, are_rules: bool) -> Found:
    """Of classes, from what is kept beside the tests of the readable tree."""
    return {
        program: {"accuracy": _rounded(found["accuracy"]), "size": found["leaves"]}
        for program, found in SETS[table]["programs"].items()
        if program.endswith("rules") == are_rules
    }


def _cubist(table: str) -> dict[str, list[float]]:
    found = json.loads(CUBIST.read_text(encoding="utf-8"))[table]
    return {"RRSE": found["rrse_percent"], "size": found["rules"]}


def _numbers(golden: Path, table: str) -> Found:
    found: Found = {}
    weka = golden / f"weka_m5p_{table}.json"
    if weka.is_file():
        run = _read(weka)["runs"]["-M 4.0"]
        found["M5P"] = {"RRSE": _rounded(run["cv_rrse_percent"]), "size": run["cv_leaves"]}
    for program, run in _read(golden / "rpart_cv.json").get(table, {}).items():
        if "rrse_percent" in run:
            named = {"default": "rpart", "one_se": "rpart 1-SE"}[program]
            found[named] = {"RRSE": _rounded(run["rrse_percent"]), "size": run["leaves"]}
    return found


def _clus(golden: Path, table: str) -> Found:
    title = f"mtr_{table}" if table in TARGETS else f"ml_{table}"
    cv = _read(golden / f"clus_{title}.json")["runs"]["defaults"]["cv"]
    found: Found = {}
    for program, tree in CLUS.items():
        run = cv[tree]
        if table in LABELS:
            measured = {"Hamming loss": _rounded(run["hamming_loss"])}
        else:
            measured = {"RRMSE": _rounded(np.mean(run["rrmse_per_target"], axis=1))}
        found[program] = {**measured, "size": run["leaves"]}
    return found


def _rounded(values: Any) -> list[float]:
    return [round(float(value), 6) for value in values]


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
