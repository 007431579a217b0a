"""A user's own function as a pruner."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from arboretum.data import Dataset
from arboretum.pruning.base import Pruner
from arboretum.tree import Node, Tree
from arboretum.tree.collapse import collapse

__all__ = ["Predicate"]


class Predicate(Pruner):
    """Makes a leaf of every inner node for which ``function(node)`` is true.

    Nodes are asked from the root down; what is below a cut is not asked.

    Parameters
    ----------
    function : maps a :class:`~arboretum.tree.Node` to a boolean

    Examples
    --------
    >>> from arboretum import TreeClassifier, datasets
    >>> penguins = datasets.penguins()
    >>> model = TreeClassifier().fit(penguins.X, penguins.y)
    >>> smaller = model.prune(lambda node: node.n_samples < 20)
    >>> model.n_leaves_, smaller.n_leaves_
    (15, 8)
    """

    name = "predicate"

    def __init__(self, function: Callable[[Node], bool]) -> None:
        self.function = function

    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        cut = np.zeros(tree.n_nodes, dtype=bool)
        node = 0
        while node < tree.n_nodes:
            if not tree.is_leaf[node] and self.function(tree.node(node)):
                cut[node] = True
                node = int(tree.subtree_end[node])
            else:
                node += 1
        label = getattr(self.function, "__name__", type(self.function).__name__)
        return collapse(tree, cut, f"pruned: the rule {label!r} said so")
