"""Left and right as in R's rpart: the side of the smaller mean or class is the left one.

Branches are numbered by what is asked: 0 is the lower side of a threshold.  rpart swaps the sides
of a question so that the children of a node ascend from left to right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = ["Sides", "children_of", "places", "rpart_numbers"]

#: In which order children are shown: by branch, or with rpart's left child first.
Sides = Literal["branches", "rpart"]
#: The children of a node as they are to be shown.
Children = Callable[[int], list[int]]


def places(tree: Tree) -> npt.NDArray[np.float64]:
    """What orders the children of a node in rpart: the mean, or that of the class numbers."""
    if not tree.schema.is_classification:
        return np.ascontiguousarray(tree.value[:, 0])
    shares = tree.probabilities[0]
    if tree.loss is not None:  # as altered priors have it
        shares = shares * tree.loss.sum(axis=1)
        shares = shares / shares.sum(axis=1, keepdims=True)
    return np.asarray((shares * np.arange(shares.shape[1])).sum(axis=1))


def children_of(tree: Tree, sides: Sides) -> Children:
    """What finds the children of a node from left to right.

    rpart's trees are binary: more than two children stay in the order of their branches.
    """
    place = places(tree) if sides == "rpart" else None

    def from_left(node: int) -> list[int]:
        children: list[int] = tree.children(node).tolist()
        if place is not None and len(children) == 2 and place[children[0]] > place[children[1]]:
            children.reverse()
        return children

    return from_left


def rpart_numbers(tree: Tree) -> list[int]:
    """The number of each node: 1 for the root, 2k and 2k + 1 for the children of k."""
    numbers, children = [1] * tree.n_nodes, children_of(tree, "rpart")
    for node in range(tree.n_nodes):
        for side, child in enumerate(children(node)):
            numbers[child] = 2 * numbers[node] + side
    return numbers
