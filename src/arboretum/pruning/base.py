"""Making a grown tree smaller."""

from __future__ import annotations

from abc import abstractmethod

from arboretum.data import Dataset
from arboretum.part import Part
from arboretum.tree import Tree

__all__ = ["Pruner"]


class Pruner(Part):
    """Maps a grown tree to a smaller one; the grown tree is not changed."""

    @property
    def wants_training(self) -> bool:
        """Whether it is the training samples again that ``prune`` wants."""
        return False

    def parted(self, dataset: Dataset) -> tuple[Dataset, Dataset]:
        """The samples to grow from and those to prune by: all for both, unless some are held out.

        Asked before a tree is grown that is to be pruned at once.
        """
        return dataset, dataset

    @abstractmethod
    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        """The pruned tree.  ``dataset`` are the samples to judge by, if there are any.

        ``tree.collapse(nodes)`` cuts the subtrees below nodes.
        """
