"""The error to expect on new data: every sample is predicted by a tree that never saw it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset, LabelSets
from arboretum.data.concerns import count_twins_apart
from arboretum.data.folds import Fold, deal_folds, some_samples
from arboretum.growing import Progress
from arboretum.growing.many import Begin, in_steps, side_by_side, silently
from arboretum.judging.measure_error import TargetError, decide_rows, measure_error
from arboretum.judging.measure_shares import ShareErrors, has_shares, measure_shares
from arboretum.judging.together import measure_together
from arboretum.model import LabelModel
from arboretum.rules import RuleSet
from arboretum.tree import Tree

__all__ = ["CrossValidation", "cross_validate", "cross_validate_several", "shares_of"]

#: The share of samples with a twin that is worth a note.
MANY_TWINS = 0.01

Grown = Tree | RuleSet | LabelModel
GrowTree = Callable[[Dataset, Progress | None], Grown]
_Predicted = tuple[npt.NDArray[Any], npt.NDArray[np.float64] | None]
GrowTrees = Callable[[Dataset, Progress | None], Sequence[Grown]]


@dataclass(frozen=True)
class CrossValidation:
    """Errors over all samples together, and what the reader should know about the folds.

    Attributes
    ----------
    n_folds, seed : int
    errors : one per target
    notes : list of str
    held_out : Dataset
        Targets and weights of the samples in the order in which they were held out; no features.
    predicted : (n_rows, n_targets) class codes or numbers
        What a tree that never saw the sample predicts for it.
    shares : (n_rows, n_classes of all targets), or None
        The shares of classes that it predicts, where they were asked for; of sets of labels
        the probability of each, (n_rows, n_labels).
    together : list of TargetError
        Of several targets, measures of all; see
        ``judging.together.measure_together``.
    of_shares : list of ShareErrors
        How good the shares of classes are, one per target; none where they were not asked for.
    """

    n_folds: int
    seed: int
    errors: list[TargetError]
    notes: list[str]
    held_out: Dataset
    predicted: npt.NDArray[Any]
    shares: npt.NDArray[np.float64] | None = None
    together: list[TargetError] = field(default_factory=list)
    of_shares: list[ShareErrors] = field(default_factory=list)


def cross_validate(
    dataset: Dataset,
    grow_tree: GrowTree,
    *,
    n_folds: int,
    seed: int,
    n_threads: int = 1,
    begin: Begin = silently,
    keep_shares: bool = False,
) -> CrossValidation | None:
    """Grow a tree without each fold in turn and predict that fold; None for a single sample.

    The errors are those of all samples together, each predicted once, so that
    folds of unequal size or of a single sample need no special care.  With several
    threads trees are grown side by side.
    """
    if dataset.counts.sum() < 2:
        return None

    def grow_one(training: Dataset, progress: Progress | None) -> list[Grown]:
        return [grow_tree(training, progress)]

    return cross_validate_several(
        dataset,
        grow_one,
        n_folds=n_folds,
        seed=seed,
        n_threads=n_threads,
        begin=begin,
        keep_shares=keep_shares,
    )[0]


def cross_validate_several(
    dataset: Dataset,
    grow_trees: GrowTrees,
    *,
    n_folds: int,
    seed: int,
    n_threads: int = 1,
    begin: Begin = silently,
    keep_shares: bool = False,
) -> list[CrossValidation]:
    """The same for several trees that are made together, such as one pruned in several ways.

    There must be at least two samples.  Shares of classes are kept if asked for.  A tree that is
    not made in every fold is not judged: where a species chooses, folds may choose otherwise.
    """
    folds = deal_folds(dataset, min(n_folds, int(dataset.counts.sum())), seed)

    def judge(fold: int, progress: Progress | None) -> tuple[Dataset, list[_Predicted]]:
        trees = grow_trees(some_samples(dataset, folds[fold].growing), progress)
        held_out = some_samples(dataset, folds[fold].held_out)
        return held_out, [_predicted(tree, held_out, keep_shares) for tree in trees]

    keep_shares = keep_shares or dataset.label_sets is not None

    n = len(folds)
    progress = in_steps(begin, lambda k: f"cross-validating, fold {k} of {n}", n)
    of_folds = side_by_side(judge, n, n_threads, progress)
    judged, predicted = zip(*of_folds, strict=True)
    everything, notes = _join(judged), _notes(dataset, folds, n_folds)
    found = []
    for of in zip(*predicted, strict=False):
        decided, shares = (_concatenated(parts) for parts in zip(*of, strict=True))
        errors = measure_error(everything, decided)
        together = measure_together(everything, decided, shares)
        is_judged = shares is not None and has_shares(dataset)
        of_shares = measure_shares(everything, shares) if is_judged else []
        held = everything, decided, shares, together, of_shares
        found.append(CrossValidation(n, seed, errors, notes, *held))
    return found


def _predicted(model: Grown, rows: Dataset, keep_shares: bool) -> _Predicted:
    decided = decide_rows(model, rows.columns)
    return decided, shares_of(model, rows) if keep_shares else None


def shares_of(model: Grown, rows: Dataset) -> npt.NDArray[np.float64]:
    """The shares of classes that are predicted; of sets of labels the probability of each."""
    if isinstance(model, LabelModel):
        return model.predict_shares(rows.columns)
    if isinstance(model, RuleSet):
        return np.hstack(model.predict_proba_encoded(rows.columns))
    shares = model.predict_values(model.ends(rows.columns), rows.columns)
    return shares[:, 1::2] if rows.label_sets is not None else shares


def _concatenated(parts: Sequence[npt.NDArray[Any] | None]) -> Any:
    """All parts one after another; None if there are none."""
    there = [part for part in parts if part is not None]
    return np.concatenate(there) if there else None


def _join(parts: Sequence[Dataset]) -> Dataset:
    """The targets and weights of several parts of a dataset, one after another."""
    sets = [part.label_sets for part in parts if part.label_sets is not None]
    targets: Any = (
        reduce(LabelSets.join, sets)
        if sets
        else np.concatenate([part.targets for part in parts if part.targets is not None])
    )
    return replace(
        parts[0],
        columns=(),
        targets=targets,
        weights=np.concatenate([part.weights for part in parts]),
        counts=np.concatenate([part.counts for part in parts]),
    )


def _notes(dataset: Dataset, folds: Sequence[Fold], asked: int) -> list[str]:
    notes, n_folds = [], len(folds)
    if n_folds < asked:
        notes.append(
            f"There are only {n_folds} samples: each was held out by itself, "
            f"instead of {asked} folds."
        )
    rare = [f"{name!r} ({n:g})" for name, n in _class_counts(dataset) if n < n_folds]
    if rare:
        what = "labels" if dataset.label_sets is not None else "classes"
        more = f" and {len(rare) - 5} more" if len(rare) > 5 else ""
        notes.append(
            f"Some {what} have fewer samples than there are folds ({n_folds}), "
            f"so that some folds lack them: {', '.join(rare[:5])}{more}."
        )
    n_twins, n_samples = count_twins_apart(dataset, folds), int(dataset.counts.sum())
    if n_twins > 0 and n_twins >= MANY_TWINS * n_samples:
        notes.append(
            f"{n_twins} of {n_samples} samples equal another one in every feature and target, and "
            f"a tree that was grown from one predicted the other. If they are copies, the error "
            f"is larger than it seems: drop the copies."
        )
    return notes


def _class_counts(dataset: Dataset) -> list[tuple[object, float]]:
    """Every class of every target with its number of samples, or every label; none for numbers."""
    if dataset.label_sets is not None:
        counts = dataset.label_sets.sums(dataset.counts).tolist()
        names = [target.name for target in dataset.schema.targets]
        return [pair for pair in zip(names, counts, strict=True) if pair[1] > 0]
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
