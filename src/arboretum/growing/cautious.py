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
    start, passed = tree.decision_path(validation.columns)
    row = np.repeat(np.arange(validation.n_rows), np.diff(start))
    error = _errors(tree, validation, recipe, row, passed)
    ends = start[1:] - 1  # samples that cannot answer may end at an inner node
    alone = np.bincount(passed, weights=error, minlength=tree.n_nodes)
    below = np.bincount(tree.parent[1:], weights=alone[1:], minlength=tree.n_nodes)
    below += np.bincount(passed[ends], weights=error[ends], minlength=tree.n_nodes)
    return below < alone * (1 - ROUNDING)


def _errors(
    tree: Tree, validation: Dataset, recipe: Recipe, row: npt.NDArray, node: npt.NDArray
) -> FloatArray:
    """The error that each node makes on each row that passes it."""
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
