"""Cutting what the training samples themselves do not need."""

from __future__ import annotations

from arboretum.data import Dataset
from arboretum.pruning.base import Pruner
from arboretum.pruning.subtrees import sums_below
from arboretum.pruning.training_errors import TrainingErrors
from arboretum.tree import Tree
from arboretum.tree.collapse import collapse

__all__ = ["Needless"]

#: Errors are sums of weights; this much of a sample less is no better.
NO_BETTER = 1e-3


class Needless(Pruner):
    """Cuts back every subtree that makes no fewer training errors than a leaf.

    C4.5 and Weka's J48 do so before any other pruning, and J48 also when told
    not to prune.  Such a subtree may still tell the classes apart by their
    shares, but it decides as the leaf does.
    """

    name = "needless"

    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        found = TrainingErrors.of(tree, self)
        ending = found.errors_staying.copy()
        ending[tree.is_leaf] = found.errors[tree.is_leaf]
        is_needless = sums_below(tree, ending) >= found.errors - NO_BETTER
        return collapse(tree, is_needless, "pruned: its splits save no training error")
