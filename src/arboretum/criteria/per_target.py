"""Class criteria for several nominal targets at once."""

from __future__ import annotations

from itertools import accumulate, pairwise

import numpy as np

from arboretum.criteria.base import Criterion, FloatArray
from arboretum.part import Spec, native_spec
from arboretum.statistics import ClassCounts

__all__ = ["PerTarget"]


class PerTarget(Criterion):
    """Average of a class criterion over several nominal targets.

    Parameters
    ----------
    criterion : Criterion
        Scores each target by itself, from class weights.
    blocks : tuple of int
        Number of classes of each target, as in ``ClassCounts.blocks``.
    """

    name = "per_target"
    statistics = ClassCounts

    def __init__(self, criterion: Criterion, blocks: tuple[int, ...]) -> None:
        self.criterion = criterion
        self.blocks = blocks

    @property
    def inner(self) -> Criterion:
        return self.criterion.inner

    def native(self) -> Spec | None:
        inner = native_spec(self.criterion)
        return None if inner is None else self.spec(criterion=inner, blocks=list(self.blocks))

    def score(self, parent: FloatArray, branches: FloatArray) -> FloatArray:
        return self.score_known(parent, branches, 0.0)

    def score_known(
        self, parent: FloatArray, branches: FloatArray, left_out: FloatArray | float
    ) -> FloatArray:
        scores = [
            self.criterion.score_known(parent[block], branches[..., block], left_out)
            for block in self._slices()
        ]
        return np.asarray(np.mean(scores, axis=0))

    def score_each(
        self, parents: FloatArray, branches: FloatArray, left_out: FloatArray | float = 0.0
    ) -> FloatArray:
        scores = [
            self.criterion.score_each(parents[:, block], branches[..., block], left_out)
            for block in self._slices()
        ]
        return np.asarray(np.mean(scores, axis=0))

    def impurity(self, statistics: FloatArray) -> FloatArray:
        return np.asarray(
            np.mean([self.criterion.impurity(statistics[..., b]) for b in self._slices()], axis=0)
        )

    def _slices(self) -> list[slice]:
        return [slice(start, end) for start, end in pairwise(accumulate(self.blocks, initial=0))]
