"""Joining leaves of one question that decide alike, where the question is about categories."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from arboretum.tree.collapse import collapse
from arboretum.tree.split import CATEGORY, Split, SplitTable

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = ["join_leaves"]

IntArray = npt.NDArray[np.integer]

#: Why a node stopped whose children all decided alike.
ALIKE = "joined: all its branches decide alike"


def join_leaves(tree: Tree) -> Tree:
    """The tree with one leaf where several of one question about categories decide alike.

    The categories that led to them lead to their one leaf, which holds the samples of all.  A
    node whose branches all decide alike becomes a leaf itself.  Nodes that hold models are kept.
    """
    if tree.models is not None:
        return tree
    while (alike := _all_alike(tree)).any():
        tree = collapse(tree, alike, ALIKE)
    into = _first_alike(tree)
    return tree if (into == np.arange(tree.n_nodes)).all() else _joined(tree, into)


def _by_category(tree: Tree) -> npt.NDArray[np.bool_]:
    return ~tree.is_leaf & (tree.splits.kind == CATEGORY)


def _all_alike(tree: Tree) -> npt.NDArray[np.bool_]:
    """Nodes that ask about a category, and whose children are leaves that decide alike."""
    parent, is_odd = tree.parent[1:], np.zeros(tree.n_nodes, dtype=bool)
    first = tree.decisions[tree.children_flat[tree.child_start[parent]]]
    differs = (tree.decisions[1:] != first).any(axis=1) | ~tree.is_leaf[1:]
    np.logical_or.at(is_odd, parent, differs)
    return _by_category(tree) & ~is_odd


def _first_alike(tree: Tree) -> IntArray:
    """Of each node the first sibling that is to stand for it: mostly itself."""
    into = np.arange(tree.n_nodes)
    for node in np.flatnonzero(_by_category(tree)).tolist():
        leaves = [int(child) for child in tree.children(node) if tree.is_leaf[child]]
        first: dict[tuple[int, ...], int] = {}
        for leaf in leaves:
            into[leaf] = first.setdefault(tuple(tree.decisions[leaf].tolist()), leaf)
    return into


def _joined(tree: Tree, into: IntArray) -> Tree:
    """The tree in which leaves are one with an earlier sibling."""
    stays = into == np.arange(tree.n_nodes)
    kept = np.flatnonzero(stays)
    number = (np.cumsum(stays) - 1)[into]
    parent = tree.parent[kept]

    def summed(column: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        whole = column.copy()
        np.add.at(whole, into[~stays], column[~stays])
        return whole[kept]

    value, weight = summed(tree.value), summed(tree.weight)
    impurity = tree.impurity[kept]
    grew = np.isin(kept, into[~stays])
    impurity[grew] = tree.criterion.impurity(value[grew])
    return replace(
        tree,
        parent=np.where(parent >= 0, number[parent], -1),
        n_samples=summed(tree.n_samples),
        weight=weight,
        impurity=impurity,
        value=value,
        splits=_fewer_branches(tree, into, kept),
        score=tree.score[kept],
        tie=tree.tie[kept],
        runner_ups=tree.runner_ups.take(kept),
        runner_up_score=tree.runner_up_score[kept],
        competing=None if tree.competing is None else tree.competing.take(kept),
        p_values=None if tree.p_values is None else tree.p_values.take(kept),
        surrogates=None if tree.surrogates is None else tree.surrogates.take(kept),
        rows=None if tree.rows is None else tree.rows.moved(number[tree.rows.node]),
        stop_reason=tree.stop_reason[kept],
    )


def _fewer_branches(tree: Tree, into: IntArray, kept: IntArray) -> SplitTable:
    splits: list[Split | None] = []
    for node in kept.tolist():
        split = tree.splits[node]
        if split is not None and split.kind == "category":
            stands = into[tree.children(node)]
            found, place = np.unique(stands, return_inverse=True)
            missing = split.missing_branch
            split = replace(
                split,
                arity=len(found),
                branches=tuple(-1 if b < 0 else int(place[b]) for b in split.branches),
                missing_branch=int(place[missing]) if missing >= 0 else missing,
            )
        splits.append(split)
    return SplitTable.from_splits(splits)
