"""Splits that R's rpart would not have tried."""

from __future__ import annotations

from arboretum import _core
from arboretum.pruning.risk import node_risks
from arboretum.tree import Tree
from arboretum.tree.collapse import collapse
from arboretum.tree.sides import places

__all__ = ["as_far_as_rpart"]

GIVEN_UP = "given up as in rpart: what the split above may save does not pay for more leaves"


def as_far_as_rpart(tree: Tree, cp: float) -> Tree:
    """The tree without splits that rpart gives up before it looks at them.

    It gives up a node whose split cannot save more than ``cp`` of the root's
    risk, and assumes that a split saves no more than the one above it may save,
    less the price of a leaf.  That is not a bound: a split further down may be
    worth more.
    """
    # Where leaves cost nothing there is hope for every node; rpart's trees are binary.
    if cp == 0 or (tree.splits.arity > 2).any():
        return tree
    risk = node_risks(tree)
    is_split = _core.splits_of_rpart(tree.parent, risk, places(tree), cp * float(risk[0]))
    return collapse(tree, is_split == 0, GIVEN_UP)
