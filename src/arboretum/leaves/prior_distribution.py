"""The leaf that weighs classes by their priors."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.leaves.base import FloatArray, LeafModel
from arboretum.leaves.class_distribution import ClassDistribution
from arboretum.part import Measured
from arboretum.search.loss import ClassLoss, Loss
from arboretum.statistics import ClassCounts, Statistics

__all__ = ["PriorDistribution"]


class PriorDistribution(LeafModel):
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
        return loss.by_prior(self.multipliers) if isinstance(loss, ClassLoss) else loss

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
