"""How good a tree is on samples that it has not seen, beside no tree at all."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import clone

from arboretum.data import Dataset, Target
from arboretum.growing import Progress
from arboretum.growing.losses import loss_of
from arboretum.growing.many import Begin, sharing_threads
from arboretum.judging import CrossValidation, TargetError
from arboretum.judging.cross_validate import cross_validate_several
from arboretum.judging.measure_error import measure_loss
from arboretum.report.confusion import Confusion, count_confusion
from arboretum.report.residuals import Residuals
from arboretum.rules.rule import wilson
from arboretum.tree import Tree

__all__ = ["Judgement", "Measured", "judge"]

#: Standard errors to both sides within which 95 % of normal numbers lie.
DEVIATE = 1.959964


@dataclass(frozen=True, eq=False)
class Measured:
    """An error in cross-validation beside that of no tree.

    Attributes
    ----------
    error : TargetError
    interval : where the error lies at a level of 95 %: by Wilson's score for a share of
        mistakes, else by the standard error
    without_tree : TargetError
        On the same folds, of always saying what the root would, such as the commonest class or
        the mean.
    """

    error: TargetError
    interval: tuple[float, float]
    without_tree: TargetError

    @property
    def is_clearly_better(self) -> bool:
        """Whether even the upper end of the interval lies below the error without a tree."""
        return self.interval[1] < self.without_tree.value


@dataclass(frozen=True, eq=False)
class Judgement(Measured):
    """How well one target is predicted in cross-validation.

    Attributes
    ----------
    confusion : Confusion, or None for numbers
    residuals : Residuals, or None for classes
    loss : Measured
        What mistakes cost a sample by the loss matrix that the tree was grown for; None without.
    """

    confusion: Confusion | None
    residuals: Residuals | None
    loss: Measured | None


def judge(
    dataset: Dataset, estimator: Any, *, n_folds: int, seed: int, begin: Begin
) -> tuple[CrossValidation, tuple[Judgement, ...]]:
    """Grow the tree without each fold in turn, everything that chooses its size included."""
    one, n_threads = sharing_threads(estimator, dataset.n_rows, n_folds)

    def grow_trees(training: Dataset, progress: Progress | None) -> list[Tree]:
        tree: Tree = clone(one).fit_dataset(training, progress).tree_
        return [tree, tree.collapse([0])]

    found, without = cross_validate_several(
        dataset, grow_trees, n_folds=n_folds, seed=seed, n_threads=n_threads, begin=begin
    )
    loss = _mean_loss(found, without, estimator.tree_)
    judged = tuple(
        _judgement(found, without.errors[k], k, target, loss)
        for k, target in enumerate(dataset.schema.targets)
    )
    return found, judged


def _mean_loss(found: CrossValidation, without: CrossValidation, tree: Tree) -> Measured | None:
    if tree.loss is None:
        return None
    loss = loss_of(tree)
    error, usual = (measure_loss(one.held_out, one.predicted, loss) for one in (found, without))
    return Measured(error, _interval(error, found.held_out), usual)


def _judgement(
    found: CrossValidation, without: TargetError, k: int, target: Target, loss: Measured | None
) -> Judgement:
    rows, error = found.held_out, found.errors[k]
    assert rows.targets is not None  # they were compared with what was predicted
    pair = rows.targets[:, k], found.predicted[:, k]
    confusion = residuals = None
    if target.classes is not None:
        confusion = count_confusion(target.classes, *pair, rows.weights)
    else:
        residuals = Residuals(*pair, rows.weights)
    return Judgement(error, _interval(error, rows), without, confusion, residuals, loss)


def _interval(error: TargetError, rows: Dataset) -> tuple[float, float]:
    if error.measure == "error rate":
        # As many samples of equal weight would have the same standard error.
        n = float(rows.weights.sum() ** 2 / (rows.weights**2 / rows.counts).sum())
        return wilson(error.value, n)
    half = DEVIATE * error.standard_error
    low, high = max(error.value - half, 0.0), error.value + half
    return (low, high) if math.isfinite(half) else (0.0, np.inf)
