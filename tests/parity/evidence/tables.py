"""The shared tables with the folds that all programs saw, as data frames."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from tests.parity.cubist.tables import read as read_numbers
from tests.parity.readable.tables import MOST_ROWS, OTHERS, SETS

__all__ = [
    "LABELS",
    "TARGETS",
    "Table",
    "read_classes",
    "read_numbers_table",
    "read_other",
    "read_several",
]

#: Of several numbers, and of sets of labels.
TARGETS, LABELS = ("edm", "slump", "wq"), ("flags", "yeast")


class Table(NamedTuple):
    """Features, the target or targets, and in which fold each row is held out."""

    X: pd.DataFrame
    y: Any
    fold: np.ndarray


def read_classes(shared: Path, name: str) -> Table:
    about = SETS[name]
    table = _text(next((shared / "data").glob(f"{about['file']}*")))
    X = pd.DataFrame({column: _column(table[column], k) for column, k in about["kinds"].items()})
    return Table(X, table[about["target"]].to_numpy(), _digits(about["folds"]))


def read_other(shared: Path, name: str) -> Table:
    """Of at most so many rows, and with folds of its own."""
    from sklearn.model_selection import KFold, StratifiedKFold

    columns, target = OTHERS[name].read()
    X, y = pd.DataFrame(columns), np.array(target)
    for column in X.select_dtypes(exclude="number"):
        X[column] = _column(X[column], "categorical")
    if len(y) > MOST_ROWS:
        drawn = np.sort(np.random.default_rng(0).choice(len(y), MOST_ROWS, replace=False))
        X, y = X.iloc[drawn].reset_index(drop=True), y[drawn]
    fold = np.empty(len(y), dtype=int)
    # Class by class, unless no class has a sample for each fold.
    by_class = np.unique(y, return_counts=True)[1].max() >= 10
    dealt = (StratifiedKFold if by_class else KFold)(10, shuffle=True, random_state=0)
    for k, (_, held_out) in enumerate(dealt.split(X, y)):
        fold[held_out] = k
    return Table(X, y, fold)


def read_numbers_table(shared: Path, name: str) -> Table:
    return Table(*read_numbers(shared, name))


def read_several(shared: Path, name: str) -> Table:
    """Of several numbers, or of labels: 0 and 1."""
    title = f"mtr_{name}" if name in TARGETS else f"ml_{name}"
    known = json.loads((shared / "golden" / "columns.json").read_text(encoding="utf-8"))[title]
    folds = json.loads((shared / "golden" / "folds.json").read_text(encoding="utf-8"))[title]
    table = _text(shared / "data" / known["file"])
    kinds: Mapping[str, Any] = {
        column: {"factor": "categorical"}.get(how["kind"], how.get("levels", how["kind"]))
        for column, how in known["columns"].items()
        if how["kind"] != "left out" and column not in known["target"]
    }
    X = pd.DataFrame({column: _column(table[column], kind) for column, kind in kinds.items()})
    y = table[known["target"]].astype(float if name in TARGETS else int)
    return Table(X, y, _digits(folds))


def _text(path: Path) -> pd.DataFrame:
    return pd.read_csv(path, dtype=str, keep_default_na=False, na_values=[""])


def _column(cells: pd.Series, kind: Any) -> Any:
    if kind == "numeric":
        return pd.to_numeric(cells)
    if kind == "categorical":
        return pd.Categorical(cells, sorted(cells.dropna().unique()))
    return pd.Categorical(cells, kind, ordered=True)


def _digits(folds: str) -> np.ndarray:
    return np.array([int(digit) for digit in folds])
