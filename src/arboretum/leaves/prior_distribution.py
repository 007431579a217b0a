"""The leaf that weighs classes by their priors."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.leaves.base import FloatArray, LeafModel
from arboretum.statistics import ClassCounts, Statistics

__all__ = ["PriorDistribution"]


class PriorDistribution(LeafModel):
    """Predicts the class weights of the node, each times a multiplier.

    With the share a class has in the world over the share it has among the
    samples as its multiplier, the shares of the value are probabilities in
    the world.

    Parameters
    ----------
    multipliers : tuple of float
        One a class.
    """

    name = "prior_distribution"

    def __init__(self, multipliers: tuple[float, ...]) -> None:
        self.multipliers = multipliers

    def check(self, statistics: Statistics) -> None:
        self.require(statistics, ClassCounts)

    def value(
        self,
        statistics: FloatArray,
        targets: npt.NDArray | None = None,
        weights: FloatArray | None = None,
    ) -> FloatArray:
        return np.asarray(statistics * self.multipliers)

    def values(self, statistics: FloatArray) -> FloatArray:
        return np.asarray(statistics * self.multipliers)
