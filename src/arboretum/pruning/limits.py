"""No deeper, and no more leaves, than one wants to read."""

from __future__ import annotations

import numpy as np

from arboretum.data import Dataset
from arboretum.pruning.base import Pruner
from arboretum.pruning.cost_complexity import CostComplexity
from arboretum.pruning.parameters import require_whole
from arboretum.pruning.weakest_links import pruning_sequence
from arboretum.tree import Tree
from arboretum.tree.collapse import collapse

__all__ = ["AtMostDepth", "AtMostLeaves"]


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
        if self.leaves is None:
            return tree
        require_whole(self, "leaves", at_least=1)
        if tree.n_leaves <= self.leaves:
            return tree
        sequence = pruning_sequence(tree)
        first = int(np.argmax(sequence.n_leaves <= self.leaves))
        return CostComplexity(float(sequence.alpha[first]), links="weakest").prune(tree, dataset)
