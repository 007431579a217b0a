"""Sums over subtrees, and the cheapest way to cut them back."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.tree import Tree

__all__ = ["dear_subtrees", "sums_below"]

FloatArray = npt.NDArray[np.float64]


def sums_below(tree: Tree, amounts: FloatArray) -> FloatArray:
    """The sum of what each node and all below it hold."""
    until = np.concatenate([[0.0], np.cumsum(amounts)])
    return np.asarray(until[tree.subtree_end] - until[:-1])


def dear_subtrees(
    tree: Tree, as_leaf: FloatArray, extra: FloatArray, allowance: float | FloatArray = 0.0
) -> npt.NDArray[np.bool_]:
    """Inner nodes that cost no more as leaves than what is left below them plus ``allowance``.

    Children are judged before their parents, so that a node is compared with
    the subtree as it will be.  ``extra`` is what an inner node costs besides its
    children, such as the samples that stay there.
    """
    n_nodes = tree.n_nodes
    is_leaf, parent, leaf_cost = tree.is_leaf.tolist(), tree.parent.tolist(), as_leaf.tolist()
    allowed = np.broadcast_to(allowance, n_nodes).tolist()
    below, is_dear = extra.tolist(), [False] * n_nodes
    for node in range(n_nodes - 1, -1, -1):
        cost = below[node]
        if is_leaf[node]:
            cost = leaf_cost[node]
        elif leaf_cost[node] <= cost + allowed[node]:
            is_dear[node], cost = True, leaf_cost[node]
        if node > 0:
            below[parent[node]] += cost
    return np.array(is_dear)
