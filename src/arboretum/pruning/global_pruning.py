"""Global pruning: C5.0's second stage, which looks at the errors of the whole tree."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.part import require_number
from arboretum.pruning.base import Pruner
from arboretum.pruning.subtrees import sums_below
from arboretum.pruning.training_errors import TrainingErrors
from arboretum.tree import Tree
from arboretum.tree.collapse import collapse
from arboretum.tree.structure import is_below

__all__ = ["GlobalPruning"]

FloatArray = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

#: Errors are sums of fractions; this much of a sample is rounding.
ROUNDING = 1e-9


class GlobalPruning(Pruner):
    r"""Cuts the weakest links until the training errors have risen by a standard error.

    A tree of E errors among N samples may come to make

    .. math:: s \sqrt{E \, (1 - E / N)}

    errors more.  As in cost-complexity pruning, that node becomes a leaf first which adds least
    errors for each leaf it saves.  Nodes that alone would add more than is left are passed over;
    equally weak ones are cut together, and where that is more than is left, nothing more is cut.

    Parameters
    ----------
    standard_errors : float
        How many of them the errors may rise: s in the formula.

    References
    ----------
    RuleQuest Research, *C5.0: An Informal Tutorial*, "global pruning".  M. Kuhn and K. Johnson
    (2013), *Applied Predictive Modeling*, 14.6.
    """

    name = "global"
    reason = "pruned: with its splits the tree is not better by a standard error"

    def __init__(self, standard_errors: float = 1.0) -> None:
        self.standard_errors = standard_errors

    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        require_number(self, "standard_errors")
        found = TrainingErrors.of(tree, self)
        n = float(found.n[0])
        before = float(np.where(tree.is_leaf, found.errors, found.errors_staying).sum())
        left = self.standard_errors * np.sqrt(before * max(1.0 - before / n, 0.0))
        cut = np.zeros(tree.n_nodes, dtype=bool)
        while (links := _weakest(tree, found, cut, left)).any():
            added = float(_added(tree, found, cut)[links].sum())
            if added > left + ROUNDING * n:
                break
            cut, left = cut | links, left - added
        return collapse(tree, cut, self.reason)


def _added(tree: Tree, found: TrainingErrors, cut: Mask) -> FloatArray:
    """The errors that each node adds as a leaf of the tree that was cut back there."""
    is_gone, ends = is_below(tree.parent, cut), tree.is_leaf | cut
    errors = np.where(ends, found.errors, found.errors_staying)
    return np.asarray(found.errors - sums_below(tree, np.where(is_gone, 0.0, errors)))


def _weakest(tree: Tree, found: TrainingErrors, cut: Mask, left: float) -> Mask:
    """The equally weak links that add least errors per leaf, of those that add no more than left.

    Of such nodes one above the other, the upper one.
    """
    is_gone, ends = is_below(tree.parent, cut), tree.is_leaf | cut
    leaves = sums_below(tree, np.where(ends & ~is_gone, 1.0, 0.0))
    added = _added(tree, found, cut)
    is_able = ~is_gone & ~ends & (added <= left + ROUNDING * found.n[0])
    price = np.where(is_able, added / np.maximum(leaves - 1.0, 1.0), np.inf)
    links = is_able & (price <= price.min() + ROUNDING)
    return links & ~is_below(tree.parent, links)
