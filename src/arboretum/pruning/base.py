"""Making a grown tree smaller."""

from __future__ import annotations

from abc import abstractmethod

from arboretum.data import Dataset
from arboretum.part import Part
from arboretum.tree import Tree

__all__ = ["Pruner"]


class Pruner(Part):
    """Maps a grown tree to a smaller one; the grown tree is not changed."""

    @abstractmethod
    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        """The pruned tree.  ``dataset`` are the samples to judge by, if there are any.

        ``tree.collapse(nodes)`` cuts the subtrees below nodes.
        """
