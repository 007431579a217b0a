"""R's rpart as a contender, where R and rpart are installed.

R measures itself in ``rpart.R``; samples reach it as plain binary columns.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.data import SMALL, Problem

NAME = "rpart"
#: rpart grows no deeper.
MAX_DEPTH = 30
NOTE = (
    f"takes a data frame and a formula; never deeper than {MAX_DEPTH}; no surrogates, so a sample "
    "that cannot answer follows the majority; its times for small fits and single rows are means"
)
SCRIPT = Path(__file__).with_suffix(".R")


def version() -> str:
    """The version of rpart, or nothing where it is not installed."""
    if shutil.which("Rscript") is None:
        return ""
    ask = 'cat(as.character(packageVersion("rpart")), "on", R.version.string)'
    done = subprocess.run(["Rscript", "-e", ask], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else ""


def save(problem: Problem, folder: Path) -> None:
    """Write the problem so that R can read it: doubles column by column, and what they mean."""
    for part, X in (("train", problem.X), ("test", problem.X_test)):
        with (folder / f"{part}.X").open("wb") as file:
            for column in columns_of(X):
                file.write(np.ascontiguousarray(column, dtype=np.float64).tobytes())
    problem.y.astype(np.float64).tofile(folder / "train.y")
    problem.y_test.astype(np.float64).tofile(folder / "test.y")
    if problem.weight is not None:
        problem.weight.tofile(folder / "train.w")
    sizes = categories_of(problem.X)
    facts = [len(problem.y), len(problem.y_test), problem.n_classes, SMALL, problem.input_bytes]
    (folder / "facts").write_text(" ".join(map(str, [*facts, *sizes])))


def columns_of(X: np.ndarray) -> list[np.ndarray]:
    """Columns as numbers; a category is its code from 1, and 0 where it is missing."""
    if isinstance(X, np.ndarray):
        return list(X.T)
    return [
        column.cat.codes.to_numpy() + 1.0 if column.dtype == "category" else column.to_numpy()
        for _, column in X.items()
    ]


def categories_of(X: np.ndarray) -> list[int]:
    """How many categories each column has; 0 for numbers."""
    if isinstance(X, np.ndarray):
        return [0] * X.shape[1]
    return [
        len(column.cat.categories) if column.dtype == "category" else 0 for _, column in X.items()
    ]


def settings(max_depth: int | None) -> dict[str, Any]:
    """What ``rpart.control`` is told."""
    return {
        # With 0 splits that do not change the training error would be taken back.
        "cp": -1,
        "minsplit": 2,
        "minbucket": 1,
        "maxdepth": MAX_DEPTH if max_depth is None else min(max_depth, MAX_DEPTH),
        "xval": 0,
        "maxcompete": 0,
        "maxsurrogate": 0,
        # With 0 a sample that cannot answer would stay where it is and not be learnt from.
        "usesurrogate": 2,
    }


def command(folder: Path, result: Path, control: dict[str, Any], n_predict: int) -> list[str]:
    """The command that measures rpart on the saved problem."""
    written = ", ".join(f"{name} = {value}" for name, value in control.items())
    return ["Rscript", str(SCRIPT), str(folder), str(result), written, str(n_predict)]
