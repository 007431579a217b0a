"""Judging one estimator: its errors on folds, its size, and how far it is from the best tree."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

from arboretum.data import Dataset
from arboretum.explain import Distance
from arboretum.growing.many import Begin, grown, sharing_threads
from arboretum.judging.cross_validate import CrossValidation, cross_validate
from arboretum.judging.distance import distance_of
from arboretum.judging.measure_error import TargetError
from arboretum.judging.measure_shares import ShareErrors, has_shares
from arboretum.rules import RuleSet
from arboretum.species import Species
from arboretum.tree import Tree

__all__ = ["AnyEstimator", "Judged", "judge_estimator"]

if TYPE_CHECKING:
    from arboretum.estimators.rules import RuleEstimator

AnyEstimator: TypeAlias = "Species | RuleEstimator"


@dataclass(frozen=True)
class Judged:
    """How one estimator did.

    Attributes
    ----------
    name : str
    errors : one per target, in cross-validation
    n_leaves, depth : of the tree grown from all samples; for rules their number, with the
        default, and the conditions of the longest
    seconds : how long growing it took
    together : of several targets, measures of all
    of_shares : how good the shares of classes are, one per target; none for numbers
    distance : of a small tree of a small table, how far it is from the best one of its size
    """

    name: str
    errors: list[TargetError]
    n_leaves: int
    depth: int
    seconds: float
    together: list[TargetError] = field(default_factory=list)
    of_shares: list[ShareErrors] = field(default_factory=list)
    distance: Distance | None = None


def judge_estimator(
    name: str,
    estimator: AnyEstimator,
    dataset: Dataset,
    n_folds: int,
    seed: int,
    begin: Begin,
    *,
    tells_distance: bool = False,
) -> tuple[Judged, CrossValidation]:
    """How it did, and on which folds."""
    progress = begin(f"{name}: growing the tree")
    start = perf_counter()
    fitted = grown(estimator, dataset, progress)
    seconds = perf_counter() - start
    model = _model(fitted)
    one, n_threads = sharing_threads(estimator, dataset.n_rows, n_folds)
    found = cross_validate(
        dataset,
        lambda training, progress: _model(grown(one, training, progress)),
        n_folds=n_folds,
        seed=seed,
        n_threads=n_threads,
        begin=lambda description: begin(f"{name}: {description}"),
        keep_shares=has_shares(dataset),
    )
    assert found is not None  # there are two samples at least
    is_compared = tells_distance and not isinstance(model, RuleSet)
    distance = distance_of(dataset, fitted) if is_compared else None
    measured = found.together, found.of_shares
    return Judged(name, found.errors, *_size(model), seconds, *measured, distance), found


def _model(fitted: Any) -> Tree | RuleSet:
    model: Tree | RuleSet = fitted.model_ if isinstance(fitted.model_, RuleSet) else fitted.tree_
    return model


def _size(model: Tree | RuleSet) -> tuple[int, int]:
    """Leaves and depth, or the number of rules and the conditions of the longest."""
    if isinstance(model, RuleSet):
        longest = max((len(rule.conditions) for rule in model), default=0)
        return len(model) + (model.default is not None), longest
    return model.n_leaves, model.depth
