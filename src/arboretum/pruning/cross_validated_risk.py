"""Cross-validation of nested trees: every fold's tree is grown once and pruned at every price."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset
from arboretum.data.folds import Fold, some_samples
from arboretum.growing import Progress, grow_in_memory
from arboretum.growing.losses import loss_of, predicted_by_nodes, predicted_for
from arboretum.growing.many import side_by_side, threads_of_each
from arboretum.growing.recipe import recipe_of
from arboretum.pruning.risk import node_risks
from arboretum.tree import SPREADS, Tree
from arboretum.tree.predict.routing import Ends, surrogate_arrays, tree_arrays
from arboretum.tree.split import CATEGORY
from arboretum.tree.structure import along_paths

__all__ = ["cross_validated_risk", "ends_when_cut", "risk_at_prices", "shares_of_root"]

FloatArray = npt.NDArray[np.float64]

#: This many rows of one target are followed together, and the fewer the more targets there are;
#: each is at as many nodes as its path is long.
PIECE = 2**14


def cross_validated_risk(
    tree: Tree,
    dataset: Dataset,
    folds: Sequence[Fold],
    asked: FloatArray,
    find_prices: Callable[[Tree], FloatArray],
    n_threads: int = 1,
    progress: Progress | None = None,
) -> tuple[FloatArray, FloatArray]:
    """The risk on held-out samples, and its standard error, as shares of the root's risk.

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

    def costs_of_fold(k: int, report: Progress | None) -> FloatArray:
        growing = some_samples(dataset, folds[k].growing)
        held_out = some_samples(dataset, folds[k].held_out)
        share = float(growing.weights.sum()) / weight
        priced = recipe.at_price(float(asked[-1]) * share)
        grown, _ = grow_in_memory(growing, priced, n_each, report)
        return risk_at_prices(grown, held_out, find_prices(grown), asked * share)

    sums = reduce(np.add, side_by_side(costs_of_fold, len(folds), n_threads, progress))
    return shares_of_root(sums, dataset, folds, float(node_risks(tree)[0]))


def shares_of_root(
    sums: FloatArray, dataset: Dataset, folds: Sequence[Fold], root: float
) -> tuple[FloatArray, FloatArray]:
    """The risk and its standard error, from sums over all folds."""
    weight_of_one = dataset.weights / dataset.counts
    n_held_out = np.sum([fold.held_out for fold in folds], axis=0)
    # Samples that are held out several times do not become more samples; those that never are
    # make what is told of all less certain.
    times = float((weight_of_one * n_held_out).sum() / dataset.weights.sum())
    risk, once, twice = sums / times
    mean = risk / dataset.weights.sum()
    squared_weights = float((weight_of_one**2 * n_held_out).sum() / times)
    variance = np.maximum(twice - 2 * mean * once + mean**2 * squared_weights, 0.0)
    variance /= min(times, 1.0)
    unit = root or 1.0  # all shares of no risk are 0
    return risk / unit, np.sqrt(variance) / unit


def risk_at_prices(
    tree: Tree, held_out: Dataset, price: FloatArray, asked: FloatArray
) -> FloatArray:
    """What held-out samples cost at each asked price and what its variance is made of, (3, n).

    With l the loss of a sample and w its weight, these are the sums of w l, w² l
    and w² l².  ``price`` is the one at which each inner node is a leaf or below one;
    ``asked`` falls.
    """
    rising = np.ascontiguousarray(asked[::-1])
    found = _risk_of_parted_rows(tree, held_out, price, rising)
    if found is not None:
        return found
    ends = tree.ends(held_out.columns)
    whole = np.delete(np.arange(held_out.n_rows), ends.rows)
    found = _risk_of_whole_rows(tree, held_out, whole, ends.node[whole], price, rising)
    if len(ends.rows):
        found += _risk_of_spread_rows(tree, held_out, ends, price, asked)
    return found


def _risk_of_parted_rows(
    tree: Tree, held_out: Dataset, price: FloatArray, rising: FloatArray
) -> FloatArray | None:
    """For all rows, if the core knows the loss and each row goes one way: far quicker."""
    assert held_out.targets is not None
    if tree.models is not None or not _go_one_way(tree, held_out):
        return None
    loss, fixed = loss_of(tree), predicted_by_nodes(tree)
    given = loss.at_nodes(held_out.targets, fixed)
    if given is None:
        return None
    weights = _weights(held_out, slice(None))
    columns = tree.schema.all_columns(held_out.columns)
    rows = columns, given["predicted"], given["truth"], *weights
    saved = _core.saved_down_tree(tree_arrays(tree), *rows, price, rising, given.get("table"))
    at_root = _terms(*weights, loss.of(held_out.targets, fixed[:1]))
    return np.subtract([[of_rows.sum()] for of_rows in at_root], saved, out=saved)


