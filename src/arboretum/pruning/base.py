"""Making a grown tree smaller."""

from __future__ import annotations

from abc import abstractmethod

import numpy as np

from arboretum.data import Dataset
from arboretum.exceptions import DataError
from arboretum.part import Part
from arboretum.tree import Tree

__all__ = ["Pruner", "require_training"]


class Pruner(Part):
    """Maps a grown tree to a smaller one; the grown tree is not changed."""

    @property
    def wants_training(self) -> bool:
        """Whether ``prune`` needs the training samples again."""
        return False

    def partition(self, dataset: Dataset) -> tuple[Dataset, Dataset]:
        """The samples to grow from and those to prune by: all for both, unless some are held out.

        Called before a tree is grown that is to be pruned at once.
        """
        return dataset, dataset

    @abstractmethod
    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        """The pruned tree.  ``dataset`` are the samples to judge by, if there are any.

        ``tree.collapse(nodes)`` cuts the subtrees below nodes.
        """


def require_training(tree: Tree, dataset: Dataset | None, purpose: str, instead: str) -> Dataset:
    """Refuse anything except the samples that a tree was grown from.

    ``purpose`` is what needs them, and ``instead`` how to do without.
    """
    needs = f"{purpose} needs the samples that the tree was grown from"
    if dataset is None:
        raise DataError(f"{needs}. Pass X and y, or {instead}.")
    given, grown = float(dataset.weights.sum()), float(tree.weight[0])
    if not np.isclose(given, grown, rtol=1e-9):
        raise DataError(
            f"{needs}, which weigh {grown:g}; those passed weigh {given:g}. "
            "Pass X, y and sample_weight as in fit."
        )
    if dataset.schema != tree.schema:
        raise DataError(
            f"{needs}; those passed have other names, categories or classes. "
            "Pass X and y as in fit."
        )
    return dataset
