"""Samples that a tree was not grown from: held out, and what its nodes get wrong of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset
from arboretum.data.encode.dataset_from import dataset_like
from arboretum.growing.draw import root_key
from arboretum.growing.losses import loss_of, said_by_nodes
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

    The second array counts only the samples that end there.  The error is the weight of
    samples times what ``growing.losses.loss_of`` says that each costs.
    """
    row, node, share = _places(tree, held_out)
    loss, said = loss_of(tree), None if tree.models is not None else said_by_nodes(tree)

    def summed() -> FloatArray:
        """The error at each node of the shares of rows that are there."""
        assert held_out.targets is not None
        told = tree.predict_at(held_out.columns, row, node) if said is None else said[node]
        error = share * held_out.weights[row] * loss.of(held_out.targets[row], told)
        return np.bincount(node, weights=error, minlength=tree.n_nodes).astype(np.float64)

    ending = summed()
    alone = ending.copy()
    while (is_below := tree.parent[node] >= 0).any():  # up to the root
        row, node, share = row[is_below], tree.parent[node[is_below]], share[is_below]
        alone += summed()
    return alone, ending


def _places(
    tree: Tree, held_out: Dataset
) -> tuple[npt.NDArray[np.integer], npt.NDArray[np.integer], FloatArray]:
    """Rows, the nodes where they end, and the share of the row that ends there."""
    ends = tree.ends(held_out.columns)
    whole = np.delete(np.arange(held_out.n_rows), ends.rows)
    row = np.concatenate([whole, np.repeat(ends.rows, np.diff(ends.start))])
    node = np.concatenate([ends.node[whole], ends.nodes])
    return row, node, np.concatenate([np.ones(len(whole)), ends.shares])
