"""Subtree raising: branches that take the place of their parents, with samples routed anew."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset
from arboretum.data.dataset import contiguous
from arboretum.exceptions import UnsupportedCombination
from arboretum.growing.known_parts import recipe_of
from arboretum.tree import Tree
from arboretum.tree.predict.decision import class_blocks
from arboretum.tree.predict.routing import surrogate_arrays

__all__ = ["raise_subtrees"]

#: The native core goes down one call a level.
MAX_DEPTH = 5_000
WITHOUT = "Use raising=False."


def raise_subtrees(
    tree: Tree, dataset: Dataset, limit: tuple[float, float, float, float], reason: str
) -> Tree:
    """Prune by the errors to expect, with leaves and with raised branches.

    ``dataset`` holds the samples that the tree was grown from; ``limit`` is
    what :func:`~arboretum.pruning.confidence.limit_parameters` gives.
    """
    _check(tree)
    assert dataset.targets is not None
    a_sample = tree.weight[0] / tree.n_samples[0]
    blocks = class_blocks(tree.schema)
    starts = np.array([block.start for block in blocks])
    found = _core.raise_subtrees(
        _arrays(tree),
        surrogate_arrays(tree),
        tree.schema.all_columns(dataset.columns),
        contiguous(dataset.targets + starts, np.int32),
        np.array([*starts, blocks[-1].stop], dtype=np.int64),
        contiguous(dataset.weights / a_sample),
        contiguous(dataset.counts, np.float64),
        None if tree.loss is None else contiguous(tree.loss / (tree.loss.max() or 1.0)),
        limit,
    )
    return _assemble(tree, found, a_sample, reason)


def _arrays(tree: Tree) -> dict[str, npt.NDArray[Any]]:
    splits = {field.name: getattr(tree.splits, field.name) for field in fields(tree.splits)}
    return {**splits, "child_start": tree.child_start, "children": tree.children_flat}


def _check(tree: Tree) -> None:
    """Refuse what cannot be counted anew."""
    leaf = tree.leaf_model
    if not leaf.holds_counts:
        raise UnsupportedCombination(
            f"Raising branches counts classes again, but the leaves are of leaf={leaf.name!r}. "
            f"{WITHOUT}"
        )
    if tree.missing_policy.by_class:
        raise UnsupportedCombination(
            "Raising branches sends samples without a value on by the weight of the branches, but "
            f"the tree was grown with Fractional(by_class=True). {WITHOUT}"
        )
    if tree.depth > MAX_DEPTH:
        raise UnsupportedCombination(
            f"The tree is {tree.depth} deep; branches are raised down to {MAX_DEPTH}. {WITHOUT}"
        )


def _assemble(tree: Tree, found: dict[str, Any], a_sample: float, reason: str) -> Tree:
    """The pruned tree; nodes that hold the samples of growth keep the numbers of growth."""
    place, asks, moved = found["place"], found["asks"], found["moved"].astype(bool)
    value = np.where(moved[:, None], found["values"] * a_sample, tree.value[place])
    weight = np.where(moved, value[:, class_blocks(tree.schema)[0]].sum(axis=1), tree.weight[place])
    impurity = tree.impurity[place]
    if moved.any():
        impurity[moved] = recipe_of(tree).criterion.impurity(value[moved])
    is_pruned = (asks < 0) & ~tree.is_leaf[place]
    inner = asks >= 0
    return replace(
        tree,
        parent=found["parent"],
        n_samples=np.where(moved, found["n_samples"], tree.n_samples[place]),
        weight=weight,
        impurity=impurity,
        value=value,
        splits=tree.splits.take(asks),
        score=np.where(inner, tree.score[asks], np.nan),
        tie=tree.tie[asks] & inner,
        runner_ups=tree.runner_ups.take(asks),
        runner_up_score=np.where(inner, tree.runner_up_score[asks], np.nan),
        competing=None if tree.competing is None else tree.competing.take(asks),
        p_values=None if tree.p_values is None else tree.p_values.take(asks),
        surrogates=None if tree.surrogates is None else tree.surrogates.take(asks),
        stop_reason=np.where(is_pruned, len(tree.reasons), tree.stop_reason[place]),
        reasons=(*tree.reasons, reason),
    )
