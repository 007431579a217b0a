"""Critical-value pruning: a split must score enough, or stand above one that does."""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.exceptions import ParameterError
from arboretum.pruning.held_out import JudgesByOthers
from arboretum.pruning.subtrees import largest_below
from arboretum.tree import Tree
from arboretum.tree.collapse import collapse

__all__ = ["CriticalValue"]

FloatArray = npt.NDArray[np.float64]

#: Errors are sums; this much of them is rounding.
ROUNDING = 1e-12


class CriticalValue(JudgesByOthers):
    r"""Cuts back every subtree in which no split scores the critical value.

    A node stays if its own split, or one below it, scored at least ``value``
    by the criterion the tree was grown by.  Larger values give smaller trees,
    one inside the other.

    Parameters
    ----------
    value : float or None
        The critical value.  With None that of the tree of least error on
        samples held out is taken; of equal trees the smallest.
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

    def parted(self, dataset: Dataset) -> tuple[Dataset, Dataset]:
        return super().parted(dataset) if self.value is None else (dataset, dataset)

    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        best = largest_below(tree, np.where(tree.is_leaf, -np.inf, tree.score))
        value = self._value(tree, best, dataset)
        return collapse(tree, best < value, f"pruned: no split below scores {value:g}")

    def _value(self, tree: Tree, best: FloatArray, dataset: Dataset | None) -> float:
        if self.value is None:
            return _least_error(tree, best, *self.errors_on(tree, dataset))
        if (
            not isinstance(self.value, Real)
            or isinstance(self.value, bool)
            or self.value != self.value
        ):
            raise ParameterError(
                f"value={self.value!r} of CriticalValue must be a number, or None."
            )
        return float(self.value)


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
