"""The tables that readable trees are judged on, and how good trees are on samples held out."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from arboretum.data import Dataset, make_dataset
from arboretum.data.folds import deal_folds, some_samples
from tests.parity.readable.record import RECORDED
from tests.shared_tables import TABLES

__all__ = [
    "MEASURES",
    "MOST_ROWS",
    "OTHERS",
    "SETS",
    "folds_of_others",
    "folds_of_recorded",
    "measured",
]

#: The eleven tables whose folds were recorded, with what other programs did on them.
SETS = json.loads(RECORDED.read_text(encoding="utf-8"))
_FILES = {about["file"].split(".")[0] for about in SETS.values()}
#: All other tables of classes, by name.
OTHERS = {
    name: table
    for table in TABLES
    if not table.is_numeric and (name := table.name.split(".")[0]) not in _FILES
}
#: Larger tables are drawn from: the time goes where nothing is learnt about recipes.
MOST_ROWS = 3000
MEASURES = ("accuracy", "leaves", "Brier score", "log loss")

Pair = tuple[Dataset, Dataset]


def folds_of_recorded(name: str, folder: Path) -> list[Pair]:
    """What to grow from and what to judge by, on the ten recorded folds."""
    dataset, fold = _recorded(name, folder), np.array([int(k) for k in SETS[name]["folds"]])
    parts = [(np.flatnonzero(fold != k), np.flatnonzero(fold == k)) for k in range(10)]
    return [(dataset.sharing(growing), dataset.sharing(held)) for growing, held in parts]


def _recorded(name: str, folder: Path) -> Dataset:
    about = SETS[name]
    path = next(one for one in folder.glob(f"{about['file']}*"))
    opened: Callable[..., Any] = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    cells = dict(zip(names, zip(*rows, strict=True), strict=True))
    X = {
        column: [_value(cell, kind == "numeric") for cell in cells[column]]
        for column, kind in about["kinds"].items()
    }
    return make_dataset(X, list(cells[about["target"]]), nominal=True, kinds=about["kinds"])


def _value(cell: str, is_number: bool) -> str | float | None:
    return None if not cell else float(cell) if is_number else cell


def folds_of_others() -> Iterator[tuple[str, list[Pair]]]:
    """The same of all other tables of classes, each dealt into ten folds."""
    for name, table in OTHERS.items():
        dataset = make_dataset(*table.read(), nominal=True)
        if dataset.n_rows > MOST_ROWS:
            rng = np.random.default_rng(0)
            dataset = dataset.take(np.sort(rng.choice(dataset.n_rows, MOST_ROWS, replace=False)))
        folds = deal_folds(dataset, 10, 1)
        pairs = [
            (some_samples(dataset, fold.growing), some_samples(dataset, fold.held_out))
            for fold in folds
        ]
        yield name, pairs


def measured(tree: Any, held_out: Dataset) -> np.ndarray:
    """The measures of a tree on samples that it has not seen, one sample at a time."""
    ends = tree.ends(held_out.columns)
    shares = tree.predict_values(ends, held_out.columns)
    truth = np.asarray(held_out.targets)[:, 0]
    of_truth = shares[np.arange(len(truth)), truth]
    is_right = tree.predict_classes(ends)[:, 0] == truth
    brier = (shares**2).sum(axis=1) - 2 * of_truth + 1
    log_loss = -np.log(np.maximum(of_truth, np.finfo(float).eps))
    return np.array([is_right.mean(), tree.n_leaves, brier.mean(), log_loss.mean()])
