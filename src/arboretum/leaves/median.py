"""The leaf that predicts the median."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.exceptions import UnsupportedCombination
from arboretum.leaves.base import FloatArray, LeafModel
from arboretum.search.loss import AbsoluteLoss, Loss
from arboretum.statistics import ClassCounts, Statistics

__all__ = ["Median"]


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
