"""M5's pruning: a subtree stays if it is expected to be better on other samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.exceptions import UnsupportedCombination
from arboretum.part import require_number
from arboretum.pruning.base import Pruner, require_training
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

    Of several targets the squared residuals are added up by the weights of the targets.

    Parameters
    ----------
    cost : float
        The c above: how much a parameter counts.  1 is Quinlan's M5, 2 Weka's M5P; more prunes
        more.
    per_target : bool
        Whether a subtree of several targets is cut back only where the error of every target, by
        itself, is expected to be no smaller: CLUS's ``M5Multi``.  This needs the training
        samples.

    References
    ----------
    J. R. Quinlan (1992), Learning with continuous classes, *Proceedings of the 5th Australian
    Joint Conference on Artificial Intelligence*, 343-348.  Y. Wang, I. H. Witten (1997), Inducing
    model trees for continuous classes, *Poster papers of the 9th European Conference on Machine
    Learning*.
    """

    name = "m5"
    reason = "pruned: its splits do not lower the error expected on other samples"

    def __init__(self, cost: float = 2.0, per_target: bool = False) -> None:
        self.cost = cost
        self.per_target = per_target

    @property
    def wants_training(self) -> bool:
        return self.per_target

    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        require_number(self, "cost")
        if tree.schema.is_classification:
            raise UnsupportedCombination(
                "M5 weighs the squared errors of numbers, but the target has classes. Use a "
                "pruner for classes, such as 'cost_complexity' or 'reduced_error'."
            )
        if not self.per_target or tree.models is not None:  # models are of one target
            return collapse(tree, cuts_at(tree, [self.cost])[0], self.reason)
        training = require_training(
            tree,
            dataset,
            purpose="M5(per_target=True) adds up the errors of each target and",
            instead="use M5() for all targets together",
        )
        is_dear = _dear_subtrees(tree, _of_each_target(tree, training), self.cost, in_all=True)
        return collapse(tree, is_dear[:, 0], self.reason)


def cuts_at(tree: Tree, costs: Sequence[float]) -> npt.NDArray[np.bool_]:
    """At each cost of a parameter the inner nodes whose subtrees are not worth theirs."""
    return _dear_subtrees(tree, _of_all_targets(tree), np.array(costs, dtype=float)).T


@dataclass(frozen=True)
class _Seen:
    """What training samples cost at each node, in one column or in one per target.

    Attributes
    ----------
    risk, weight, n : (n_nodes, n_columns)
        The sum of squared residuals, and the weight and number of samples that it is of.
    nothing : (n_columns,) an error that counts as none
    """

    risk: FloatArray
    weight: FloatArray
    n: FloatArray
    nothing: FloatArray


def _of_all_targets(tree: Tree) -> _Seen:
    """Their squared residuals together."""
    risk, weight = node_risks(tree), tree.weight
    is_one = tree.value.shape[1] == 1
    scale = np.ptp(tree.value[:, 0]) if is_one else np.sqrt(max(risk[0], 0.0) / weight[0])
    nothing = NOTHING * np.array([float(scale)])
    return _Seen(risk[:, None], weight[:, None], tree.n_samples[:, None], nothing)


def _of_each_target(tree: Tree, training: Dataset) -> _Seen:
    """The squared residuals of each, of the samples that have it."""
    row, node, share = tree.ends(training.columns).parts()
    targets = np.asarray(training.targets)
    is_known = ~np.isnan(targets)
    risk, weight = np.zeros_like(tree.value), np.zeros_like(tree.value)
    while len(node):  # from where samples end up to the root
        there = (share * training.weights[row])[:, None] * is_known[row]
        away = np.where(is_known[row], targets[row] - tree.value[node], 0.0)
        np.add.at(weight, node, there)
        np.add.at(risk, node, there * away**2)
        is_below = tree.parent[node] >= 0
        row, node, share = row[is_below], tree.parent[node[is_below]], share[is_below]
    n = tree.n_samples[:, None] * weight / tree.weight[:, None]
    return _Seen(risk, weight, n, NOTHING * np.ptp(tree.value, axis=0))


def _dear_subtrees(
    tree: Tree, seen: _Seen, cost: FloatArray | float, in_all: bool = False
) -> npt.NDArray[np.bool_]:
    """In each column, or in ``in_all`` of them at once, the nodes that do no worse as leaves.

    A column is a cost of a parameter, or a target.
    """
    models, is_leaf = tree.models, tree.is_leaf[:, None]
    n_own = np.ones(tree.n_nodes) if models is None else models.n_parameters.astype(float)
    n_own, shape = n_own[:, None], np.broadcast_shapes(seen.risk.shape, np.shape(cost))
    is_dear, below = np.zeros(shape, dtype=np.bool_), np.zeros(shape)
    n_below = np.ones(shape)  # 1: the split itself
    order = np.argsort(tree.depths, kind="stable")
    starts = np.searchsorted(tree.depths[order], np.arange(tree.depth + 2))
    for depth in range(tree.depth, -1, -1):
        node = order[starts[depth] : starts[depth + 1]]
        risk, weight, n = seen.risk[node], seen.weight[node], seen.n[node]
        own = _expected(risk, weight, n, n_own[node], cost)
        split = _expected(below[node], weight, n, n_below[node], cost)
        dear = ~is_leaf[node] & (own <= np.maximum(split, seen.nothing))
        is_dear[node] = dear.all(axis=1, keepdims=True) if in_all else dear
        if depth > 0:
            stays, above = is_leaf[node] | is_dear[node], tree.parent[node]
            np.add.at(below, above, np.where(stays, risk, below[node]))
            np.add.at(n_below, above, np.where(stays, n_own[node], n_below[node]))
    return is_dear


def _expected(
    risk: FloatArray, weight: FloatArray, n: FloatArray, v: FloatArray, cost: FloatArray | float
) -> FloatArray:
    mean = np.divide(np.maximum(risk, 0.0), weight, out=np.zeros_like(risk), where=weight > 0)
    error = np.sqrt(mean) * (n + cost * v)
    return np.divide(error, n - v, out=np.full(error.shape, np.inf), where=n > v)
