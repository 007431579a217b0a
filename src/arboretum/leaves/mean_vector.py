"""The leaf that predicts the mean of many targets."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.leaves.base import FloatArray, LeafModel
from arboretum.statistics import Statistics, VectorMoments

__all__ = ["MeanVector"]


class MeanVector(LeafModel):
    """Predicts the mean of the known cells of each target.

    A target of which a node knows no cell is predicted by its mean over all samples.
    """

    name = "mean_vector"

    def check(self, statistics: Statistics) -> None:
        self.require(statistics, VectorMoments)

    def value(
        self,
        statistics: FloatArray,
        targets: npt.NDArray | None = None,
        weights: FloatArray | None = None,
    ) -> FloatArray:
        return np.array(statistics, dtype=np.float64)

    def values(self, statistics: FloatArray) -> FloatArray:
        return np.asarray(statistics, dtype=np.float64)
