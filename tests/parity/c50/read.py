"""The recorded trees of C5.0, and the tables they were grown from."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

SETS = [
    "credit_approval",
    "house_votes_84",
    "soybean",
    "hypothyroid",
    "titanic",
    "iris",
    "glass",
    "car_evaluation",
    "labor_neg",
    "heart_statlog",
    "kyphosis",
]
#: The bars before a branch, what it asks, and a leaf, the place of a subtree or nothing.
LINE = re.compile(
    r"(?P<bars>(:\.\.\.|:   |    )*)(?P<feature>.+?) (?P<sign><=|>|=|in) (?P<value>.*?):"
    r"( (?P<class>.*) \((?P<n>[\d.]+)(/[\d.]+)?\)| ?\[(?P<subtree>S\d+)\])?"
)
LEAF = re.compile(r" ?(?P<class>.*) \([\d.]+(/[\d.]+)?\)")


@dataclass(frozen=True)
class Table:
    """A table as C5.0 saw it, and what it made of it."""

    X: pd.DataFrame
    y: np.ndarray
    kinds: dict[str, str]
    fold: np.ndarray
    recorded: dict

    def predicted(self, run: str) -> np.ndarray:
        """What C5.0 predicted for each sample without its fold."""
        return np.array(self.recorded["classes"])[self.recorded["runs"][run]["cv_predicted"]]

    def sizes(self, run: str) -> list[int]:
        return self.recorded["runs"][run]["cv_size"]


def golden_folder(shared_data: Path) -> Path:
    """Where the recorded results are; the test is skipped without them."""
    folder = shared_data.parent / "golden"
    if not folder.is_dir():
        pytest.skip("needs the recorded results in ../shared/golden")
    return folder


def read_table(golden: Path, name: str) -> Table:
    """A table of ../shared with its folds; only an empty field is missing."""

    def recorded(file: str) -> dict:
        found: dict = json.loads((golden / file).read_text(encoding="utf-8"))
        return found

    known, of_c50 = recorded("columns.json")[name], recorded(f"c50_{name}.json")
    text = pd.read_csv(
        golden.parent / "data" / known["file"], dtype=str, keep_default_na=False, na_values=[""]
    )
    (target,) = known["target"]
    columns, kinds = {}, {}
    for column, told in known["columns"].items():
        if column == target or told["kind"] == "left out" or column in of_c50["left_out"]:
            continue
        is_number = told["kind"] == "numeric"
        # C5.0 knows the categories of the whole table, also those that a fold lacks.
        columns[column] = (
            pd.to_numeric(text[column])
            if is_number
            else pd.Categorical(text[column], categories=told["levels"])
        )
        kinds[column] = "numeric" if is_number else "categorical"
    fold = np.array(list(recorded("folds.json")[name]), dtype=int)
    return Table(pd.DataFrame(columns), text[target].to_numpy(), kinds, fold, of_c50)


@dataclass
class Branch:
    """One line of a printed tree: a condition, and a class or the branches below it."""

    feature: str
    sign: str
    value: str
    label: str | None = None
    children: list[Branch] = field(default_factory=list)

    @property
    def categories(self) -> frozenset[str]:
        return frozenset(self.value.strip("{}").split(","))


def read_tree(text: str) -> list[Branch]:
    """The branches of the root of a printed tree; none if it is a leaf."""
    body = text.split("Decision tree:\n")[1].split("Evaluation on training data")[0]
    # A set of categories may go on over several lines.
    body = re.sub(r",\n[: .]*(?=[^\s:])", ",", body)
    trees: dict[str, list[str]] = {"": []}
    name = ""
    for line in filter(str.strip, body.splitlines()):
        if line.startswith("SubTree ["):
            name = line.removeprefix("SubTree [").rstrip("]")
            trees[name] = []
        else:
            trees[name].append(line)
    if len(trees[""]) == 1 and LEAF.fullmatch(trees[""][0]):
        return []
    return _branches("", trees)


def _branches(name: str, trees: dict[str, list[str]]) -> list[Branch]:
    levels: list[list[Branch]] = [[]]
    for line in trees[name]:
        found = LINE.fullmatch(line)
        assert found is not None, line
        depth = len(found["bars"]) // 4
        branch = Branch(found["feature"], found["sign"], found["value"], found["class"])
        if found["subtree"]:
            branch.children = _branches(found["subtree"], trees)
        levels[depth].append(branch)
        levels[depth + 1 :] = [branch.children]
    return levels[0]
