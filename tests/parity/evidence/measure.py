"""What a contender gets wrong on each fold of a table, and how large it is."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from arboretum.exceptions import ArboretumWarning
from arboretum.measures import hamming_loss
from tests.parity.cubist.tables import TABLES as NUMBERS
from tests.parity.evidence.contenders import CONTENDERS
from tests.parity.evidence.tables import (
    LABELS,
    TARGETS,
    Table,
    read_classes,
    read_numbers_table,
    read_other,
    read_several,
)
from tests.parity.readable.tables import OTHERS, SETS

__all__ = ["FIELDS", "N_FOLDS", "Field", "measure"]

N_FOLDS = 10
Measures = dict[str, float]


@dataclass(frozen=True)
class Field:
    """Tables of one kind of target, how they are read, and what is measured on them."""

    tables: tuple[str, ...]
    read: Callable[[Path, str], Table]
    measures: Callable[[Any, Table, Table], Measures]


def measure(
    shared: Path, field: str, table: str, contender: str, folds: tuple[int, ...] | None = None
) -> dict[str, list[float]]:
    """Each measure, fold by fold."""
    about = FIELDS[field]
    whole = about.read(shared, table)
    found = []
    for k in range(N_FOLDS) if folds is None else folds:
        seen, new = _part(whole, whole.fold != k), _part(whole, whole.fold == k)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ArboretumWarning)
            model = CONTENDERS[field][contender](len(seen.fold)).fit(seen.X, seen.y)
            found.append(about.measures(model, seen, new))
    return {name: [round(float(one[name]), 6) for one in found] for name in found[0]}


def _part(table: Table, is_in: np.ndarray) -> Table:
    y = table.y[is_in] if isinstance(table.y, np.ndarray) else table.y[is_in].to_numpy()
    return Table(table.X[is_in].reset_index(drop=True), y, table.fold[is_in])


def size_of(model: Any) -> int:
    """Rules, or the leaves of all trees; of scikit-learn's, of the tree behind the encoder."""
    for name in ("n_rules_", "n_leaves_"):
        if hasattr(model, name):
            return int(getattr(model, name))
    trees = model.trees_ if hasattr(model, "trees_") else (model[-1].tree_,)
    return sum(int(tree.n_leaves) for tree in trees)


def of_classes(model: Any, seen: Table, new: Table) -> Measures:
    """The accuracy, and how far shares are from what happened.

    ``impossible`` is the part of samples whose class was given a share of 0.
    """
    found = of_rules(model, seen, new)
    shares = model.predict_proba(new.X)
    is_known = np.isin(new.y, model.classes_)
    place = np.searchsorted(model.classes_, np.where(is_known, new.y, model.classes_[0]))
    of_truth = np.where(is_known, shares[np.arange(len(new.y)), place], 0.0)
    found["Brier score"] = float(((shares**2).sum(axis=1) - 2 * of_truth + 1).mean())
    least = np.maximum(of_truth, np.finfo(float).eps)
    found["log loss"] = float(-np.log(least).mean())
    found["impossible"] = float((of_truth <= 0).mean())
    return found


def of_rules(model: Any, seen: Table, new: Table) -> Measures:
    return {"accuracy": float(np.mean(model.predict(new.X) == new.y)), "size": size_of(model)}


def of_numbers(model: Any, seen: Table, new: Table) -> Measures:
    """The root relative squared error in percent, against the mean of what was seen."""
    return {"RRSE": 100 * _relative(model, seen, new), "size": size_of(model)}


def of_targets(model: Any, seen: Table, new: Table) -> Measures:
    """The same, as a share, the mean over the targets."""
    return {"RRMSE": _relative(model, seen, new), "size": size_of(model)}


def _relative(model: Any, seen: Table, new: Table) -> float:
    away = ((new.y - model.predict(new.X)) ** 2).sum(axis=0)
    usual = ((new.y - seen.y.mean(axis=0)) ** 2).sum(axis=0)
    return float(np.mean(np.sqrt(away / usual)))


def of_labels(model: Any, seen: Table, new: Table) -> Measures:
    loss = hamming_loss(new.y, np.asarray(model.predict(new.X)))
    return {"Hamming loss": float(loss), "size": size_of(model)}


FIELDS = {
    "classes": Field(tuple(SETS), read_classes, of_classes),
    "others": Field(tuple(OTHERS), read_other, of_classes),
    "rules": Field(tuple(SETS), read_classes, of_rules),
    "numbers": Field(NUMBERS, read_numbers_table, of_numbers),
    "targets": Field(TARGETS, read_several, of_targets),
    "labels": Field(LABELS, read_several, of_labels),
}
