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

from arboretum import _core
from arboretum.criteria import AbsoluteError
from arboretum.data import Dataset
from arboretum.data.dataset_like import dataset_like
from arboretum.growing.best_first import keep_best_splits
from arboretum.growing.draw import root_key
from arboretum.growing.recipe import Recipe
from arboretum.stopping import Validation
from arboretum.tree import Tree
from arboretum.tree.collapse import collapse

__all__ = ["grow_cautiously"]

FloatArray = npt.NDArray[np.float64]

#: Errors are sums; this much of them is rounding.
ROUNDING = 1e-12


def grow_cautiously(
    dataset: Dataset,
    recipe: Recipe,
    rule: Validation,
    grow: Callable[[Dataset, Recipe], tuple[Tree, str]],
) -> tuple[Tree, str]:
    """Grow a tree without a rule, by ``grow``, then take back the splits it rejects."""
    growing, validation = _parted(dataset, rule)
    others = tuple(other for other in recipe.stopping if other is not rule)
    order = "depth" if recipe.order == "best" else recipe.order
    whole, grower = grow(
        growing, replace(recipe, stopping=others, max_leaf_nodes=None, order=order)
    )
    tree = collapse(whole, ~_helps(whole, validation, recipe), rule.reason)
    if recipe.max_leaf_nodes is not None:
        tree = keep_best_splits(tree, recipe.max_leaf_nodes)
    return replace(tree, parts=recipe.describe(), recipe=recipe), grower


def _parted(dataset: Dataset, rule: Validation) -> tuple[Dataset, Dataset]:
    """The samples to grow from, and those to validate on."""
    if rule.data is not None:
        return dataset, dataset_like(dataset.schema, *rule.data)
    n_rows = dataset.n_rows
    drawn = _core.shuffled(n_rows, root_key(rule.random_state))
    n_validation = min(max(1, round(rule.share * n_rows)), n_rows - 1)
    first, last = np.sort(drawn[n_validation:]), np.sort(drawn[:n_validation])
    return dataset.take(first), dataset.take(last)


def _helps(tree: Tree, validation: Dataset, recipe: Recipe) -> npt.NDArray[np.bool_]:
    """Whether the children of each node make a smaller error than the node."""
    row, node, share = _places(tree, validation)
    alone, stays = np.zeros(tree.n_nodes), None
    while len(node):  # from where the samples end up to the root
        error = share * _errors(tree, validation, recipe, row, node)
        here = np.bincount(node, weights=error, minlength=tree.n_nodes)
        stays = here if stays is None else stays
        alone += here
        is_below = tree.parent[node] >= 0
        row, node, share = row[is_below], tree.parent[node[is_below]], share[is_below]
    below = np.bincount(tree.parent[1:], weights=alone[1:], minlength=tree.n_nodes)
    return below + (0.0 if stays is None else stays) < alone * (1 - ROUNDING)


def _places(
    tree: Tree, validation: Dataset
) -> tuple[npt.NDArray[np.integer], npt.NDArray[np.integer], FloatArray]:
    """Rows, the nodes where they end, and the share of the row that ends there."""
    ends = tree.ends(validation.columns)
    whole = np.delete(np.arange(validation.n_rows), ends.rows)
    row = np.concatenate([whole, np.repeat(ends.rows, np.diff(ends.start))])
    node = np.concatenate([ends.node[whole], ends.nodes])
    return row, node, np.concatenate([np.ones(len(whole)), ends.shares])


def _errors(
    tree: Tree, validation: Dataset, recipe: Recipe, row: npt.NDArray, node: npt.NDArray
) -> FloatArray:
    """The error that nodes make on rows."""
    assert validation.targets is not None
    truth, weight = validation.targets[row], validation.weights[row]
    if not tree.schema.is_classification:
        away = np.abs(truth - tree.value[node])
        is_absolute = isinstance(recipe.criterion, AbsoluteError)
        return weight * (away if is_absolute else away**2).sum(axis=1)
    decided = tree.decisions[node]
    if tree.loss is not None:
        return weight * tree.loss[truth[:, 0], decided[:, 0]]
    return weight * (truth != decided).sum(axis=1)
