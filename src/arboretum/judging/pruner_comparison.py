"""Pruners side by side: one grown tree, the same folds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any

from arboretum.data import Dataset
from arboretum.exceptions import ArboretumError, DataError, ParameterError
from arboretum.growing import Progress
from arboretum.growing.many import unfitted
from arboretum.judging.comparison import (
    Comparison,
    require_folds,
    total_error,
    without_tree,
)
from arboretum.judging.cross_validate import cross_validate_several
from arboretum.judging.judge import Judged
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

if TYPE_CHECKING:
    from arboretum.estimators.base import TreeEstimator

__all__ = ["JudgedPruner", "PrunerComparison", "compare_pruners"]


@dataclass(frozen=True)
class JudgedPruner(Judged):
    """How one pruner did; the seconds are those of pruning alone.

    Attributes
    ----------
    training : one error per target, on the samples that the tree was grown from
    """

    training: list[TargetError] = field(default_factory=list)


class PrunerComparison(Comparison[JudgedPruner]):
    """Pruners judged on the same folds, with the attributes of :class:`Comparison`."""

    _further_heads = ("in training",)

    def _further_cells(self, one: JudgedPruner, k: int) -> list[str]:
        return [f"{one.training[k].value:.4g}"]


def compare_pruners(
    X: Any,
    y: Any,
    estimator: TreeEstimator,
    pruners: Mapping[str, Pruner | None] | None = None,
    *,
    sample_weight: Any = None,
    n_folds: int = 10,
    seed: int = 0,
) -> PrunerComparison:
    """Judge several pruners on one grown tree, by cross-validation on the same folds.

    Parameters
    ----------
    X, y, sample_weight : as for the estimator
    estimator : how the tree is grown; its own ``pruning`` is left out
    pruners : mapping from a name to a pruner, or to None for none; one of every kind by default
        What does not apply to the tree is listed with the reason.  One tree is
        grown, and one per fold; pruners that hold samples out get one grown
        from the others.
    n_folds, seed : int
        How many folds the samples are dealt into, class by class, and the seed of that.

    Examples
    --------
    >>> from arboretum import C45Classifier, compare_pruners, datasets
    >>> from arboretum.pruning import ErrorBased, Pessimistic
    >>> penguins = datasets.penguins()
    >>> pruners = {"none": None, "error_based": ErrorBased(), "pessimistic": Pessimistic()}
    >>> found = compare_pruners(penguins.X, penguins.y, C45Classifier(), pruners)
    >>> [(one.name, one.n_leaves) for one in found.judged]
    [('none', 9), ('error_based', 9), ('pessimistic', 9)]
    """
    if not hasattr(estimator, "grow_dataset"):
        raise ParameterError(
            f"estimator={type(estimator).__name__} does not grow trees. Pass the samples first, "
            "as to compare: compare_pruners(X, y, estimator)."
        )
    grower = unfitted(estimator)
    dataset = grower.training_samples(grower.make_dataset(X, y, sample_weight))
    require_folds(dataset, n_folds)
    asked = every_kind(seed) if pruners is None else pruners
    trees, seconds, excluded = _prune_by_each(grower, dataset, asked)

    def grow_trees(training: Dataset, progress: Progress | None) -> list[Tree]:
        found, _, reasons = _prune_by_each(grower, training, {name: asked[name] for name in trees})
        for name, reason in reasons.items():
            raise DataError(f"The pruner {name!r} fails in a fold: {reason}")
        return list(found.values())

    judged, notes = [], []
    if trees:
        validated = cross_validate_several(dataset, grow_trees, n_folds=n_folds, seed=seed)
        n_folds, notes = validated[0].n_folds, validated[0].notes
        for (name, tree), found in zip(trees.items(), validated, strict=True):
            training = measure_error(dataset, decide_rows(tree, dataset.columns))
            size = tree.n_leaves, tree.depth, seconds[name]
            judged.append(
                JudgedPruner(name, found.errors, *size, found.together, training=training)
            )
    judged.sort(key=total_error)
    usual = without_tree(dataset, n_folds, seed) if judged else None
    without = ([], []) if usual is None else (usual.errors, usual.together)
    return PrunerComparison(n_folds, seed, judged, excluded, notes, *without)


def every_kind(seed: int) -> dict[str, Pruner | None]:
    """One pruner of each kind, with the parameters to begin with."""
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
