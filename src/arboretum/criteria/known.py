"""The criterion of a grown tree."""

from __future__ import annotations

from arboretum.criteria import EVERY, Criterion
from arboretum.criteria.base import FloatArray
from arboretum.exceptions import UnknownPartError
from arboretum.part import part_from
from arboretum.tree import Tree

__all__ = ["criterion_of"]


class UnknownCriterion(Criterion):
    """A criterion that is not built in: it has the words of any, and cannot score."""

    def score(self, parent: FloatArray, branches: FloatArray) -> FloatArray:
        raise NotImplementedError

    def impurity(self, statistics: FloatArray) -> FloatArray:
        raise NotImplementedError


def criterion_of(tree: Tree) -> Criterion:
    """The criterion that a tree was grown by, made again from its description in the tree."""
    try:
        return part_from(tree.parts.get("criterion"), EVERY, exact=False)
    except UnknownPartError:
        return UnknownCriterion()
