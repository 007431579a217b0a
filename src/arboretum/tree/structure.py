"""The shape of a tree, from the parent of each node.

All functions except :func:`preorder` expect nodes numbered in depth-first
pre-order: root 0, a parent before its children, first branch first.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from arboretum import _core

__all__ = ["branches_of", "children_of", "depths_of", "is_below", "preorder", "subtree_ends"]

IntArray = npt.NDArray[np.int32]
StartArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]


def along_paths(parent: IntArray, start: npt.NDArray, combine: Callable) -> npt.NDArray:
    """Combine ``start`` over each node and all its ancestors.

    Every round doubles how far a node has looked up, so a tree of depth d
    takes log2(d) passes over the arrays and no loop over nodes.
    """
    total, ahead = start.copy(), parent.copy()
    while (climbing := np.flatnonzero(ahead >= 0)).size:
        further = ahead[climbing]
        total[climbing] = combine(total[climbing], total[further])
        ahead[climbing] = ahead[further]
    return total


def depths_of(parent: IntArray) -> IntArray:
    """Number of edges from the root to each node."""
    return along_paths(parent, (parent >= 0).astype(np.int32), np.add)


def is_below(parent: IntArray, marked: BoolArray) -> BoolArray:
    """Which nodes have a marked node among their ancestors; a node is not one of its own."""
    return along_paths(parent, (parent >= 0) & marked[parent], np.logical_or)


def children_of(parent: IntArray) -> tuple[StartArray, IntArray]:
    """Start of each node's children in one flat array, and that array."""
    return _core.children_of(np.ascontiguousarray(parent))


def branches_of(parent: IntArray, child_start: StartArray, children: IntArray) -> IntArray:
    """The branch of its parent that leads to each node; -1 for the root."""
    branch = np.full(len(parent), -1, dtype=np.int32)
    branch[children] = np.arange(len(children)) - child_start[parent[children]]
    return branch


def subtree_ends(parent: IntArray) -> IntArray:
    """One past the last node below each node: a subtree is ``range(node, end)``."""
    nodes = np.arange(len(parent), dtype=np.int32)
    last = nodes.copy()  # child of each node; a leaf is its own
    np.maximum.at(last, parent[1:], nodes[1:])
    while not np.array_equal(further := last[last], last):
        last = further  # every round doubles how far a node has looked down
    return last + 1


def preorder(parent: IntArray, branch: IntArray) -> IntArray:
    """Nodes in depth-first pre-order, whatever order they were grown in."""
    if len(parent) == 0:
        return np.empty(0, dtype=np.int32)
    by_parent = np.lexsort((branch, parent))[1:]  # the root, without parent, sorts first
    last_first = by_parent[::-1]
    stop = np.cumsum(np.bincount(parent[last_first], minlength=len(parent))[::-1])[::-1].tolist()
    stop.append(0)
    pushed = last_first.tolist()
    order, waiting = [], [int(np.flatnonzero(parent < 0)[0])]
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting.extend(pushed[stop[node + 1] : stop[node]])
    return np.array(order, dtype=np.int32)
