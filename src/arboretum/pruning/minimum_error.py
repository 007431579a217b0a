"""Minimum-error pruning: the error to expect, with probabilities that know how little was seen."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.pruning.base import Pruner
from arboretum.pruning.parameters import require_number
from arboretum.pruning.subtrees import dear_subtrees
from arboretum.pruning.training_errors import class_counts, require_counts, staying_values
from arboretum.tree import Tree
from arboretum.tree.collapse import collapse

__all__ = ["MinimumError"]

FloatArray = npt.NDArray[np.float64]


class MinimumError(Pruner):
    r"""Cuts back every subtree whose expected error is no smaller than that of a leaf.

    The probability of class c at a node with :math:`n_c` of its n samples is
    the m-estimate, which leans towards the share :math:`p_c` of the class among
    all samples, as m samples of that mixture would:

    .. math:: P(c) = \frac{n_c + m\,p_c}{n + m}

    A leaf that decides for class c is wrong with :math:`1 - P(c)`, or costs what
    the loss matrix says.  A split has the mean of its branches, weighted by
    their samples.

    Parameters
    ----------
    m : float or "laplace"
        Larger values give smaller trees.  ``"laplace"`` is Niblett and
        Bratko's first form: m the number of classes, all of them equally
        probable before anything was seen, so that
        :math:`P(c) = (n_c + 1) / (n + k)`.

    References
    ----------
    T. Niblett and I. Bratko (1986), Learning decision rules in noisy domains,
    *Expert Systems 86*.  B. Cestnik and I. Bratko (1991), On estimating
    probabilities in tree pruning, *EWSL 91*, 138-150.
    """

    name = "minimum_error"
    reason = "pruned: its splits do not lower the error to expect"

    def __init__(self, m: float | Literal["laplace"] = 2.0) -> None:
        self.m = m

    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        if self.m != "laplace":
            require_number(self, "m")
        require_counts(tree, self)
        rate = self._error_rate(tree)
        staying, _ = staying_values(tree)
        allowance = 1e-12 * tree.weight
        cut = dear_subtrees(tree, tree.weight * rate, staying * rate, allowance)
        return collapse(tree, cut, self.reason)

    def _error_rate(self, tree: Tree) -> FloatArray:
        """What a sample at each node is expected to cost, summed over targets."""
        rate = np.zeros(tree.n_nodes)
        for k, counts in enumerate(class_counts(tree, tree.value, tree.weight)):
            n_classes = counts.shape[1]
            m = float(n_classes if self.m == "laplace" else self.m)
            prior = counts[0] / counts[0].sum()
            if self.m == "laplace":
                prior = np.full(n_classes, 1.0 / n_classes)
            whole = counts.sum(axis=1, keepdims=True) + m
            even = np.full_like(counts, 1.0 / n_classes)
            probability = np.divide(counts + m * prior, whole, out=even, where=whole > 0)
            costs = 1.0 - np.eye(n_classes) if tree.loss is None else tree.loss
            rate += (probability * costs.T[tree.decisions[:, k]]).sum(axis=1)
        return rate
