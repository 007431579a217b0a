"""Cutting subtrees off: the one operation every pruner ends in."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import ParameterError
from arboretum.tree.structure import is_below

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = ["PRUNED", "collapse", "node_mask"]

#: Why a node stopped that was cut back after growing.
PRUNED = "pruned"


def collapse(tree: Tree, cut: npt.NDArray[np.bool_], reason: str = PRUNED) -> Tree:
    """Make leaves of the marked nodes; marking a leaf changes nothing."""
    cut = cut & ~tree.is_leaf
    if not cut.any():
        return tree
    kept = np.flatnonzero(~is_below(tree.parent, cut))
    became_leaf = cut[kept]
    asking = np.where(became_leaf, -1, kept)
    number = np.full(tree.n_nodes, -1, dtype=np.int32)
    number[kept] = np.arange(len(kept))
    parent = tree.parent[kept]
    return replace(
        tree,
        parent=np.where(parent >= 0, number[parent], -1),
        n_samples=tree.n_samples[kept],
        weight=tree.weight[kept],
        impurity=tree.impurity[kept],
        value=tree.value[kept],
        splits=tree.splits.take(asking),
        score=np.where(became_leaf, np.nan, tree.score[kept]),
        tie=tree.tie[kept] & ~became_leaf,
        runner_ups=tree.runner_ups.take(asking),
        runner_up_score=np.where(became_leaf, np.nan, tree.runner_up_score[kept]),
        competing=None if tree.competing is None else tree.competing.take(asking),
        p_values=None if tree.p_values is None else tree.p_values.take(asking),
        surrogates=None if tree.surrogates is None else tree.surrogates.take(asking),
        models=None if tree.models is None else tree.models.take(kept),
        rows=None if tree.rows is None else tree.rows.moved(_node_that_stays(tree, kept)),
        stop_reason=np.where(became_leaf, len(tree.reasons), tree.stop_reason[kept]),
        reasons=(*tree.reasons, reason),
    )


def _node_that_stays(tree: Tree, kept: npt.NDArray[np.integer]) -> npt.NDArray[np.integer]:
    """Of each node that keeps rows its number, or that of the leaf above it, among those kept."""
    assert tree.rows is not None
    return np.searchsorted(kept, tree.rows.node, side="right") - 1


def node_mask(tree: Tree, nodes: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Nodes given by number, or already as one boolean per node, as a mask."""
    given = np.asarray(nodes)
    if given.dtype == np.bool_ and given.shape == (tree.n_nodes,):
        return given
    mask = np.zeros(tree.n_nodes, dtype=np.bool_)
    if given.size == 0:
        return mask
    if given.dtype.kind not in "iu":
        raise ParameterError(
            f"nodes={nodes!r} must be node numbers, or {tree.n_nodes} booleans (one per node)."
        )
    outside = given[(given < 0) | (given >= tree.n_nodes)]
    if outside.size:
        raise ParameterError(
            f"The tree has no node {outside.flat[0]}; its nodes are 0 to {tree.n_nodes - 1}."
        )
    mask[given] = True
    return mask
