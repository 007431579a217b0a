"""Linear residuals: how well branches can be fitted by linear models."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np

from arboretum.criteria.base import FloatArray
from arboretum.criteria.impurity import ImpurityDecrease
from arboretum.data import Dataset
from arboretum.exceptions import ParameterError
from arboretum.part import Spec
from arboretum.statistics import LinearResiduals, RemainingResiduals, SingleResiduals

__all__ = ["LinearResidual", "SingleResidual"]


class LinearResidual(ImpurityDecrease):
    r"""Decrease of the mean squared residual of least-squares fits, by which RETIS splits.

    .. math:: \frac{1}{w} \Bigl(\min_b \sum_i w_i (y_i - b_0 - b^T x_i)^2
        - \sum_k \min_b \sum_{i \in k} w_i (y_i - b_0 - b^T x_i)^2\Bigr)

    Where leaves hold linear models it is these that a split should make better: variance
    does not find the bend of :math:`y = |x|`.

    Parameters
    ----------
    features : tuple of str or None
        The features that fits use; None for all.
    ridge : float
        Price of the squares of coefficients, with features in units of their standard
        deviation in all samples.

    References
    ----------
    A. Karalic (1992), Employing linear regression in regression tree leaves, *Proceedings of
    the 10th European Conference on Artificial Intelligence*, 440-441.
    """

    name = "linear_residual"
    statistics: ClassVar[type[LinearResiduals]] = LinearResiduals

    def __init__(self, features: tuple[str, ...] | None = None, ridge: float = 0.0) -> None:
        self.features = features
        self.ridge = ridge

    def native(self) -> Spec:
        return self.spec()

    def count(self, dataset: Dataset) -> LinearResiduals:
        return self.statistics(dataset, self.features, self.ridge)

    def impurity(self, statistics: FloatArray) -> FloatArray:
        weight, left = statistics[..., 0], statistics[..., 2]
        return np.divide(left, weight, out=np.zeros_like(left), where=weight > 0)


class SingleResidual(LinearResidual):
    """The same with fits by one feature, the best of each branch, by which MAUVE splits.

    Far cheaper than full fits, and nearly as good at finding where models change.

    Parameters
    ----------
    features : tuple of str or None
        The features that fits use; None for all.
    ridge : float
        Price of the square of a coefficient, as in :class:`LinearResidual`.
    lines : {"targets", "residuals"}
        What fits are of: the targets, or what a fit of the node by all features leaves of them.

    References
    ----------
    C. Vens, H. Blockeel (2006), A simple regression based heuristic for learning model trees,
    *Intelligent Data Analysis* 10, 215-236.
    """

    name = "single_residual"
    statistics = SingleResiduals

    def __init__(
        self,
        features: tuple[str, ...] | None = None,
        ridge: float = 0.0,
        lines: Literal["targets", "residuals"] = "residuals",
    ) -> None:
        super().__init__(features, ridge)
        self.lines = lines

    def native(self) -> Spec:
        return self.spec()

    def count(self, dataset: Dataset) -> LinearResiduals:
        if self.lines not in ("targets", "residuals"):
            raise ParameterError(f"lines={self.lines!r} must be 'targets' or 'residuals'.")
        kind = RemainingResiduals if self.lines == "residuals" else self.statistics
        return kind(dataset, self.features, self.ridge)
