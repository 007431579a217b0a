"""The recorded trees of Weka's J48, and the tables they were grown from."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pandas as pd


def recorded(file: str) -> dict[str, dict]:
    """The sets of a file, by name."""
    text = (Path(__file__).parent / file).read_text(encoding="utf-8")
    found: dict[str, dict] = json.loads(text)["sets"]
    return found


#: What J48 does without pruning, and what is to be known of the tables.
SETS = recorded("unpruned.json")
#: What it does by default.
PRUNED = recorded("pruned.json")
LINE = re.compile(
    r"(?P<bars>(\|   )*)(?P<feature>.*?) (?P<sign><=|>|=) (?P<value>[^:]*?)"
    r"(: (?P<class>.*) \((?P<n>[\d.]+)(/(?P<wrong>[\d.]+))?\))?"
)


@dataclass
class Branch:
    """One line of J48's text: a condition, and a leaf or the branches below it."""

    feature: str
    sign: str
    value: str
    weight: float | None = None
    children: list[Branch] = field(default_factory=list)

    @property
    def is_leaf(self) -> bool:
        return self.weight is not None


def read_tree(lines: list[str]) -> list[Branch]:
    """The branches of the root of a printed tree."""
    levels: list[list[Branch]] = [[]]
    for line in lines:
        found = LINE.fullmatch(line)
        assert found is not None, line
        depth = len(found["bars"]) // 4
        weight = None if found["n"] is None else float(found["n"])
        branch = Branch(found["feature"], found["sign"], found["value"], weight)
        levels[depth].append(branch)
        levels[depth + 1 :] = [branch.children]
    return levels[0]


def read_table(folder: Path, name: str) -> tuple[pd.DataFrame, np.ndarray]:
    """Features and target of a set; only an empty field is missing."""
    known = SETS[name]
    text = pd.read_csv(folder / known["file"], dtype=str, keep_default_na=False, na_values=[""])
    X = text.drop(columns=[known["target"], *known["left_out"]])
    for column in X:
        is_nominal = column in known["nominal"]
        # J48 knows the categories of the whole table, also those that a fold lacks.
        X[column] = X[column].astype("category") if is_nominal else pd.to_numeric(X[column])
    return X, text[known["target"]].to_numpy()
