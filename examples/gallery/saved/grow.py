"""Grows the trees beside this file again: ``python grow.py FOLDER``.

The folder has two tables of the UCI repository, which are not part of this project, as CSV files
with a header: ``heart_statlog.csv``, from
https://archive.ics.uci.edu/dataset/145/statlog+heart with the columns named as in ``HEART``, and
``bank.csv``, the smaller table of https://archive.ics.uci.edu/dataset/222/bank+marketing.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv

from arboretum import CARTClassifier, Tree, explain

#: thal: 3 normal, 6 fixed defect, 7 reversible defect.  heart.disease: 1 no, 2 yes.
HEART = [
    *("age", "sex", "pain.type", "resting.bp", "cholesterol", "blood.sugar", "ecg"),
    *("max.heart.rate", "exercise.angina", "oldpeak", "slope", "coloured.vessels", "thal"),
    "heart.disease",
]
HEART_CODES = ("sex", "pain.type", "blood.sugar", "ecg", "exercise.angina", "thal")
#: Lets a tree grow until it knows every patient.
OVERGROWN = {"min_samples_split": 2, "min_samples_leaf": 1, "complexity": 0.001}


def main(folder: Path) -> None:
    for name, tree in {**heart_trees(folder), "bank": bank_tree(folder)}.items():
        tree.save(Path(__file__).with_name(f"{name}.json"))
    card = Path(__file__).with_name("heart_stability.txt")
    card.write_text(heart_stability(folder), encoding="utf-8")


def heart(folder: Path) -> tuple[pa.Table, pa.Table]:
    """Features and target of the heart data."""
    table = pa.csv.read_csv(folder / "heart_statlog.csv").rename_columns(HEART)
    return table.drop_columns("heart.disease"), table.select(["heart.disease"])


def heart_trees(folder: Path) -> dict[str, Tree]:
    """The tree of all patients, one that knows each of them, one of nine patients in ten."""
    X, y = heart(folder)
    rows = np.sort(np.random.default_rng(3).permutation(len(y))[: round(0.9 * len(y))])
    kinds = dict.fromkeys(HEART_CODES, "categorical")
    return {
        "heart": CARTClassifier(kinds=kinds).fit(X, y).tree_,
        "heart_overgrown": CARTClassifier(kinds=kinds, **OVERGROWN).fit(X, y).tree_,
        "heart_nine_in_ten": CARTClassifier(kinds=kinds).fit(X.take(rows), y.take(rows)).tree_,
    }


def heart_stability(folder: Path) -> str:
    """What comes back in 200 trees, each of nine patients in ten."""
    X, y = heart(folder)
    model = CARTClassifier(kinds=dict.fromkeys(HEART_CODES, "categorical"))
    return f"{explain.stability(model, X, y, n_trees=200, share=0.9)}\n"


def bank_tree(folder: Path) -> Tree:
    """Who signs a deposit after a call; the number of calls counts as a category."""
    table = pa.csv.read_csv(folder / "bank.csv").drop_columns(["day", "duration"])
    model = CARTClassifier(
        kinds={"campaign": "categorical"},
        min_samples_split=65,
        min_samples_leaf=22,
        complexity=0.001,
    )
    return model.fit(table.drop_columns("y"), table.select(["y"])).tree_


if __name__ == "__main__":
    main(Path(sys.argv[1]))
