"""Samples that a tree was not grown from: held out, and what its nodes get wrong of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset
from arboretum.data.encode.dataset_from import dataset_like
from arboretum.growing.draw import root_key
from arboretum.growing.frontier import keep_best_splits
from arboretum.growing.losses import loss_of, predicted_by_nodes
from arboretum.growing.recipe import Recipe
from arboretum.stopping import StoppingRule
from arboretum.tree import Tree
from arboretum.tree.collapse import collapse

__all__ = ["errors_on", "grow_cautiously", "hold_out"]

FloatArray = npt.NDArray[np.float64]

#: Errors are sums; this much of them is rounding.
ROUNDING = 1e-12


def hold_out(
    dataset: Dataset, share: float, random_state: int, data: Any = None
) -> tuple[Dataset, Dataset]:
    """The samples to grow from, and those to judge by: a drawn share, or ``data``."""
    if data is not None:
        return dataset, dataset_like(dataset.schema, *data)
    n_rows = dataset.n_rows
    drawn = _core.shuffled(n_rows, root_key(random_state))
    n_held_out = min(max(1, round(share * n_rows)), n_rows - 1)
    first, last = np.sort(drawn[n_held_out:]), np.sort(drawn[:n_held_out])
    return dataset.take(first), dataset.take(last)


def errors_on(tree: Tree, held_out: Dataset) -> tuple[FloatArray, FloatArray]:
    """What each node gets wrong, were it a leaf, of the samples that come to it.

    The second array counts only the samples that end there.  The error is the weight of
    samples times what each costs by ``growing.losses.loss_of``.
    """
    row, node, share = tree.ends(held_out.columns).parts()
    loss, fixed = loss_of(tree), None if tree.models is not None else predicted_by_nodes(tree)

    def summed() -> FloatArray:
        """The error at each node of the shares of rows that are there."""
        assert held_out.targets is not None
        predicted = tree.predict_at(held_out.columns, row, node) if fixed is None else fixed[node]
        error = share * held_out.weights[row] * loss.of(held_out.targets[row], predicted)
        return np.bincount(node, weights=error, minlength=tree.n_nodes).astype(np.float64)

    ending = summed()
    alone = ending.copy()
    while (is_below := tree.parent[node] >= 0).any():  # up to the root
        row, node, share = row[is_below], tree.parent[node[is_below]], share[is_below]
        alone += summed()
    return alone, ending


def grow_cautiously(
    dataset: Dataset,
    recipe: Recipe,
    rule: StoppingRule,
    grow: Callable[[Dataset, Recipe], tuple[Tree, str]],
) -> tuple[Tree, str]:
    """Cautious splitting: grow a tree without ``rule``, then take back the splits it rejects.

    The order of growth never changes a split.  So a tree that was grown without looking
    at the validation samples holds every split that a cautious one would make, and it is
    cut back from the top to where the first of them did not help.
    """
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
