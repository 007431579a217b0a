"""Criteria made of another: of several targets, or of classes that count for more."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from arboretum.criteria.base import Criterion, FloatArray
from arboretum.part import Measured, Spec, native_spec
from arboretum.statistics import ClassCounts

__all__ = ["AlteredPriors", "PerTarget"]


class AlteredPriors(Criterion):
    r"""A class criterion on class weights that are multiplied first.

    Splitting by priors and losses (Breiman et al. 1984, 4.4): with
    :math:`m_k` the multiplier of class k and :math:`\tilde w_k = m_k w_k`,

    .. math:: I(w) = \frac{\sum_k \tilde w_k}{\sum_k w_k} \, \tilde I(\tilde w)

    so that weight times impurity is that of the altered weights, while nodes
    and branches keep the weight of their samples.

    Parameters
    ----------
    criterion : Criterion
        Scores the altered class weights.
    multipliers : tuple of float, one per class, or AlteredMultipliers
        The latter measures them from priors and losses.
    """

    name = "altered_priors"
    statistics = ClassCounts

    def __init__(self, criterion: Criterion, multipliers: Any) -> None:
        self.criterion = criterion
        self.multipliers = multipliers

    @property
    def inner(self) -> Criterion:
        return self.criterion.inner

    def native(self) -> Spec | None:
        inner = native_spec(self.criterion)
        multipliers = [float(number) for number in self.multipliers]
        return None if inner is None else self.spec(criterion=inner, multipliers=multipliers)

    def fitted(self, dataset: Any) -> Criterion:
        """The criterion alone where it turns out that all classes count the same."""
        fitted: AlteredPriors = super().fitted(dataset)
        is_measured = isinstance(self.multipliers, Measured)
        return fitted.criterion if is_measured and np.ptp(fitted.multipliers) == 0 else fitted

    def score(self, parent: FloatArray, branches: FloatArray) -> FloatArray:
        altered = parent * self.multipliers
        scores = self.criterion.score(altered, branches * self.multipliers)
        return scores * _ratio(altered, parent)

    def score_each(
        self, parents: FloatArray, branches: FloatArray, left_out: FloatArray | float = 0.0
    ) -> FloatArray:
        altered = parents * self.multipliers
        scores = self.criterion.score_each(altered, branches * self.multipliers)
        return scores * _ratio(altered, parents)

    def impurity(self, statistics: FloatArray) -> FloatArray:
        altered = statistics * self.multipliers
        return self.criterion.impurity(altered) * _ratio(altered, statistics)


def _ratio(altered: FloatArray, weights: FloatArray) -> FloatArray:
    """Altered weight over weight; 0 where there is none."""
    total = weights.sum(axis=-1)
    return np.divide(altered.sum(axis=-1), total, out=np.zeros_like(total), where=total > 0)


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
