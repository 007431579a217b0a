"""The leaf that keeps all classes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.leaves.base import FloatArray, LeafModel
from arboretum.statistics import ClassCounts, LabelCounts, Statistics

__all__ = ["ClassDistribution"]


class ClassDistribution(LeafModel):
    """Predicts the class weights of the node; their shares are probabilities."""

    name = "distribution"
    holds_counts = True

    def check(self, statistics: Statistics) -> None:
        self.require(statistics, ClassCounts, LabelCounts)

    def value(
        self,
        statistics: FloatArray,
        targets: npt.NDArray | None = None,
        weights: FloatArray | None = None,
    ) -> FloatArray:
        return np.array(statistics, dtype=np.float64)

    def values(self, statistics: FloatArray) -> FloatArray:
        return np.array(statistics, dtype=np.float64)
