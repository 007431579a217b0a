"""M5's pruning: a subtree stays if it is expected to be better on other samples."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.exceptions import UnsupportedCombination
from arboretum.part import require_number
from arboretum.pruning.base import Pruner
from arboretum.pruning.risk import node_risks
from arboretum.tree import Tree
from arboretum.tree.collapse import collapse

__all__ = ["M5"]

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
        return collapse(tree, self._dear(tree), self.reason)

    def _dear(self, tree: Tree) -> npt.NDArray[np.bool_]:
        """The inner nodes whose subtrees are not worth their parameters."""
        risk = node_risks(tree).tolist()
        models = tree.models
        n_own = [1] * tree.n_nodes if models is None else models.n_parameters.tolist()
        n, weight = tree.n_samples.tolist(), tree.weight.tolist()
        below, n_below = [0.0] * tree.n_nodes, [1.0] * tree.n_nodes  # 1: the split itself
        is_dear = np.zeros(tree.n_nodes, dtype=np.bool_)
        nothing = NOTHING * float(np.ptp(tree.value[:, 0]))
        is_leaf, parent = tree.is_leaf.tolist(), tree.parent.tolist()
        for node in tree.bottom_up():
            own = self._expected(risk[node], weight[node], n[node], n_own[node])
            split = self._expected(below[node], weight[node], n[node], n_below[node])
            is_dear[node] = not is_leaf[node] and own <= max(split, nothing)
            stays = is_leaf[node] or is_dear[node]
            if node > 0:
                below[parent[node]] += risk[node] if stays else below[node]
                n_below[parent[node]] += n_own[node] if stays else n_below[node]
        return is_dear

    def _expected(self, risk: float, weight: float, n: float, v: float) -> float:
        if n <= v:
            return float("inf")
        return float(np.sqrt(max(risk, 0.0) / weight)) * (n + self.cost * v) / (n - v)
