"""Smoothing: models of leaves averaged with those above them."""

from __future__ import annotations

import numpy as np

from arboretum.leaves.base import FloatArray
from arboretum.tree import Tree

__all__ = ["smooth"]


def smooth(tree: Tree, models: FloatArray, k: float) -> FloatArray:
    """The smoothed models of all nodes, each as if it were a leaf; (n_nodes, n_numbers).

    From a leaf up, what has come so far is averaged with the model above,
    ``(n f + k g) / (n + k)``, n being the samples of the lower node.  The share of the model of
    a node in its own smoothed one is the product of ``n / (n + k)`` over it and the nodes above
    it but for the root; the rest is the same for it and its parent.
    """
    smoothed = models.copy()
    share = np.ones(tree.n_nodes)
    for depth in range(1, tree.depth + 1):
        node = np.flatnonzero(tree.depths == depth)
        above = tree.parent[node]
        share[node] = share[above] * tree.n_samples[node] / (tree.n_samples[node] + k)
        own = share[node, None] * (models[node] - models[above])
        smoothed[node] = smoothed[above] + own
    return smoothed
