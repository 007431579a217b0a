"""Pruning by what one wants to read: a depth, a number of leaves, a custom rule."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from arboretum.data import Dataset
from arboretum.part import require_whole
from arboretum.pruning.base import Pruner
from arboretum.pruning.cost_complexity import CostComplexity
from arboretum.pruning.weakest_links import pruning_sequence
from arboretum.tree import Node, Tree
from arboretum.tree.collapse import collapse

__all__ = ["AtMostDepth", "AtMostLeaves", "Predicate"]


class AtMostDepth(Pruner):
    """Cuts the tree off below a depth; the root is at depth 0.

    Parameters
    ----------
    depth : int or None
        None for no limit.
    """

    name = "depth"

    def __init__(self, depth: int | None = None) -> None:
        self.depth = depth

    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        if self.depth is None:
            return tree
        require_whole(self, "depth", at_least=0)
        return collapse(tree, tree.depths >= self.depth, f"pruned: at depth {self.depth}")


class AtMostLeaves(Pruner):
    """Cuts the weakest links until the leaves are few enough.

    Of the trees that cost-complexity pruning makes, the largest that fits; it
    may have fewer leaves, where several links are equally weak.

    Parameters
    ----------
    leaves : int or None
        None for no limit.
    """

    name = "leaves"

    def __init__(self, leaves: int | None = None) -> None:
        self.leaves = leaves

    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        if self.leaves is not None:
            require_whole(self, "leaves", at_least=1)
        if self.leaves is None or tree.n_leaves <= self.leaves:
            return tree
        sequence = pruning_sequence(tree)
        first = int(np.argmax(sequence.n_leaves <= self.leaves))
        return CostComplexity(float(sequence.alpha[first]), links="weakest").prune(tree, dataset)


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
        first = 0
        for node in np.flatnonzero(~tree.is_leaf).tolist():
            if node >= first and self.function(tree.node(node)):
                cut[node] = True
                first = int(tree.subtree_end[node])
        label = getattr(self.function, "__name__", type(self.function).__name__)
        return collapse(tree, cut, f"pruned: the rule {label!r} said so")
