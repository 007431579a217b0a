"""Criteria of numbers: how far they are from what a node would predict."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from arboretum import _core
from arboretum.criteria.base import FloatArray
from arboretum.criteria.impurity import ImpurityDecrease, shares
from arboretum.data import Dataset, LabelSets, Schema
from arboretum.part import Spec
from arboretum.search.loss import AbsoluteLoss, Loss, PoissonLoss, VectorLoss
from arboretum.statistics import (
    AbsoluteDeviations,
    LabelCounts,
    Moments,
    PoissonSums,
    Statistics,
    VectorMoments,
)
from arboretum.statistics.vector_moments import spread, vector_parts

__all__ = ["AbsoluteError", "Poisson", "SquaredError", "StandardDeviation", "VectorVariance"]


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
        return self.spec(
            ddof=float(self.ddof), fast=self.ddof == 0, fast_known=True, fast_far_apart=True
        )

    def score(self, parent: FloatArray, branches: FloatArray) -> FloatArray:
        if self.ddof:
            return super().score(parent, branches)
        # For ddof=0 the decrease equals the spread of the branch means about the
        # mean of all.  No squares of targets are subtracted, so digits survive
        # where a node is narrow and far from the centre of the data.
        apart = np.square(_means(branches) - _means(parent)[..., None, :]).mean(axis=-1)
        return (shares(branches[..., 0]) * apart).sum(axis=-1)

    def restored(
        self, value: FloatArray, weight: FloatArray, impurity: FloatArray
    ) -> FloatArray | None:
        if self.ddof:
            return None
        apart = value - value[0]
        # Of several targets the mean variance is known, which each is said to have.
        squares = impurity[:, None] + np.square(apart)
        return weight[:, None] * np.column_stack([np.ones_like(weight), apart, squares])

    def impurity(self, statistics: FloatArray) -> FloatArray:
        n_targets = statistics.shape[-1] // 2
        weight = statistics[..., :1]
        squares = statistics[..., 1 + n_targets :]
        sums = statistics[..., 1 : 1 + n_targets]
        about_mean = np.maximum(squares - sums * _means(statistics), 0.0)
        variance = _divided(about_mean, weight - self.ddof)
        return variance[..., 0] if n_targets == 1 else variance.mean(axis=-1)


def _means(statistics: FloatArray) -> FloatArray:
    weight = statistics[..., :1]
    sums = statistics[..., 1 : 1 + statistics.shape[-1] // 2]
    return _divided(sums, weight)


def _divided(number: FloatArray, weight: FloatArray) -> FloatArray:
    """The number per weight, 0 where that is not above 0."""
    some = weight > 0
    if some.all():  # far quicker
        return np.asarray(number / weight)
    return np.divide(number, weight, out=np.zeros_like(number), where=some)


class StandardDeviation(ImpurityDecrease):
    r"""Decrease of the standard deviation, by which M5 chooses splits.

    .. math:: \operatorname{sd}(D) - \sum_b \frac{w_b}{w} \operatorname{sd}(D_b)

    Beside the variance it cares less for a few samples that are far from the others.

    Parameters
    ----------
    root : float
        Which root of the variance: 2 is the standard deviation.  The higher it is, the less
        a split gains by setting a few far samples apart.
    """

    name = "standard_deviation"
    statistics = Moments

    def __init__(self, root: float = 2.0) -> None:
        self.root = root

    def native(self) -> Spec:
        return self.spec(root=float(self.root))

    def mean_loss(self, impurity: FloatArray) -> FloatArray:
        return np.asarray(impurity**self.root)

    def impurity(self, statistics: FloatArray) -> FloatArray:
        variance = SquaredError().impurity(statistics)
        if self.root == 2:
            return np.sqrt(variance)
        # NumPy's own powers differ in the last bit with the length of an array.
        flat = np.ascontiguousarray(variance, dtype=np.float64).reshape(-1)
        return _core.roots(flat, float(self.root)).reshape(np.shape(variance))


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


class VectorVariance(ImpurityDecrease):
    r"""Decrease of the weighted sum of variances of many targets (Blockeel et al. 1998).

    .. math:: \sum_j c_j \Bigl( \operatorname{Var}_j(D)
              - \sum_b \frac{w_b}{w} \operatorname{Var}_j(D_b) \Bigr)

    Labels are targets that are 0 or 1.  Cells that are not known are left out of the mean and
    the variance of their target.

    Parameters
    ----------
    weights : tuple of float, or Standardised
        How much each target counts, c.
    """

    name = "vector_variance"
    statistics = VectorMoments

    def __init__(self, weights: Any) -> None:
        self.weights = weights

    def native(self) -> Spec:
        return self.spec(fast=True, vectors=True)

    def count(self, dataset: Dataset) -> Statistics:
        if not dataset.schema.is_classification:
            return VectorMoments(dataset, self.weights)
        if dataset.label_sets is None:  # a table of 0 and 1
            sets: Any = LabelSets.from_indicators(np.asarray(dataset.targets))
            dataset = replace(dataset, targets=sets)
        return LabelCounts(dataset, self.weights)

    def loss(self, schema: Schema, matrix: FloatArray | None) -> Loss:
        return VectorLoss(self.weights)

    def score(self, parent: FloatArray, branches: FloatArray) -> FloatArray:
        d = len(self.weights)
        between = spread(vector_parts(parent, d), vector_parts(branches, d)) @ np.array(
            self.weights
        )
        weight = branches[..., 0].sum(axis=-1)
        return np.divide(between, weight, out=np.zeros_like(between), where=weight > 0)

    def restored(
        self, value: FloatArray, weight: FloatArray, impurity: FloatArray
    ) -> FloatArray | None:
        if value.shape[1] != 2 * len(self.weights):
            return None  # means of numbers do not say how many cells were known
        there = value[:, 1::2]
        return np.column_stack([weight, there, there @ np.array(self.weights)])

    def impurity(self, statistics: FloatArray) -> FloatArray:
        known, sums, squares = vector_parts(statistics, len(self.weights))
        about_0 = np.divide(sums * sums, known, out=np.zeros_like(sums), where=known > 0)
        within = np.maximum(squares - about_0 @ np.array(self.weights), 0.0)
        weight = statistics[..., 0]
        return np.divide(within, weight, out=np.zeros_like(within), where=weight > 0)
