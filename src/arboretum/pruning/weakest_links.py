"""Weakest links: at which price per leaf each node gives up its subtree, and the trees left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.exceptions import ParameterError
from arboretum.pruning.risk import node_risks
from arboretum.tree import Tree

__all__ = ["Links", "PruningSequence", "prices", "pruning_sequence", "weakest_links"]

FloatArray = npt.NDArray[np.float64]
Links = Literal["weakest", "rpart"]

#: Prices that differ by less than this share of the root's risk are one.
ROUNDING = 1e-12


def weakest_links(tree: Tree, risk: FloatArray, links: Links = "weakest") -> FloatArray:
    """The ``alpha`` at which each inner node, seen alone, becomes a leaf; NaN for a leaf.

    For node t it is the largest :math:`(R(t) - R(T)) / (|T| - 1)` of all trees
    T that hang on t.  ``links="rpart"`` looks only at those of them in which each
    child is a leaf or keeps the tree that is best for this child alone, as
    rpart does; the price it finds may be too low.  ``risk`` has one number per node.
    """
    kernels = {"weakest": _core.weakest_links, "rpart": _core.rpart_links}
    if links not in kernels:
        raise ParameterError(f"links={links!r} is not known. Known: 'weakest', 'rpart'.")
    return kernels[links](tree.parent, np.ascontiguousarray(risk, dtype=np.float64))


def prices(tree: Tree, risk: FloatArray, links: Links = "weakest") -> FloatArray:
    """The ``alpha`` at which each inner node is a leaf or below one; NaN for a leaf."""
    return _core.path_minima(tree.parent, weakest_links(tree, risk, links))


@dataclass(frozen=True, eq=False)
class PruningSequence:
    """The trees that cost-complexity pruning makes of a tree, the largest first.

    Tree ``i`` is the smallest of least cost for every price from ``alpha[i]``
    up to, not including, ``alpha[i + 1]``.

    Attributes
    ----------
    alpha : (n,) ascending; the first is the lowest price that counts, such as 0.
    n_leaves : (n,)
    risk : (n,)
    """

    alpha: FloatArray
    n_leaves: npt.NDArray[np.int64]
    risk: FloatArray


def pruning_sequence(
    tree: Tree,
    risk: FloatArray | None = None,
    links: Links = "weakest",
    least: float = 0.0,
) -> PruningSequence:
    """All trees that pruning at one price or another makes, from the grown one to the root.

    ``least`` is the lowest price that counts.
    """
    if risk is None:
        risk = node_risks(tree)
    inner = np.flatnonzero(~tree.is_leaf)
    price = np.maximum(prices(tree, risk, links)[inner], least)
    saved = risk.copy()
    np.subtract.at(saved, tree.parent[1:], risk[1:])
    tolerance = ROUNDING * float(risk[0])
    alpha, step = _steps(price, tolerance)
    if len(alpha) == 0 or alpha[0] > least + tolerance:  # else some may be cut at the least price
        alpha, step = np.insert(alpha, 0, least), step + 1
    leaves = np.bincount(step, weights=tree.splits.arity[inner] - 1, minlength=len(alpha))
    gain = np.bincount(step, weights=saved[inner], minlength=len(alpha))
    # What is cut at a later step is still there.
    n_later = np.append(np.cumsum(leaves[::-1])[::-1][1:], 0.0)
    saved_later = np.append(np.cumsum(gain[::-1])[::-1][1:], 0.0)
    return PruningSequence(alpha, 1 + n_later.astype(np.int64), risk[0] - saved_later)


def _steps(price: FloatArray, tolerance: float) -> tuple[FloatArray, npt.NDArray[np.int64]]:
    """The different prices, ascending, and which of them each price is; of equals the highest."""
    alpha, step = np.unique(price, return_inverse=True)
    is_last = np.append(np.diff(alpha) > tolerance, True)[: len(alpha)]
    return alpha[is_last], (np.cumsum(is_last) - is_last)[step]