def _go_one_way(tree: Tree, held_out: Dataset) -> bool:
    """Whether no row can ask surrogates or go down several branches."""
    splits = tree.splits
    if held_out.is_complete and not (splits.kind == CATEGORY).any():
        return True  # a category may be unknown to a node, a number may not
    return surrogate_arrays(tree) is None and not (splits.missing_branch == SPREADS).any()


def _risk_of_whole_rows(
    tree: Tree,
    held_out: Dataset,
    row: npt.NDArray[np.integer],
    end: npt.NDArray[np.int32],
    price: FloatArray,
    rising: FloatArray,
) -> FloatArray:
    """For rows that end at one node, a piece of the rows at a time.

    A row is at the first node of its path where the tree is cut.  What changes from a node to
    the next is saved at all asked prices below that of the node, where it is split.
    """
    at_root, saved = np.zeros((3, 1)), np.zeros((3, len(rising) + 1))
    length = max(1, PIECE // len(tree.schema.targets))
    fixed = None if tree.models is not None else predicted_by_nodes(tree)
    for first in range(0, len(row), length):
        piece = slice(first, first + length)
        weights = _weights(held_out, row[piece])
        start, node, cost = _costs_on_paths(tree, held_out, row[piece], end[piece], fixed)
        saved += _core.saved_by_step(start, node, cost, *weights, price, rising)
        at_start = cost[start[:-1]]
        at_root[:, 0] += [of_rows.sum() for of_rows in _terms(*weights, at_start)]
    return at_root - np.cumsum(saved[:, :0:-1], axis=1)


def _costs_on_paths(
    tree: Tree,
    held_out: Dataset,
    row: npt.NDArray[np.integer],
    end: npt.NDArray[np.int32],
    fixed: npt.NDArray[Any] | None,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], FloatArray]:
    """Where the way of each row starts, the nodes on it, and what the row costs there."""
    assert held_out.targets is not None
    start, node = tree.predictor.paths(end, 1)
    rows = np.repeat(row, np.diff(start))
    if fixed is None:
        predicted = tree.predict_at(held_out.columns, rows, node)
    else:
        predicted = fixed.take(node, axis=0)
    return start, node, loss_of(tree).of(held_out.targets[rows], predicted)  # also of label sets


def _weights(
    held_out: Dataset, row: npt.NDArray[np.integer] | slice
) -> tuple[FloatArray, FloatArray]:
    """Of rows, and their squares; a row that stands for n samples has the sum of theirs."""
    weight = np.ascontiguousarray(held_out.weights[row])
    return weight, weight**2 / held_out.counts[row]


def _terms(weight: FloatArray, squared_weight: FloatArray, loss: FloatArray) -> list[FloatArray]:
    """What rows add to the sums."""
    return [weight * loss, squared_weight * loss, squared_weight * loss**2]


def _risk_of_spread_rows(
    tree: Tree, held_out: Dataset, ends: Ends, price: FloatArray, asked: FloatArray
) -> FloatArray:
    """For rows that end at several nodes: their average prediction changes with the tree."""
    assert held_out.targets is not None
    loss, truth = loss_of(tree), held_out.targets[ends.rows]
    columns = tuple(column[ends.rows] for column in held_out.columns)
    number = np.arange(len(ends.rows), dtype=np.int32)
    found = np.empty((3, len(asked)))
    is_same = _are_same_trees(price, asked)
    for i, alpha in enumerate(asked):
        if is_same[i]:
            found[:, i] = found[:, i - 1]
            continue
        end = ends_when_cut(tree, price <= alpha)
        there = Ends(end[ends.node[ends.rows]], number, ends.start, end[ends.nodes], ends.shares)
        cost = loss.of(truth, predicted_for(tree, there, columns))
        terms = _terms(*_weights(held_out, ends.rows), cost)
        found[:, i] = [one.sum() for one in terms]
    return found


def _are_same_trees(price: FloatArray, asked: FloatArray) -> npt.NDArray[np.bool_]:
    """Whether no node is cut at one asked price and not at the one before."""
    n_cut = np.searchsorted(np.sort(price), asked, side="right")  # NaN, of leaves, sorts last
    return np.concatenate([[False], np.diff(n_cut) == 0])


def ends_when_cut(tree: Tree, is_cut: npt.NDArray[np.bool_]) -> npt.NDArray[np.int32]:
    """Where what ends at each node ends if the tree is cut at some, with all that is below."""
    is_top = is_cut & ~np.append(is_cut, False)[tree.parent]  # nothing is above the root
    none = tree.n_nodes
    top = np.where(is_top, np.arange(none, dtype=np.int32), np.int32(none))
    above = along_paths(tree.parent, top, np.minimum)
    return np.where(above < none, above, np.arange(none, dtype=np.int32))
