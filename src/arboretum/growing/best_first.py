"""Which splits a limit on the number of leaves leaves standing.

The order of growth never changes a split.  So a tree that was grown without a
limit can be cut back to what best-first growth would have reached: its splits
are made again in the order of their gain, until there are leaves enough.
"""

from __future__ import annotations

import heapq

import numpy as np

from arboretum.growing.frontier import rounded_gain
from arboretum.growing.reasons import FULL
from arboretum.tree import Tree
from arboretum.tree.collapse import collapse

__all__ = ["keep_best_splits"]


def keep_best_splits(tree: Tree, max_leaf_nodes: int) -> Tree:
    """The tree that best-first growth reaches with at most this many leaves."""
    gain = tree.score * tree.weight
    is_made = np.zeros(tree.n_nodes, dtype=bool)
    n_leaves, n_numbered = 1, 1
    waiting: list[tuple[float, int, int]] = []  # gain, number in growth order, node
    if not tree.is_leaf[0]:
        waiting.append((-rounded_gain(gain[0]), 0, 0))
    while waiting:
        _, _, node = heapq.heappop(waiting)
        children = tree.children(node)
        if n_leaves + len(children) - 1 > max_leaf_nodes:
            continue
        is_made[node] = True
        n_leaves += len(children) - 1
        for number, child in enumerate(children.tolist(), start=n_numbered):
            if not tree.is_leaf[child]:
                heapq.heappush(waiting, (-rounded_gain(gain[child]), number, child))
        n_numbered += len(children)
    return collapse(tree, ~is_made & ~tree.is_leaf, reason=FULL.format(max_leaf_nodes))
