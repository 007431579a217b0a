"""Reduced-error pruning: what does not help on other samples goes."""

from __future__ import annotations

import heapq
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.exceptions import ParameterError
from arboretum.pruning.held_out import JudgesByOthers
from arboretum.pruning.subtrees import dear_subtrees
from arboretum.tree import Tree
from arboretum.tree.collapse import collapse

__all__ = ["ReducedError"]

FloatArray = npt.NDArray[np.float64]
Order = Literal["best_first", "bottom_up"]

#: Errors are sums; this much of them is rounding.
ROUNDING = 1e-12


class ReducedError(JudgesByOthers):
    r"""Cuts back every subtree that a leaf does as well as, on samples held out.

    Node t is cut if the error of its subtree on those samples is no smaller
    than that of t as a leaf; a tie goes to the smaller tree:

    .. math:: e(t) \le e(T_t)

    The leaf predicts what the *training* samples at t say.  The error is the loss
    that the tree was grown to make small: the weight of wrong classes, or their
    loss by a loss matrix, with priors if there are any; for numbers the squared
    error, the absolute one, or the deviance.

    Parameters
    ----------
    order : {"best_first", "bottom_up"}
        ``"best_first"`` cuts the node that lowers the error most, then looks
        again, until every cut would raise it; of equal nodes the first.
        ``"bottom_up"`` asks children before their parents, and finds the tree
        of least error there is.  The two may differ: cutting a large subtree
        at once can forestall two better cuts inside it.
    share : float
        The share of the samples to hold out while fitting; the tree is grown
        from the others.
    random_state : int
        Seed of the draw of these samples.
    data : tuple (X, y) or (X, y, sample_weight), optional
        Samples to judge by, instead of a share: then the tree is grown from all others.

    References
    ----------
    J. R. Quinlan (1987), Simplifying decision trees, *International Journal of
    Man-Machine Studies* 27, 221-234.  T. M. Mitchell (1997), *Machine
    Learning*, 3.7.1.1 (best first).
    """

    name = "reduced_error"
    reason = "pruned: its splits do not lower the error on the samples held out"

    def __init__(
        self,
        order: Order = "best_first",
        share: float = 0.3,
        random_state: int = 0,
        data: Any = None,
    ) -> None:
        self.order = order
        self.share = share
        self.random_state = random_state
        self.data = data

    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        if self.order not in get_args(Order):
            raise ParameterError(
                f"order={self.order!r} is not known. Known: 'best_first', 'bottom_up'."
            )
        alone, ending = self.errors_on(tree, dataset)
        allowance = ROUNDING * alone[0]
        if self.order == "bottom_up":
            cut = dear_subtrees(tree, alone, ending, allowance)
        else:
            cut = _best_first(tree, alone, ending, allowance)
        return collapse(tree, cut, self.reason)


def _best_first(
    tree: Tree, alone: FloatArray, ending: FloatArray, allowance: float
) -> npt.NDArray[np.bool_]:
    """The nodes to cut, one after another, each the one that lowers the error most.

    A cut lowers what is to be gained at the nodes above it and never raises
    it, so what the queue holds of a node is at most out of date: too high.
    """
    parent, end = tree.parent.tolist(), tree.subtree_end
    gain = _gains(tree, alone, ending)
    is_cut, is_gone = np.zeros(tree.n_nodes, dtype=bool), tree.is_leaf.copy()
    waiting = [(-gain[node], node) for node in np.flatnonzero(~tree.is_leaf).tolist()]
    heapq.heapify(waiting)
    while waiting:
        promised, node = heapq.heappop(waiting)
        if is_gone[node] or gain[node] < -allowance:
            continue
        if gain[node] < -promised:
            heapq.heappush(waiting, (-gain[node], node))
            continue
        is_cut[node] = True
        is_gone[node : end[node]] = True
        saved, above = gain[node], parent[node]
        while saved > 0 and above >= 0:
            gain[above] -= saved
            above = parent[above]
    return is_cut


def _gains(tree: Tree, alone: FloatArray, ending: FloatArray) -> list[float]:
    """By how much the error falls if each node becomes a leaf; below 0 if it rises."""
    below, parent = ending.tolist(), tree.parent.tolist()
    for node in range(len(parent) - 1, 0, -1):
        below[parent[node]] += below[node]
    return [float(b - a) for b, a in zip(below, alone.tolist(), strict=True)]
