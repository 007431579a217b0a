"""The leaf model of a grown tree."""

from __future__ import annotations

from collections.abc import Mapping

import numpy.typing as npt

from arboretum.exceptions import UnknownPartError
from arboretum.leaves import EVERY, LeafModel
from arboretum.leaves.base import FloatArray
from arboretum.part import part_from
from arboretum.tree import Tree

__all__ = ["leaf_of"]


class UnknownLeaf(LeafModel):
    """A leaf model that is not built in: only its name is known."""

    def __init__(self, word: str) -> None:
        self.word = word

    @property
    def value_word(self) -> str:
        return self.word

    def value(
        self,
        statistics: FloatArray,
        targets: npt.NDArray | None = None,
        weights: FloatArray | None = None,
    ) -> FloatArray:
        raise NotImplementedError


def leaf_of(tree: Tree) -> LeafModel:
    """The leaf model that a tree was grown by, made again from its description in the tree."""
    described = tree.parts.get("leaf")
    try:
        return part_from(described, EVERY, exact=False)
    except UnknownPartError:
        name = described.get("name") if isinstance(described, Mapping) else None
        found = UnknownLeaf(name if isinstance(name, str) and name else "mean")
        found.holds_counts = described is None  # a tree made by hand does not describe its leaves
        return found
