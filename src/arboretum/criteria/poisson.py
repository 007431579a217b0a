"""Poisson deviance: how far counts are from their rate."""

from __future__ import annotations

import numpy as np

from arboretum.criteria.base import FloatArray
from arboretum.criteria.impurity import ImpurityDecrease
from arboretum.data import Schema
from arboretum.part import Spec
from arboretum.search.loss import Loss, PoissonLoss
from arboretum.statistics import PoissonSums

__all__ = ["Poisson"]


class Poisson(ImpurityDecrease):
    r"""Decrease of half the mean Poisson deviance, averaged over the targets.

    .. math:: I = \frac{1}{w} \sum_i w_i \, y_i \log \frac{y_i}{\bar y}

    For counts and rates, 0 or above.  The numbers are those of scikit-learn,
    with one difference: a node in which all targets are 0 is pure and has
    impurity 0, where scikit-learn forbids the split that makes it.
    """

    name = "poisson"
    statistics = PoissonSums
    rpart_unit = 2.0  # the impurity is half the mean deviance

    def native(self) -> Spec:
        return self.spec()

    def loss(self, schema: Schema, matrix: FloatArray | None) -> Loss:
        return PoissonLoss()

    def impurity(self, statistics: FloatArray) -> FloatArray:
        n_targets = statistics.shape[-1] // 2
        weight = statistics[..., :1]
        sums = statistics[..., 1 : 1 + n_targets]
        own = statistics[..., 1 + n_targets :]  # sum of w y log y
        has_events = (weight > 0) & (sums > 0)
        rate = np.divide(sums, weight, out=np.ones_like(sums), where=has_events)
        deviance = np.maximum(own - sums * np.log(rate), 0.0)
        half = np.divide(deviance, weight, out=np.zeros_like(deviance), where=has_events)
        return half.mean(axis=-1)
