"""Leaves of classes: all of them, the largest alone, or weighed by their priors."""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import UnsupportedCombination
from arboretum.leaves.base import FloatArray, LeafModel, StatisticsLeaf
from arboretum.part import Measured
from arboretum.search.loss import ClassLoss, Loss
from arboretum.statistics import ClassCounts, LabelCounts, Statistics

__all__ = ["ClassDistribution", "Majority", "PriorDistribution"]


class ClassDistribution(StatisticsLeaf):
    """Predicts the class weights of the node; their shares are probabilities."""

    name = "distribution"
    holds_counts = True
    joins = "sum"

    def check(self, statistics: Statistics) -> None:
        self.require(statistics, ClassCounts, LabelCounts)

    def values(self, statistics: FloatArray) -> FloatArray:
        return np.array(statistics, dtype=np.float64)


class Majority(LeafModel):
    """Puts all the weight of the node on its largest class; the first of equals.

    Parameters
    ----------
    blocks : tuple of int, optional
        Number of classes of each target where there are several, as in
        ``ClassCounts.blocks``.
    """

    name = "majority"
    tells_errors: ClassVar[bool] = False

    def __init__(self, blocks: tuple[int, ...] | None = None) -> None:
        self.blocks = blocks

    def check(self, statistics: Statistics) -> None:
        self.require(statistics, ClassCounts)
        assert isinstance(statistics, ClassCounts)
        if statistics.blocks not in ((statistics.width,), self.blocks):
            raise UnsupportedCombination(
                f"{self!r} does not fit {len(statistics.blocks)} targets with "
                f"{statistics.blocks} classes. Use Majority(blocks={statistics.blocks})."
            )

    def value(
        self,
        statistics: FloatArray,
        targets: npt.NDArray | None = None,
        weights: FloatArray | None = None,
    ) -> FloatArray:
        value = np.zeros(len(statistics))
        blocks = self.blocks or (len(statistics),)
        for start, end in pairwise(accumulate(blocks, initial=0)):
            block = statistics[start:end]
            value[start + np.argmax(block)] = block.sum()
        return value


class PriorDistribution(StatisticsLeaf):
    """Predicts the class weights of the node, each times a multiplier.

    With the share a class has in the world over the share it has among the
    samples as its multiplier, the shares of the value are probabilities in
    the world.

    Parameters
    ----------
    multipliers : tuple of float, one per class, or PriorMultipliers
        The latter measures them from priors.
    """

    name = "prior_distribution"

    def __init__(self, multipliers: Any) -> None:
        self.multipliers = multipliers

    def fitted(self, dataset: Any) -> LeafModel:
        """The plain distribution where it turns out that no class is multiplied."""
        fitted: PriorDistribution = super().fitted(dataset)
        is_measured = isinstance(self.multipliers, Measured)
        is_plain = is_measured and all(one == 1.0 for one in fitted.multipliers)
        return ClassDistribution() if is_plain else fitted

    def loss(self, loss: Loss) -> Loss:
        return replace(loss, multipliers=self.multipliers) if isinstance(loss, ClassLoss) else loss

    def check(self, statistics: Statistics) -> None:
        self.require(statistics, ClassCounts)

    def values(self, statistics: FloatArray) -> FloatArray:
        return np.asarray(statistics * self.multipliers)
