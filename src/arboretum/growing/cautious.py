"""Cautious splitting: the splits that lower the error on validation samples.

The order of growth never changes a split.  So a tree that was grown without
looking at the validation samples holds every split that a cautious one would
make, and it is cut back from the top to where the first of them did not help.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.growing.best_first import keep_best_splits
from arboretum.growing.held_out import errors_on, hold_out
from arboretum.growing.recipe import Recipe
from arboretum.stopping import StoppingRule
from arboretum.tree import Tree
from arboretum.tree.collapse import collapse

__all__ = ["grow_cautiously"]

#: Errors are sums; this much of them is rounding.
ROUNDING = 1e-12


def grow_cautiously(
    dataset: Dataset,
    recipe: Recipe,
    rule: StoppingRule,
    grow: Callable[[Dataset, Recipe], tuple[Tree, str]],
) -> tuple[Tree, str]:
    """Grow a tree without a rule, by ``grow``, then take back the splits it rejects."""
    assert rule.held_out is not None
    growing, validation = hold_out(dataset, *rule.held_out)
    recipe = recipe.fitted(growing)
    others = tuple(other for other in recipe.stopping if other is not rule)
    order = "depth" if recipe.order == "best" else recipe.order
    whole, grower = grow(
        growing, replace(recipe, stopping=others, max_leaf_nodes=None, order=order)
    )
    tree = collapse(whole, ~_helps(whole, validation), rule.reason)
    if recipe.max_leaf_nodes is not None:
        tree = keep_best_splits(tree, recipe.max_leaf_nodes)
    return replace(tree, parts=recipe.describe(), recipe=recipe), grower


def _helps(tree: Tree, validation: Dataset) -> npt.NDArray[np.bool_]:
    """Whether the children of each node make a smaller error than the node."""
    alone, ending = errors_on(tree, validation)
    below = np.bincount(tree.parent[1:], weights=alone[1:], minlength=tree.n_nodes)
    return below + ending < alone * (1 - ROUNDING)
