"""Nodes that the fast searcher leaves to the general one.

The fast searcher finds sums by subtraction.  Where weights lie far apart, rounding may then decide
between splits that nearly tie, or exceed what a split of a nearly pure node gains.  It ends such
nodes, and the general one goes on from there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.growing.assemble import assemble, list_splits
from arboretum.growing.draw import child_key, root_key
from arboretum.growing.recipe import Recipe
from arboretum.part import Spec
from arboretum.statistics import Statistics
from arboretum.tree import Tree
from arboretum.tree.structure import preorder

__all__ = ["HandedOver", "join"]

Grown = dict[str, Any]
Nodes = npt.NDArray[np.intp]


class HandedOver:
    """Some leaves of a tree with their rows, to grow on from.

    Attributes
    ----------
    nodes : (n,) numbers of the leaves
    rows : of the dataset that reach them, leaf after leaf, in its order
    starts : what the general searcher must know about them
    """

    def __init__(
        self, grown: Grown, nodes: Nodes, dataset: Dataset, statistics: Statistics, recipe: Recipe
    ) -> None:
        spec = recipe.native()
        assert spec is not None  # the fast searcher knew it
        tree = assemble(dict(grown), dataset, statistics, recipe, is_final=False)
        if tree.surrogates is not None:
            are_asked = spec["missing"]["use"] > 0
            tree = replace(tree, surrogates=replace(tree.surrogates, are_asked=are_asked))
        ends = tree.apply(dataset.columns)
        reached = np.flatnonzero(np.isin(ends, nodes))
        self.nodes = nodes
        self.rows = reached[np.argsort(ends[reached], kind="stable")].astype(np.int32)
        paths = [_path(tree, int(node)) for node in nodes]
        self.starts = {
            "n_rows": np.bincount(np.searchsorted(nodes, ends[reached])).tolist(),
            "depth": [len(path) for path in paths],
            "key": [_key(path, spec) for path in paths],
            "asked": [
                sorted({int(tree.splits.column[above]) for above, _ in path}) for path in paths
            ],
            "root_weight": float(tree.weight[0]),
        }


def _path(tree: Tree, node: int) -> list[tuple[int, int]]:
    """The nodes above one, from the root down, with the branches that lead to it."""
    path = []
    while node > 0:
        path.append((int(tree.parent[node]), int(tree.branch[node])))
        node = path[-1][0]
    return path[::-1]


def _key(path: list[tuple[int, int]], spec: Spec) -> int:
    """The key that decides which features are drawn; 0 where none are."""
    if spec["max_features"] is None:
        return 0
    key = root_key(spec["seed"])
    for _, branch in path:
        key = child_key(key, branch)
    return key


def join(above: Grown, below: Grown, nodes: Nodes, recipe: Recipe) -> Grown:
    """One tree of a tree and of what was grown on from some of its leaves.

    The first nodes of ``below`` are those leaves; the others come after all nodes of ``above``.
    """
    n_above, n_nodes, n_below = len(above["parent"]), len(nodes), len(below["parent"])
    above = list_splits(above, recipe)
    number = np.concatenate([nodes, n_above + np.arange(n_below - n_nodes)]).astype(np.int32)
    parent = np.concatenate([above["parent"], number[below["parent"][n_nodes:]]])
    joined: Grown = {"parent": parent}
    for name in ("totals", "stop"):
        first = above[name].copy()
        first[nodes] = below[name][:n_nodes]
        joined[name] = np.concatenate([first, below[name][n_nodes:]])
    for name in ("splits", "runner_ups", "competitors", "surrogates"):
        found = [table for table in (above.get(name), _moved(below.get(name), number)) if table]
        if found:
            joined[name] = _concatenated(found)
    # Children of a node are numbered in the order of its branches.
    joined["order"] = preorder(parent, np.arange(len(parent), dtype=np.int32))
    return joined


def _moved(table: Grown | None, number: npt.NDArray[np.int32]) -> Grown | None:
    return None if table is None else {**table, "node": number[table["node"]]}


def _concatenated(tables: list[Grown]) -> Grown:
    """Columns one behind another; those that hold nothing may be left out of a table."""
    names = {name for table in tables for name in table}
    return {
        name: np.concatenate([table[name] for table in tables if name in table]) for name in names
    }
