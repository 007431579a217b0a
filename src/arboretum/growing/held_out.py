"""Samples that a tree was not grown from: held out, and what its nodes get wrong of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.criteria import AbsoluteError
from arboretum.data import Dataset
from arboretum.data.dataset_like import dataset_like
from arboretum.growing.draw import root_key
from arboretum.growing.losses import said_by_nodes, target_weights, vector_losses
from arboretum.tree import Tree

__all__ = ["errors_on", "hold_out"]

FloatArray = npt.NDArray[np.float64]


def hold_out(
    dataset: Dataset, share: float, random_state: int, data: Any = None
) -> tuple[Dataset, Dataset]:
    """The samples to grow from, and those to judge by: a drawn share, or ``data``."""
    if data is not None:
        return dataset, dataset_like(dataset.schema, *data)
    n_rows = dataset.n_rows
    drawn = _core.shuffled(n_rows, root_key(random_state))
    n_held_out = min(max(1, round(share * n_rows)), n_rows - 1)
    first, last = np.sort(drawn[n_held_out:]), np.sort(drawn[:n_held_out])
    return dataset.take(first), dataset.take(last)


def errors_on(tree: Tree, held_out: Dataset) -> tuple[FloatArray, FloatArray]:
    """What each node gets wrong, were it a leaf, of the samples that come to it.

    The second array counts only the samples that end there.  The error is the
    weight of wrong classes, their loss where there is a loss matrix, and for
    numbers the squared error, or the absolute one if the tree was grown by it;
    targets that were grown as a vector count by their weights.
    """
    row, node, share = _places(tree, held_out)
    ending = _summed_errors(tree, held_out, row, node, share)
    alone = ending.copy()
    while (is_below := tree.parent[node] >= 0).any():  # up to the root
        row, node, share = row[is_below], tree.parent[node[is_below]], share[is_below]
        alone += _summed_errors(tree, held_out, row, node, share)
    return alone, ending


def _summed_errors(
    tree: Tree, held_out: Dataset, row: npt.NDArray, node: npt.NDArray, share: FloatArray
) -> FloatArray:
    """The error at each node of the shares of rows that are there."""
    error = share * _errors(tree, held_out, row, node)
    return np.bincount(node, weights=error, minlength=tree.n_nodes).astype(np.float64)


def _places(
    tree: Tree, held_out: Dataset
) -> tuple[npt.NDArray[np.integer], npt.NDArray[np.integer], FloatArray]:
    """Rows, the nodes where they end, and the share of the row that ends there."""
    ends = tree.ends(held_out.columns)
    whole = np.delete(np.arange(held_out.n_rows), ends.rows)
    row = np.concatenate([whole, np.repeat(ends.rows, np.diff(ends.start))])
    node = np.concatenate([ends.node[whole], ends.nodes])
    return row, node, np.concatenate([np.ones(len(whole)), ends.shares])


def _errors(tree: Tree, held_out: Dataset, row: npt.NDArray, node: npt.NDArray) -> FloatArray:
    """The error that nodes make on rows."""
    assert held_out.targets is not None
    truth, weight = held_out.targets[row], held_out.weights[row]
    weights = target_weights(tree)
    if weights is not None:
        return weight * vector_losses(truth, said_by_nodes(tree)[node], weights)
    if not tree.schema.is_classification:
        away = np.abs(truth - tree.values_at(held_out.columns, row, node))
        is_absolute = tree.parts.get("criterion", {}).get("name") == AbsoluteError.name
        return weight * (away if is_absolute else away**2).sum(axis=1)
    decided = tree.predict_at(held_out.columns, row, node)
    if tree.loss is not None:
        return weight * tree.loss[truth[:, 0], decided[:, 0]]
    return weight * (truth != decided).sum(axis=1)
