"""M5's pruning: a subtree stays if it is expected to be better on other samples."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.exceptions import UnsupportedCombination
from arboretum.part import require_number
from arboretum.pruning.base import Pruner
from arboretum.pruning.risk import node_risks
from arboretum.tree import Tree
from arboretum.tree.collapse import collapse

__all__ = ["M5", "cuts_at"]

FloatArray = npt.NDArray[np.float64]

#: An error below this share of the range of the predictions counts as none.
NOTHING = 1e-6


class M5(Pruner):
    r"""Cuts back every subtree whose expected error is no smaller than that of its node's model.

    The error that is expected on other samples is the root mean squared residual of the
    training samples, times

    .. math:: \frac{n + c\,v}{n - v}

    for n samples and v parameters.  Those of a model are its terms and the intercept, those of a
    subtree those of its leaves and one per split.  Where :math:`n \le c\,v` nothing can be
    expected; then the smaller tree is kept, as in every tie.

    Parameters
    ----------
    cost : float
        The c above: how much a parameter counts.  1 is Quinlan's M5, 2 Weka's M5P; more prunes
        more.

    References
    ----------
    J. R. Quinlan (1992), Learning with continuous classes, *Proceedings of the 5th Australian
    Joint Conference on Artificial Intelligence*, 343-348.  Y. Wang, I. H. Witten (1997), Inducing
    model trees for continuous classes, *Poster papers of the 9th European Conference on Machine
    Learning*.
    """

    name = "m5"
    reason = "pruned: its splits do not lower the error expected on other samples"

    def __init__(self, cost: float = 2.0) -> None:
        self.cost = cost

    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        require_number(self, "cost")
        if tree.schema.is_classification:
            raise UnsupportedCombination(
                "M5 weighs the squared errors of numbers, but the target has classes. Use a "
                "pruner for classes, such as 'cost_complexity' or 'reduced_error'."
            )
        return collapse(tree, cuts_at(tree, [self.cost])[0], self.reason)


def cuts_at(tree: Tree, costs: Sequence[float]) -> npt.NDArray[np.bool_]:
    """At each cost of a parameter the inner nodes whose subtrees are not worth theirs."""
    models, cost = tree.models, np.array(costs, dtype=float)
    risk, is_leaf = node_risks(tree)[:, None], tree.is_leaf[:, None]
    n_own = np.ones(tree.n_nodes) if models is None else models.n_parameters.astype(float)
    below, n_own = np.zeros((tree.n_nodes, len(cost))), n_own[:, None]
    n_below = np.ones_like(below)  # 1: the split itself
    is_dear = np.zeros(below.shape, dtype=np.bool_)
    nothing = NOTHING * float(np.ptp(tree.value[:, 0]))
    order = np.argsort(tree.depths, kind="stable")
    starts = np.searchsorted(tree.depths[order], np.arange(tree.depth + 2))
    for depth in range(tree.depth, -1, -1):
        node = order[starts[depth] : starts[depth + 1]]
        n, weight = tree.n_samples[node, None], tree.weight[node, None]
        own = _expected(risk[node], weight, n, n_own[node], cost)
        split = _expected(below[node], weight, n, n_below[node], cost)
        is_dear[node] = ~is_leaf[node] & (own <= np.maximum(split, nothing))
        if depth > 0:
            stays, above = is_leaf[node] | is_dear[node], tree.parent[node]
            np.add.at(below, above, np.where(stays, risk[node], below[node]))
            np.add.at(n_below, above, np.where(stays, n_own[node], n_below[node]))
    return is_dear.T


def _expected(
    risk: FloatArray, weight: FloatArray, n: FloatArray, v: FloatArray, cost: FloatArray
) -> FloatArray:
    error = np.sqrt(np.maximum(risk, 0.0) / weight) * (n + cost * v)
    return np.divide(error, n - v, out=np.full(error.shape, np.inf), where=n > v)
