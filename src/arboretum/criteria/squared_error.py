"""Squared error: how far numbers are from their mean."""

from __future__ import annotations

import numpy as np

from arboretum.criteria.base import FloatArray
from arboretum.criteria.impurity import ImpurityDecrease, shares
from arboretum.part import Spec
from arboretum.statistics import Moments

__all__ = ["SquaredError"]


class SquaredError(ImpurityDecrease):
    r"""Decrease of the variance, averaged over the targets.

    .. math:: \operatorname{Var}(D) - \sum_b \frac{w_b}{w} \operatorname{Var}(D_b)

    Parameters
    ----------
    ddof : 0 or 1
        The variance divides by the weight less ``ddof``: 0 is the mean squared
        error, 1 the unbiased estimate.  A node of weight ``ddof`` or less has
        variance 0.  With 1 a split can score below 0.
    """

    name = "squared_error"
    statistics = Moments
    is_variance = True

    def __init__(self, ddof: float = 0) -> None:
        self.ddof = ddof

    def native(self) -> Spec:
        return self.spec(ddof=float(self.ddof), fast=self.ddof == 0, fast_known=True)

    def score(self, parent: FloatArray, branches: FloatArray) -> FloatArray:
        if self.ddof:
            return super().score(parent, branches)
        # For ddof=0 the decrease equals the spread of the branch means about the
        # mean of all.  No squares of targets are subtracted, so digits survive
        # where a node is narrow and far from the centre of the data.
        apart = np.square(_means(branches) - _means(parent)[..., None, :]).mean(axis=-1)
        return (shares(branches[..., 0]) * apart).sum(axis=-1)

    def impurity(self, statistics: FloatArray) -> FloatArray:
        n_targets = statistics.shape[-1] // 2
        weight = statistics[..., :1]
        squares = statistics[..., 1 + n_targets :]
        sums = statistics[..., 1 : 1 + n_targets]
        about_mean = np.maximum(squares - sums * _means(statistics), 0.0)
        enough = weight > self.ddof
        variance = np.divide(
            about_mean, weight - self.ddof, out=np.zeros_like(about_mean), where=enough
        )
        return variance.mean(axis=-1)


def _means(statistics: FloatArray) -> FloatArray:
    weight = statistics[..., :1]
    sums = statistics[..., 1 : 1 + statistics.shape[-1] // 2]
    return np.divide(sums, weight, out=np.zeros_like(sums), where=weight > 0)
