"""Pessimistic pruning: half an error more for every leaf, and a standard error of doubt."""

from __future__ import annotations

import numpy as np

from arboretum.data import Dataset
from arboretum.pruning.base import Pruner
from arboretum.pruning.parameters import require_number, require_whole
from arboretum.pruning.subtrees import sums_below
from arboretum.pruning.training_errors import TrainingErrors
from arboretum.tree import Tree
from arboretum.tree.collapse import collapse

__all__ = ["Pessimistic"]


class Pessimistic(Pruner):
    r"""Cuts back subtrees that are not clearly better than a leaf on their own training samples.

    A leaf is charged half an error beyond those it makes, as the continuity
    correction of the binomial distribution does.  With E training errors of
    the leaves below t among N samples, and :math:`E' = E + |T_t| / 2`, node t is
    cut if

    .. math:: e(t) + \tfrac{1}{2} \le E' + s \sqrt{E' (N - E') / N}

    Nodes are asked from the root down, each with the whole subtree it has.

    Parameters
    ----------
    penalty : float
        What a leaf is charged.
    standard_errors : float
        How many of them the subtree must be better by: s in the formula.
    passes : int or None
        Quinlan looks at each subtree once.  What is cut makes the subtrees
        above smaller, and some of those would be cut now: None repeats until
        nothing is, so that pruning again changes nothing.

    References
    ----------
    J. R. Quinlan (1987), Simplifying decision trees, *International Journal of
    Man-Machine Studies* 27, 221-234.
    """

    name = "pessimistic"
    reason = "pruned: its splits are within the doubt about a leaf's training errors"

    def __init__(
        self, penalty: float = 0.5, standard_errors: float = 1.0, passes: int | None = None
    ) -> None:
        self.penalty = penalty
        self.standard_errors = standard_errors
        self.passes = passes

    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        require_number(self, "penalty")
        require_number(self, "standard_errors")
        if self.passes is not None:
            require_whole(self, "passes", at_least=1)
        n_passes = 0
        while n_passes != self.passes:
            pruned = self._pass(tree)
            if pruned.n_nodes == tree.n_nodes:
                break
            tree, n_passes = pruned, n_passes + 1
        return tree

    def _pass(self, tree: Tree) -> Tree:
        found = TrainingErrors.of(tree, self)
        ending = np.where(tree.is_leaf, found.errors + self.penalty, found.errors_staying)
        below = sums_below(tree, ending)
        variance = np.divide(
            below * (found.n - below), found.n, out=np.zeros_like(below), where=found.n > 0
        )
        limit = below + self.standard_errors * np.sqrt(np.maximum(variance, 0.0))
        return collapse(tree, found.errors + self.penalty <= limit, self.reason)
