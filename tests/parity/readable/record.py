"""Records what other programs do on the same ten folds of eleven tables, from their own outputs.

``python -m tests.parity.readable.record FOLDER`` takes the folder of these outputs, which is kept
beside the data, and writes ``recorded.json``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

__all__ = ["RECORDED", "record"]

RECORDED = Path(__file__).parent / "recorded.json"


def record(folder: Path) -> dict[str, Any]:
    """By table: its file, target, kinds and folds, and each program's accuracies and sizes."""

    def read(name: str) -> Any:
        return json.loads((folder / name).read_text(encoding="utf-8"))

    columns, folds, rpart = read("columns.json"), read("folds.json"), read("rpart_cv.json")
    ctree = read("ctree_cv.json")["cv"]
    found = {}
    for path in sorted(folder.glob("c50_*.json")):
        name = path.stem.removeprefix("c50_")
        c50 = read(path.name)["runs"]
        programs = {"C5.0": _of(c50["default"], "cv_accuracy", "cv_size")}
        programs["C5.0 rules"] = _of(c50["rules"], "cv_accuracy", "cv_size")
        programs["rpart"] = _of(rpart[name]["default"], "accuracy", "leaves")
        programs["rpart 1-SE"] = _of(rpart[name]["one_se"], "accuracy", "leaves")
        if (folder / f"weka_j48_{name}.json").exists():
            runs = read(f"weka_j48_{name}.json")["runs"]
            programs["J48"] = _of(runs["-C 0.25 -M 2"], "cv_accuracy", "cv_leaves")
        if name in ctree:
            programs["ctree"] = _of(ctree[name], "accuracy", "leaves")
        kinds = {
            column: {"factor": "categorical"}.get(how["kind"], how.get("levels", how["kind"]))
            for column, how in columns[name]["columns"].items()
            if how["kind"] != "left out" and column not in columns[name]["target"]
        }
        (target,) = columns[name]["target"]
        file = columns[name]["file"]
        found[name] = {"file": file, "target": target, "kinds": kinds, "folds": folds[name]}
        found[name]["programs"] = programs
    return found


def _of(run: dict[str, Any], accuracy: str, size: str) -> dict[str, list[float]]:
    return {"accuracy": [round(x, 12) for x in run[accuracy]], "leaves": run[size]}


if __name__ == "__main__":
    RECORDED.write_text(json.dumps(record(Path(sys.argv[1]))) + "\n", encoding="utf-8")
