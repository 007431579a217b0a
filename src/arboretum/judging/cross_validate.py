"""The error to expect on new data: every sample is predicted by a tree that never saw it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from arboretum.data import Dataset
from arboretum.data.folds import deal_folds, some_samples
from arboretum.growing import Progress
from arboretum.judging.measure_error import TargetError, decide_rows, measure_error
from arboretum.rules import RuleSet
from arboretum.tree import Tree

__all__ = ["Begin", "CrossValidation", "cross_validate"]

#: Begins the next step by saying what it is; what it returns takes the progress of that step.
Begin = Callable[[str], Progress | None]

GrowTree = Callable[[Dataset, Progress | None], Tree | RuleSet]


@dataclass(frozen=True)
class CrossValidation:
    """Errors over all samples together, and what the reader should know about the folds."""

    n_folds: int
    seed: int
    errors: list[TargetError]
    notes: list[str]


def cross_validate(
    dataset: Dataset, grow_tree: GrowTree, *, n_folds: int, seed: int, begin: Begin
) -> CrossValidation | None:
    """Grow a tree without each fold in turn and predict that fold; None for a single sample.

    The errors are those of all samples together, each predicted once, so that
    folds of unequal size or of a single sample need no special care.
    """
    n_samples = int(dataset.counts.sum())
    if n_samples < 2:
        return None
    folds = deal_folds(dataset, min(n_folds, n_samples), seed)
    judged, predicted = [], []
    for fold in range(folds.n_folds):
        progress = begin(f"cross-validating, fold {fold + 1} of {folds.n_folds}")
        held_out = folds.n_held_out(fold)
        tree = grow_tree(some_samples(dataset, dataset.counts - held_out), progress)
        judged.append(some_samples(dataset, held_out))
        predicted.append(decide_rows(tree, judged[-1].columns))
    errors = measure_error(_join(judged), np.concatenate(predicted))
    return CrossValidation(folds.n_folds, seed, errors, _notes(dataset, n_folds, folds.n_folds))


def _join(parts: list[Dataset]) -> Dataset:
    """The targets and weights of several parts of a dataset, one after another."""
    return replace(
        parts[0],
        columns=(),
        targets=np.concatenate([part.targets for part in parts if part.targets is not None]),
        weights=np.concatenate([part.weights for part in parts]),
        counts=np.concatenate([part.counts for part in parts]),
    )


def _notes(dataset: Dataset, asked: int, n_folds: int) -> list[str]:
    notes = []
    if n_folds < asked:
        notes.append(
            f"There are only {n_folds} samples: each was held out by itself, "
            f"instead of {asked} folds."
        )
    rare = [f"{name!r} ({n:g})" for name, n in _class_counts(dataset) if n < n_folds]
    if rare:
        more = f" and {len(rare) - 5} more" if len(rare) > 5 else ""
        notes.append(
            f"Some classes have fewer samples than there are folds ({n_folds}), "
            f"so that some folds lack them: {', '.join(rare[:5])}{more}."
        )
    return notes


def _class_counts(dataset: Dataset) -> list[tuple[object, float]]:
    """Every class of every target with its number of samples; none for numbers."""
    if not dataset.schema.is_classification or dataset.targets is None:
        return []
    return [
        pair
        for k, target in enumerate(dataset.schema.targets)
        for pair in zip(
            target.classes or (),
            np.bincount(dataset.targets[:, k], weights=dataset.counts).tolist(),
            strict=True,
        )
    ]
