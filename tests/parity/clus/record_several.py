"""Records what CLUS does on the same ten folds of five tables of several targets, from its outputs.

``python -m tests.parity.clus.record_several FOLDER`` takes the folder of these outputs, which is
kept beside the data, and writes ``several.json``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["RECORDED", "record"]

RECORDED = Path(__file__).parent / "several.json"
RUNS = {"defaults": "defaults", "PruningMethod=M5Multi": "M5Multi"}


def record(folder: Path) -> dict[str, Any]:
    """By table: its file, targets, kinds and folds, and the errors and leaves of CLUS by run."""

    def read(name: str) -> Any:
        return json.loads((folder / name).read_text(encoding="utf-8"))

    columns, folds, found = read("columns.json"), read("folds.json"), {}
    for path in sorted(folder.glob("clus_m*.json")):
        name = path.stem.removeprefix("clus_")
        about, targets = columns[name], columns[name]["target"]
        kinds = {
            column: "categorical" if how["kind"] == "factor" else how["kind"]
            for column, how in about["columns"].items()
            if column not in targets
        }
        runs = read(path.name)["runs"]
        programs = {
            said: {model.lower(): _of(runs[run]["cv"][model]) for model in ("Original", "Pruned")}
            for run, said in RUNS.items()
            if run in runs
        }
        found[name] = {"file": about["file"], "targets": targets, "kinds": kinds}
        found[name] |= {"folds": folds[name], "clus": programs}
    return found


def _of(run: dict[str, Any]) -> dict[str, list[float]]:
    """Leaves of each fold, and its Hamming loss or its mean relative error over the targets."""
    errors = run.get("hamming_loss") or np.mean(run["rrmse_per_target"], axis=1).tolist()
    return {"error": [round(error, 12) for error in errors], "leaves": run["leaves"]}


if __name__ == "__main__":
    RECORDED.write_text(json.dumps(record(Path(sys.argv[1]))) + "\n", encoding="utf-8")
