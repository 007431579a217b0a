"""The trees that cost-complexity pruning makes of a tree, and where each one is cut."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import UnsupportedCombination
from arboretum.pruning import ComplexityTable, CostComplexity, prices
from arboretum.pruning.risk import RISKS
from arboretum.pruning.weakest_links import ROUNDING
from arboretum.tree import Tree

__all__ = ["PruningSteps", "pruning_steps"]


@dataclass(frozen=True, eq=False)
class PruningSteps:
    """Ever smaller trees; step 0 is the tree as it is.

    Attributes
    ----------
    cut : one entry a node: the first step in which it is a leaf or below one; -1 for a leaf.
    n_leaves : of each step.
    cp, error : the price of a leaf and the risk, as shares of the root's risk; NaN for a
        step 0 that no price leads to.
    xerror, xstd : the risk in cross-validation and its standard error; NaN where not known.
    """

    cut: npt.NDArray[np.int64]
    n_leaves: list[int]
    cp: list[float]
    error: list[float]
    xerror: list[float]
    xstd: list[float]


def pruning_steps(model: Any, tree: Tree) -> PruningSteps | None:
    """The nested trees of a model, with the errors of its table; None if risks are not known.

    The table of an estimator may come from a tree that was larger before it
    was pruned: what it says of larger trees is left out.
    """
    try:
        table = getattr(model, "cp_table_", None) or CostComplexity().table(tree)
        risk = RISKS[table.risk](tree)
    except UnsupportedCombination:
        return None
    alpha, n_leaves = table.alpha[::-1], table.sequence.n_leaves
    smaller = n_leaves < tree.n_leaves
    price = prices(tree, risk, table.links)
    # A price found in the smaller tree may differ from the table's in its last digit.
    step = 1 + np.searchsorted(alpha[smaller], price - ROUNDING * risk[0])
    return PruningSteps(
        np.where(tree.is_leaf, -1, step),
        [tree.n_leaves, *n_leaves[smaller].tolist()],
        *(_column(table, name, tree.n_leaves) for name in ("CP", "rel error", "xerror", "xstd")),
    )


def _column(table: ComplexityTable, name: str, n_leaves: int) -> list[float]:
    """A column of the table, largest tree first, for the trees of so many leaves or fewer."""
    known = table.sequence.n_leaves
    values = np.array(table[name][::-1] if name in table else np.full(len(known), np.nan))
    whole = values[known == n_leaves]
    return [float(whole[0]) if len(whole) else np.nan, *values[known < n_leaves].tolist()]
