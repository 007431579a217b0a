"""Several pruners, one after the other."""

from __future__ import annotations

from arboretum.data import Dataset
from arboretum.exceptions import ParameterError
from arboretum.pruning.base import Pruner
from arboretum.tree import Tree

__all__ = ["InTurn"]


class InTurn(Pruner):
    """Prunes by each of several pruners what the one before it left.

    Parameters
    ----------
    pruners : tuple of Pruner
        At most one of them may hold samples out.
    """

    name = "in_turn"

    def __init__(self, pruners: tuple[Pruner, ...] = ()) -> None:
        self.pruners = pruners

    @property
    def wants_training(self) -> bool:
        return any(pruner.wants_training for pruner in self.pruners)

    def partition(self, dataset: Dataset) -> tuple[Dataset, Dataset]:
        found = dataset, dataset
        for pruner in self.pruners:
            growing, judging = pruner.partition(dataset)
            if growing is dataset:
                continue
            if found[0] is not dataset:
                raise ParameterError(
                    f"{self!r}: more than one of these pruners holds samples out, and they would "
                    "not be the same. Keep one of them."
                )
            found = growing, judging
        return found

    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        for pruner in self.pruners:
            tree = pruner.prune(tree, dataset)
        return tree
