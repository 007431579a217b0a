"""Pruners that judge by samples the tree was not grown from."""

from __future__ import annotations

import heapq
from numbers import Real
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.data.encode.dataset_from import dataset_like
from arboretum.exceptions import DataError, ParameterError
from arboretum.growing.held_out import errors_on, hold_out
from arboretum.pruning.base import Pruner
from arboretum.pruning.subtrees import dear_subtrees
from arboretum.stopping.validation import check_validation
from arboretum.tree import Tree
from arboretum.tree.collapse import collapse

__all__ = ["CriticalValue", "ReducedError"]

FloatArray = npt.NDArray[np.float64]
Order = Literal["best_first", "bottom_up"]

#: Errors are sums; this much of them is rounding.
ROUNDING = 1e-12


class JudgesByOthers(Pruner):
    """Holds samples out before the tree is grown, or is given some later.

    A subclass has the parameters ``share``, ``random_state`` and ``data``.
    """

    share: float
    random_state: int
    data: Any

    def partition(self, dataset: Dataset) -> tuple[Dataset, Dataset]:
        check_validation(self)
        return hold_out(dataset, self.share, self.random_state, self.data)

    def errors_on(self, tree: Tree, dataset: Dataset | None) -> tuple[FloatArray, FloatArray]:
        """What each node gets wrong of the held-out samples: of all there, and of those ending."""
        check_validation(self)
        if dataset is None and self.data is not None:
            dataset = dataset_like(tree.schema, *self.data)
        if dataset is None:
            raise DataError(
                f"{type(self).__name__} judges by samples that the tree was not grown from, but "
                "got none. Pass some, as in model.prune(pruner, X, y), or prune while fitting, "
                "which holds out a share."
            )
        return errors_on(tree, dataset)


class ReducedError(JudgesByOthers):
    r"""Cuts back every subtree that is no better than a leaf on held-out samples.

    Node t is cut if the error of its subtree on those samples is no smaller
    than that of t as a leaf; a tie goes to the smaller tree:

    .. math:: e(t) \le e(T_t)

    The leaf predicts what the *training* samples at t say.  The error is the loss
    that the tree was grown to minimise: the weight of wrong classes, or their
    loss by a loss matrix, with priors if there are any; for numbers the squared
    error, the absolute one, or the deviance.

    Parameters
    ----------
    order : {"best_first", "bottom_up"}
        ``"best_first"`` cuts the node that lowers the error most, then looks
        again, until every cut would raise it; of equal nodes the first.
        ``"bottom_up"`` judges children before their parents, and finds the tree
        of least error.  The two may differ: cutting a large subtree
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


class CriticalValue(JudgesByOthers):
    r"""Cuts back every subtree in which no split reaches the critical value.

    A node stays if its own split, or one below it, scored at least ``value``
    by the criterion the tree was grown by.  Larger values give smaller trees,
    one inside the other.

    Parameters
    ----------
    value : float or None
        The critical value.  None takes that of the tree of least error on
        held-out samples; of equal trees the smallest.
    share : float
        The share of the samples to hold out while fitting, if ``value`` is None.
    random_state : int
        Seed of the draw of these samples.
    data : tuple (X, y) or (X, y, sample_weight), optional
        Samples to judge by, instead of a share.

    References
    ----------
    J. Mingers (1987), Expert systems - rule induction with statistical data,
    *Journal of the Operational Research Society* 38, 39-47.
    """

    name = "critical_value"

    def __init__(
        self,
        value: float | None = None,
        share: float = 0.3,
        random_state: int = 0,
        data: Any = None,
    ) -> None:
        self.value = value
        self.share = share
        self.random_state = random_state
        self.data = data

    def partition(self, dataset: Dataset) -> tuple[Dataset, Dataset]:
        return super().partition(dataset) if self.value is None else (dataset, dataset)

    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        best = _largest_below(tree, np.where(tree.is_leaf, -np.inf, tree.score))
        value = self._value(tree, best, dataset)
        return collapse(tree, best < value, f"pruned: no split below scores {value:g}")

    def _value(self, tree: Tree, best: FloatArray, dataset: Dataset | None) -> float:
        if self.value is None:
            return _least_error(tree, best, *self.errors_on(tree, dataset))
        is_number = isinstance(self.value, Real) and not isinstance(self.value, bool)
        if not is_number or np.isnan(self.value):
            raise ParameterError(
                f"value={self.value!r} of CriticalValue must be a number, or None."
            )
        return float(self.value)


def _largest_below(tree: Tree, amounts: FloatArray) -> FloatArray:
    """The largest of what each node and all below it hold."""
    largest, parent = amounts.tolist(), tree.parent.tolist()
    for node in range(len(parent) - 1, 0, -1):
        if largest[node] > largest[parent[node]]:
            largest[parent[node]] = largest[node]
    return np.array(largest)


def _least_error(tree: Tree, best: FloatArray, alone: FloatArray, ending: FloatArray) -> float:
    """The critical value of the tree of least error; of equal ones the largest."""
    inner = np.flatnonzero(~tree.is_leaf)
    saved = alone - ending
    np.subtract.at(saved, tree.parent[1:], alone[1:])
    keys, step = np.unique(best[inner], return_inverse=True)
    saved_at = np.bincount(step, weights=saved[inner], minlength=len(keys))
    # With the critical value keys[i] all nodes stay whose key is no smaller; the last is the root.
    error = alone[0] - np.append(np.cumsum(saved_at[::-1])[::-1], 0.0)
    least = np.flatnonzero(error <= error.min() + ROUNDING * alone[0])[-1]
    return float(keys[least]) if least < len(keys) else np.inf
