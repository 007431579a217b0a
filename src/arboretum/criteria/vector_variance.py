"""The variance of many targets at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from arboretum.criteria.base import FloatArray
from arboretum.criteria.impurity import ImpurityDecrease
from arboretum.data import Dataset, LabelSets, Schema
from arboretum.part import Spec
from arboretum.search.loss import Loss, VectorLoss
from arboretum.statistics import LabelCounts, Statistics, VectorMoments
from arboretum.statistics.vector_moments import spread, vector_parts

__all__ = ["VectorVariance"]


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

    def impurity(self, statistics: FloatArray) -> FloatArray:
        known, sums, squares = vector_parts(statistics, len(self.weights))
        about_0 = np.divide(sums * sums, known, out=np.zeros_like(sums), where=known > 0)
        within = np.maximum(squares - about_0 @ np.array(self.weights), 0.0)
        weight = statistics[..., 0]
        return np.divide(within, weight, out=np.zeros_like(within), where=weight > 0)
