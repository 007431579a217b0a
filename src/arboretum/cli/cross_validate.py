"""The error to expect on new data: every row is predicted by a tree that never saw it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum.cli.measure_error import TargetError, decide_rows, measure_error
from arboretum.cli.progress import Begin, Progress
from arboretum.data import Dataset
from arboretum.tree import Tree

__all__ = ["CrossValidation", "cross_validate", "deal_folds"]

GrowTree = Callable[[Dataset, Progress | None], Tree]


@dataclass(frozen=True)
class CrossValidation:
    """Errors over all rows together, and what the reader should know about the folds."""

    n_folds: int
    seed: int
    errors: list[TargetError]
    notes: list[str]


def cross_validate(
    dataset: Dataset, grow_tree: GrowTree, *, n_folds: int, seed: int, begin: Begin
) -> CrossValidation | None:
    """Grow a tree without each fold in turn and predict that fold; None for a single row.

    The errors are those of all rows together, each predicted once, so that
    folds of unequal size or of a single row need no special care.
    """
    if dataset.n_rows < 2:
        return None
    used = min(n_folds, dataset.n_rows)
    strata = _strata(dataset)
    fold_of = deal_folds(dataset.n_rows, used, seed, strata)
    is_nominal = dataset.schema.is_classification
    shape = (dataset.n_rows, len(dataset.schema.targets))
    predicted = np.empty(shape, dtype=np.int32 if is_nominal else np.float64)
    for fold in range(used):
        progress = begin(f"cross-validating, fold {fold + 1} of {used}")
        held_out = fold_of == fold
        tree = grow_tree(dataset.take(np.flatnonzero(~held_out)), progress)
        rows = dataset.take(np.flatnonzero(held_out))
        predicted[held_out] = decide_rows(tree, rows.columns)
    notes = [*_note_folds(dataset, n_folds), *_note_rare_classes(dataset, used)]
    return CrossValidation(used, seed, measure_error(dataset, predicted), notes)


def deal_folds(
    n_rows: int, n_folds: int, seed: int, strata: npt.NDArray[np.integer] | None = None
) -> npt.NDArray[np.int64]:
    """The fold of each row: shuffled, then dealt like cards, one stratum after another.

    So the sizes of the folds differ by one at most, overall and in each stratum.

    >>> strata = np.array([0, 0, 1, 0, 0, 1])
    >>> fold_of = deal_folds(6, 2, seed=0, strata=strata)
    >>> [sorted(strata[fold_of == fold].tolist()) for fold in range(2)]
    [[0, 0, 1], [0, 0, 1]]
    """
    order = np.random.default_rng(seed).permutation(n_rows)
    if strata is not None:
        order = order[np.argsort(strata[order], kind="stable")]
    fold_of = np.empty(n_rows, dtype=np.int64)
    fold_of[order] = np.arange(n_rows) % n_folds
    return fold_of


def _strata(dataset: Dataset) -> npt.NDArray[np.integer] | None:
    """Rows of the same classes belong together; numbers have no strata."""
    if not dataset.schema.is_classification or dataset.targets is None:
        return None
    _, stratum = np.unique(dataset.targets, axis=0, return_inverse=True)
    return stratum.reshape(-1)


def _note_folds(dataset: Dataset, n_folds: int) -> list[str]:
    if dataset.n_rows >= n_folds:
        return []
    return [
        f"There are only {dataset.n_rows} rows, so each is a fold of its own "
        f"instead of {n_folds} folds."
    ]


def _note_rare_classes(dataset: Dataset, n_folds: int) -> list[str]:
    """Classes that some folds have to do without."""
    if not dataset.schema.is_classification or dataset.targets is None:
        return []
    rare = [
        f"{name!r} ({n})"
        for k, target in enumerate(dataset.schema.targets)
        for name, n in zip(
            target.classes or (), np.bincount(dataset.targets[:, k]).tolist(), strict=False
        )
        if n < n_folds
    ]
    if not rare:
        return []
    shown = ", ".join(rare[:5]) + (f" and {len(rare) - 5} more" if len(rare) > 5 else "")
    return [
        f"Fewer rows than the {n_folds} folds have the classes {shown}: some folds are judged "
        f"without them, and a class of one row can never be predicted right."
    ]
