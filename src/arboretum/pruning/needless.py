"""Cutting what the training samples themselves do not need."""

from __future__ import annotations

import numpy as np

from arboretum.data import Dataset
from arboretum.exceptions import UnsupportedCombination
from arboretum.pruning.base import Pruner
from arboretum.tree import Tree
from arboretum.tree.decision import expected_loss

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
        if not tree.schema.is_classification:
            raise UnsupportedCombination(
                "Needless() counts the errors of classes, but the target is numeric. "
                "Use another pruner, or pruning=None."
            )
        errors = expected_loss(tree.schema, tree.value, tree.weight, tree.loss)
        of_leaves = np.where(tree.is_leaf, errors, 0.0)
        until = np.concatenate([[0.0], np.cumsum(of_leaves)])
        below = until[tree.subtree_end] - until[:-1]
        a_sample = tree.weight[0] / tree.n_samples[0]
        return tree.collapse(below >= errors - NO_BETTER * a_sample)
