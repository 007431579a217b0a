"""The shared tables of numbers, with the fold of each row: what Cubist and arboretum both saw."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd

__all__ = ["OTHERS", "RECORDED", "TABLES", "read"]

#: With recorded columns and folds.
RECORDED = (
    "auto_mpg",
    "servo",
    "machine_cpu",
    "abalone",
    "kin8nm",
    "california_housing",
    "car_test_frame",
    "cu_summary",
    "pbc",
)
#: The target of the others, whose folds are scikit-learn's ``KFold(10, shuffle=True,
#: random_state=0)``, as those of the recorded ones are.
OTHERS = {
    "auto93": "class",
    "auto_price": "price",
    "autos_imports85": "price",
    "ames_housing": "Sale_Price",
    "bike_sharing_hour": "cnt",
    "era": "class",
    "esl": "class",
    "fishcatch": "class",
    "lev": "class",
    "lowbwt": "class",
    "sensory": "score",
    "strike": "volume",
}
TABLES = (*RECORDED, *OTHERS)


def read(shared: Path, name: str) -> tuple[pd.DataFrame, np.ndarray, np.ndarray]:
    """Features, target and fold of each row that has a target."""
    table, target, fold = (
        _recorded(shared, name) if name in RECORDED else _other(shared / "data", name)
    )
    known = ~np.isnan(target)
    return table[known].reset_index(drop=True), target[known], fold[known]


def _recorded(shared: Path, name: str) -> tuple[pd.DataFrame, np.ndarray, np.ndarray]:
    golden = shared / "golden"
    known = json.loads((golden / "columns.json").read_text())[name]
    folds = json.loads((golden / "folds.json").read_text())[name]
    table = _text(shared / "data" / known["file"])
    for column, described in known["columns"].items():
        if described["kind"] == "left out":
            del table[column]
        elif described["kind"] == "numeric":
            table[column] = pd.to_numeric(table[column])
        else:
            ordered = described["kind"] == "ordered"
            table[column] = pd.Categorical(table[column], described["levels"], ordered=ordered)
    target = table.pop(known["target"][0]).to_numpy(dtype=float)
    return table, target, np.array(list(map(int, folds)))


def _other(data: Path, name: str) -> tuple[pd.DataFrame, np.ndarray, np.ndarray]:
    from sklearn.model_selection import KFold

    path = next(it for it in (data / f"{name}.csv", data / f"{name}.csv.gz") if it.exists())
    table = _text(path)
    for column in table:
        try:
            table[column] = pd.to_numeric(table[column])
        except ValueError:
            if column == "dteday":  # days, which Cubist would take for categories
                days = pd.to_datetime(table[column])
                table[column] = (days - days.min()).dt.days
            else:
                table[column] = pd.Categorical(table[column])
    target = table.pop(OTHERS[name]).to_numpy(dtype=float)
    fold = np.full(len(target), -1)
    rows = np.flatnonzero(~np.isnan(target))
    for k, (_, held_out) in enumerate(KFold(10, shuffle=True, random_state=0).split(rows)):
        fold[rows[held_out]] = k
    return table, target, fold


def _text(path: Path) -> pd.DataFrame:
    return pd.read_csv(path, dtype=str, keep_default_na=False, na_values=[""])
