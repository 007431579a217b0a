"""One leaf for all categories that lead to the same decision."""

from __future__ import annotations

from arboretum.data import Dataset
from arboretum.pruning.base import Pruner
from arboretum.tree import Tree
from arboretum.tree.join_leaves import join_leaves

__all__ = ["JoinLeaves"]


class JoinLeaves(Pruner):
    """Makes one leaf of those below one question about categories that decide alike.

    No decision changes, only the number of leaves; their shares of the classes become those of
    all their samples.
    """

    name = "join_leaves"

    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        return join_leaves(tree)
