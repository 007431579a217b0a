"""Absolute error: how far numbers are from their median."""

from __future__ import annotations

import numpy as np

from arboretum.criteria.base import FloatArray
from arboretum.criteria.impurity import ImpurityDecrease
from arboretum.data import Schema
from arboretum.part import Spec
from arboretum.search.loss import AbsoluteLoss, Loss
from arboretum.statistics import AbsoluteDeviations

__all__ = ["AbsoluteError"]


class AbsoluteError(ImpurityDecrease):
    r"""Decrease of the mean absolute deviation from the median.

    .. math:: I = \frac{1}{w} \sum_i w_i |y_i - \operatorname{median}(y)|

    Less moved by outliers than the squared error; leaves should predict the
    median.
    """

    name = "absolute_error"
    statistics = AbsoluteDeviations

    def native(self) -> Spec:
        return self.spec()

    def loss(self, schema: Schema, matrix: FloatArray | None) -> Loss:
        return AbsoluteLoss()

    def impurity(self, statistics: FloatArray) -> FloatArray:
        weight, deviation = statistics[..., 0], statistics[..., 1]
        return np.divide(deviation, weight, out=np.zeros_like(deviation), where=weight > 0)
