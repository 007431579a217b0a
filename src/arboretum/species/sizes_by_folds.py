"""How wrong the trees of a species are, cut back further and further, on samples held out."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.data.folds import Fold, some_samples
from arboretum.growing import Progress
from arboretum.growing.losses import loss_of
from arboretum.growing.many import side_by_side, threads_of_each, unfitted
from arboretum.pruning import M5
from arboretum.pruning.cross_validated_risk import ends_when_cut
from arboretum.pruning.m5 import cuts_at
from arboretum.species.base import Species
from arboretum.tree import Tree, n_threads

__all__ = ["COSTS", "SizedTrees", "is_better", "sized"]

FloatArray = npt.NDArray[np.float64]

#: How much a parameter may count when a tree is cut back, as in ``M5(cost=...)``: from what M5'
#: asks to where hardly a tree is left.
COSTS = tuple(2.0 * 2.0 ** (step / 2) for step in range(14))


@dataclass(frozen=True, eq=False)
class SizedTrees:
    """The trees that a species grows without each fold, of a size that was chosen by the folds.

    Attributes
    ----------
    species : the species, with its pruner; it is not fitted to all samples
    n_leaves : of the trees, on average
    losses : (n_rows,)
        What each row costs when it is held out, its weight included, on average over the dealings.
    weights, counts : (n_rows,)
        What each row weighs, 0 if it is never held out, and how many samples it stands for.
    price : what errors are multiplied by for the leaves of trees of this size
    """

    species: Species
    n_leaves: float
    losses: FloatArray
    weights: FloatArray
    counts: FloatArray
    price: float

    @property
    def error(self) -> float:
        """The mean loss of samples held out."""
        return float(self.losses.sum() / self.weights.sum())

    @property
    def std(self) -> float:
        """The standard error of that."""
        return _standard_error(self.losses, self.weights, self.counts)


def is_better(other: SizedTrees, simple: SizedTrees, noise: float) -> bool:
    """Whether trees are better than simpler ones by more than so many standard errors.

    Those of the difference of their squared errors, prices included, sample by sample: both were
    judged on the same folds.
    """
    saved = simple.losses * simple.price**2 - other.losses * other.price**2
    mean = float(saved.sum() / simple.weights.sum())
    return mean > noise * _standard_error(saved, simple.weights, simple.counts)


def _standard_error(losses: FloatArray, weights: FloatArray, counts: FloatArray) -> float:
    """Of the mean of losses that hold the weights of their rows."""
    total = float(weights.sum())
    away = losses - weights * (losses.sum() / (total or 1.0))
    return math.sqrt(float((away**2 / counts).sum())) / total if total > 0 else 0.0


def sized(
    species: Species,
    dataset: Dataset,
    folds: Sequence[Fold],
    price: Callable[[float], float],
    n_jobs: int | None,
    progress: Progress | None = None,
) -> SizedTrees:
    """The trees without each fold, cut back at the cost of least error times its price.

    ``species`` prunes nothing; ``price`` is what the error is multiplied by for a number of leaves.
    """
    threads = n_threads(n_jobs, dataset.n_rows * len(folds))
    one = unfitted(species).set_params(n_jobs=threads_of_each(threads, len(folds)))

    def of_fold(k: int, report: Progress | None) -> tuple[FloatArray, FloatArray]:
        growing = some_samples(dataset, folds[k].growing)
        tree = unfitted(one).fit_dataset(growing, report).tree_
        return _judged(tree, dataset, folds[k])

    found = side_by_side(of_fold, len(folds), threads, progress)
    unit = dataset.weights / dataset.counts
    n_held_out = np.sum([fold.held_out for fold in folds], axis=0)
    # Samples that are held out several times count once.
    is_held = n_held_out > 0
    times = np.divide(dataset.counts, n_held_out, out=np.zeros_like(unit), where=is_held)
    losses = np.sum([losses for losses, _ in found], axis=0) * unit * times
    leaves = np.mean([leaves for _, leaves in found], axis=0)
    prices = [price(float(number)) for number in leaves]
    best = int((np.sqrt(losses.sum(axis=1)) * prices).argmin())
    return SizedTrees(
        unfitted(species).set_params(pruning=M5(cost=COSTS[best])),
        float(leaves[best]),
        losses[best],
        np.where(is_held, dataset.weights, 0.0),
        dataset.counts,
        prices[best],
    )


def _judged(tree: Tree, dataset: Dataset, fold: Fold) -> tuple[FloatArray, FloatArray]:
    """At each cost what the held-out samples of each row cost, and how many leaves are left."""
    assert dataset.targets is not None
    rows = np.flatnonzero(fold.held_out > 0)
    held_out = dataset.sharing(rows)
    assert held_out.targets is not None
    losses, leaves = np.zeros((len(COSTS), dataset.n_rows)), np.empty(len(COSTS))
    grown_end = tree.ends(held_out.columns).node
    number = np.arange(len(rows), dtype=np.int32)
    loss, node = loss_of(tree), np.arange(tree.n_nodes)
    cuts = cuts_at(tree, COSTS)
    for k, is_cut in enumerate(cuts):
        if k > 0 and (is_cut == cuts[k - 1]).all():  # the same tree
            leaves[k], losses[k] = leaves[k - 1], losses[k - 1]
            continue
        end = ends_when_cut(tree, is_cut)
        leaves[k] = ((tree.is_leaf | is_cut) & (end == node)).sum()
        predicted = tree.values_at(held_out.columns, number, end[grown_end])
        losses[k, rows] = loss.of(held_out.targets, predicted) * fold.held_out[rows]
    return losses, leaves
