"""Pruners side by side: one grown tree, the same folds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from sklearn.base import clone

from arboretum.data import Dataset
from arboretum.estimators.base import TreeEstimator
from arboretum.exceptions import ArboretumError, DataError, ParameterError
from arboretum.growing import Progress
from arboretum.judging.comparison import Judged
from arboretum.judging.cross_validate import cross_validate_several
from arboretum.judging.measure_error import TargetError, decide_rows, measure_error
from arboretum.pruning import (
    CostComplexity,
    CriticalValue,
    ErrorBased,
    MinimumDescription,
    MinimumError,
    Needless,
    Pessimistic,
    Pruner,
    ReducedError,
)
from arboretum.tree import Tree
from arboretum.tree.words.tabulate import aligned

__all__ = ["JudgedPruner", "PrunerComparison", "compare_pruners"]


@dataclass(frozen=True)
class JudgedPruner(Judged):
    """How one pruner did; the seconds are those of pruning alone.

    Attributes
    ----------
    training : one error a target, on the samples the tree was grown from
    """

    training: list[TargetError]


@dataclass(frozen=True)
class PrunerComparison:
    """Pruners from the least to the largest error.

    Attributes
    ----------
    n_folds, seed : int
        Into how many parts the samples were dealt, and what decided how.
    judged : list of JudgedPruner
    excluded : dict
        Why the others did not take part, by name.
    notes : what the reader should know about the folds.
    """

    n_folds: int
    seed: int
    judged: list[JudgedPruner]
    excluded: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        lines = _table(self.judged)
        lines += [f"{name} did not take part: {reason}" for name, reason in self.excluded.items()]
        return "\n".join([*lines, *(f"Note: {note}" for note in self.notes)])


def compare_pruners(
    estimator: TreeEstimator,
    X: Any,
    y: Any,
    pruners: Mapping[str, Pruner | None] | None = None,
    *,
    sample_weight: Any = None,
    n_folds: int = 10,
    seed: int = 0,
) -> PrunerComparison:
    """Judge several pruners on one grown tree, by cross-validation on the same folds.

    Parameters
    ----------
    estimator : how the tree is grown; its own ``pruning`` is left out
    X, y, sample_weight : as for the estimator
    pruners : mapping from a name to a pruner, or to None for none; all kinds if not given
        What does not apply to the tree is listed with the reason.  A tree is
        grown once, in each fold too; pruners that hold samples out get one
        grown from the others.
    n_folds, seed : int
        Into how many parts the samples are dealt, class by class, and what decides how.

    Examples
    --------
    >>> from arboretum import C45Classifier, compare_pruners, datasets
    >>> from arboretum.pruning import ErrorBased, Pessimistic
    >>> penguins = datasets.penguins()
    >>> pruners = {"none": None, "error_based": ErrorBased(), "pessimistic": Pessimistic()}
    >>> found = compare_pruners(C45Classifier(), penguins.X, penguins.y, pruners)
    >>> [(one.name, one.n_leaves) for one in found.judged]
    [('none', 9), ('error_based', 9), ('pessimistic', 9)]
    """
    if n_folds < 2:
        raise ParameterError(f"n_folds={n_folds!r} must be a whole number of at least 2.")
    grower = clone(estimator)
    dataset = grower.training_samples(grower.make_dataset(X, y, sample_weight))
    if dataset.counts.sum() < 2:
        raise DataError("A single sample cannot be dealt into folds. Give more samples.")
    asked = every_kind(seed) if pruners is None else pruners
    trees, seconds, excluded = _prune_by_each(grower, dataset, asked)

    def grow_trees(training: Dataset, progress: Progress | None) -> list[Tree]:
        found, _, reasons = _prune_by_each(grower, training, {name: asked[name] for name in trees})
        for name, reason in reasons.items():
            raise DataError(f"The pruner {name!r} fails on a fold: {reason}")
        return list(found.values())

    judged, notes = [], []
    if trees:
        validated = cross_validate_several(dataset, grow_trees, n_folds=n_folds, seed=seed)
        n_folds, notes = validated[0].n_folds, validated[0].notes
        for (name, tree), found in zip(trees.items(), validated, strict=True):
            training = measure_error(dataset, decide_rows(tree, dataset.columns))
            size = tree.n_leaves, tree.depth, seconds[name]
            judged.append(JudgedPruner(name, found.errors, *size, training))
    judged.sort(key=lambda one: sum(error.value for error in one.errors))
    return PrunerComparison(n_folds, seed, judged, excluded, notes)


def every_kind(seed: int) -> dict[str, Pruner | None]:
    """A pruner of each kind, as one would use it first."""
    return {
        "none": None,
        "needless": Needless(),
        "cost_complexity": CostComplexity(cv=10, random_state=seed),
        "reduced_error": ReducedError(random_state=seed),
        "error_based": ErrorBased(),
        "pessimistic": Pessimistic(),
        "critical_value": CriticalValue(random_state=seed),
        "minimum_error": MinimumError(),
        "minimum_description": MinimumDescription(),
    }


def _prune_by_each(
    grower: TreeEstimator, dataset: Dataset, pruners: Mapping[str, Pruner | None]
) -> tuple[dict[str, Tree], dict[str, float], dict[str, str]]:
    """The pruned trees and the seconds that pruning took, by name; and why some cannot."""
    whole = grower.grow_dataset(dataset)
    trees, seconds, excluded = {}, {}, {}
    for name, asked in pruners.items():
        try:
            pruner = None if asked is None else grower.pruner_of(asked)
            growing, judging = (dataset, dataset) if pruner is None else pruner.partition(dataset)
            tree = whole if growing is dataset else grower.grow_dataset(growing)
            start = perf_counter()
            trees[name] = tree if pruner is None else pruner.prune(tree, judging)
            seconds[name] = perf_counter() - start
        except ArboretumError as error:
            excluded[name] = str(error)
    return trees, seconds, excluded


def _table(judged: list[JudgedPruner]) -> list[str]:
    """A line for each: its error with the standard error, that of training, and the size."""
    if not judged:
        return []
    errors = judged[0].errors
    heads = []
    for error in errors:
        of_target = f" of {error.target}" if len(errors) > 1 else ""
        heads += [error.measure + of_target, "± SE", "in training"]
    rows = [["", *heads, "leaves", "depth", "seconds"]]
    for one in judged:
        cells = []
        for error, training in zip(one.errors, one.training, strict=True):
            cells += [f"{error.value:.4g}", f"{error.standard_error:.2g}", f"{training.value:.4g}"]
        rows.append([one.name, *cells, str(one.n_leaves), str(one.depth), f"{one.seconds:.3f}"])
    return aligned(rows)
