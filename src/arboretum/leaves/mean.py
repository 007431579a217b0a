"""The leaf that predicts the mean."""

from __future__ import annotations

import numpy.typing as npt

from arboretum.leaves.base import FloatArray, LeafModel
from arboretum.statistics import LinearResiduals, Moments, PoissonSums, Statistics

__all__ = ["Mean"]


class Mean(LeafModel):
    """Predicts the mean of each target."""

    name = "mean"

    def check(self, statistics: Statistics) -> None:
        self.require(statistics, Moments, PoissonSums, LinearResiduals)

    def value(
        self,
        statistics: FloatArray,
        targets: npt.NDArray | None = None,
        weights: FloatArray | None = None,
    ) -> FloatArray:
        return self.values(statistics[None])[0]

    def values(self, statistics: FloatArray) -> FloatArray:
        n_targets = statistics.shape[1] // 2
        return statistics[:, 1 : 1 + n_targets] / statistics[:, :1]
