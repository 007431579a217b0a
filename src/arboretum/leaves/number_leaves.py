"""Leaves of numbers: their mean, their median, or their rate."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.exceptions import UnsupportedCombination
from arboretum.leaves.base import FloatArray, LeafModel, StatisticsLeaf
from arboretum.search.loss import AbsoluteLoss, Loss
from arboretum.statistics import (
    ClassCounts,
    LinearResiduals,
    Moments,
    PoissonSums,
    Statistics,
    VectorMoments,
)

__all__ = ["Mean", "MeanVector", "Median", "ShrunkenRate"]


class Mean(StatisticsLeaf):
    """Predicts the mean of each target."""

    name = "mean"
    joins = "mean"

    def check(self, statistics: Statistics) -> None:
        self.require(statistics, Moments, PoissonSums, LinearResiduals)

    def values(self, statistics: FloatArray) -> FloatArray:
        n_targets = statistics.shape[1] // 2
        return statistics[:, 1 : 1 + n_targets] / statistics[:, :1]


class MeanVector(StatisticsLeaf):
    """Predicts the mean of the known cells of each target.

    A target of which a node knows no cell is predicted by its mean over all samples.
    """

    name = "mean_vector"

    def check(self, statistics: Statistics) -> None:
        self.require(statistics, VectorMoments)

    def values(self, statistics: FloatArray) -> FloatArray:
        return np.asarray(statistics, dtype=np.float64)


class Median(LeafModel):
    """Predicts the weighted median of each target.

    The smallest value that has at least half of the weight at or below it; the
    midpoint with the next value where it has exactly half.
    """

    name = "median"
    needs_targets: ClassVar[bool] = True

    def check(self, statistics: Statistics) -> None:
        if isinstance(statistics, ClassCounts):
            raise UnsupportedCombination(
                "The leaf model Median needs numbers, but the target is nominal: classes have no "
                "middle. Use leaf='distribution' or 'majority'."
            )

    def loss(self, loss: Loss) -> Loss:
        return AbsoluteLoss()

    def value(
        self,
        statistics: FloatArray,
        targets: npt.NDArray | None = None,
        weights: FloatArray | None = None,
    ) -> FloatArray:
        assert targets is not None
        assert weights is not None
        return np.array([_core.median_deviation(column, weights)[2] for column in targets.T])


class ShrunkenRate(StatisticsLeaf):
    r"""Predicts events per unit of weight, drawn towards the overall rate.

    .. math:: \frac{a + \sum_i w_i y_i}{a / r + \sum_i w_i}, \qquad a = 1 / s^2

    The Bayes estimate with a gamma prior of mean :math:`r` and coefficient of
    variation :math:`s`: a node without events predicts more than 0.

    Parameters
    ----------
    shrink : float
        :math:`s`; the smaller, the nearer to ``overall``.  0 does not shrink,
        as in rpart.
    overall : float or MeanTarget
        :math:`r`, the rate of all samples.
    """

    name = "shrunken_rate"

    def __init__(self, shrink: float, overall: Any) -> None:
        self.shrink = shrink
        self.overall = overall

    def check(self, statistics: Statistics) -> None:
        self.require(statistics, PoissonSums)

    def values(self, statistics: FloatArray) -> FloatArray:
        n_targets = statistics.shape[1] // 2
        events, weight = self._prior()
        rates: FloatArray = (statistics[:, 1 : 1 + n_targets] + events) / (
            statistics[:, :1] + weight
        )
        return rates

    def added_risk(self, values: FloatArray, weight: FloatArray) -> FloatArray:
        """What predicting another rate than the node's own adds to half the deviance."""
        events, prior_weight = self._prior()
        rate = values[:, 0]
        own = np.maximum(rate * (weight + prior_weight) - events, 0.0)  # events at the node
        expected = rate * weight
        log_ratio = np.log(
            np.divide(own, expected, out=np.ones_like(own), where=(own > 0) & (expected > 0))
        )
        return np.asarray(own * log_ratio - own + expected)

    def _prior(self) -> tuple[float, float]:
        """Events and weight that the prior adds to those of a node."""
        if self.shrink == 0 or self.overall == 0:
            return 0.0, 0.0
        events = 1.0 / self.shrink**2
        return events, float(events / np.float64(self.overall))
