"""Cross-validation of nested trees: every fold's tree is grown once and pruned at every price."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.data.folds import Fold, some_samples
from arboretum.growing import Progress, grow_in_memory
from arboretum.growing.known_parts import recipe_of
from arboretum.growing.many import side_by_side, threads_of_each
from arboretum.pruning.held_out_risk import risk_at_prices
from arboretum.pruning.risk import node_risks
from arboretum.tree import Tree

__all__ = ["cross_validated_risk"]

FloatArray = npt.NDArray[np.float64]


def cross_validated_risk(
    tree: Tree,
    dataset: Dataset,
    folds: Sequence[Fold],
    asked: FloatArray,
    find_prices: Callable[[Tree], FloatArray],
    n_threads: int = 1,
    progress: Progress | None = None,
) -> tuple[FloatArray, FloatArray]:
    """The risk on samples held out, and its standard error, as shares of the root's risk.

    Parameters
    ----------
    tree, dataset : a grown tree, and the samples it was grown from
    asked : falling prices of a leaf, in the risk of all samples
    find_prices : the price at which each inner node of a tree is a leaf or below one
    """
    # Nobody looks at the splits that lost in a fold.
    recipe = replace(recipe_of(tree), max_competitors=0, keeps_runner_up=False)
    weight = float(dataset.weights.sum())
    n_each = threads_of_each(n_threads, len(folds))

    def judge(k: int, tell: Progress | None) -> FloatArray:
        growing = some_samples(dataset, folds[k].growing)
        held_out = some_samples(dataset, folds[k].held_out)
        share = float(growing.weights.sum()) / weight
        priced = recipe.at_price(float(asked[-1]) * share)
        grown, _ = grow_in_memory(growing, priced, n_each, tell)
        return risk_at_prices(grown, held_out, find_prices(grown), asked * share)

    sums = np.sum(side_by_side(judge, len(folds), n_threads, progress), axis=0)
    return _shares_of_root(sums, dataset, folds, float(node_risks(tree)[0]))


def _shares_of_root(
    sums: FloatArray, dataset: Dataset, folds: Sequence[Fold], root: float
) -> tuple[FloatArray, FloatArray]:
    """The risk and its standard error, from sums over all folds."""
    weight_of_one = dataset.weights / dataset.counts
    n_held_out = np.sum([fold.held_out for fold in folds], axis=0)
    # Samples that are held out several times are no more samples.
    times = float((weight_of_one * n_held_out).sum() / dataset.weights.sum())
    risk, once, twice = sums / times
    mean = risk / dataset.weights.sum()
    squared_weights = float((weight_of_one**2 * n_held_out).sum() / times)
    variance = np.maximum(twice - 2 * mean * once + mean**2 * squared_weights, 0.0)
    unit = root or 1.0  # all shares of no risk are 0
    return risk / unit, np.sqrt(variance) / unit
