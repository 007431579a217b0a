"""Sums of numbers and of their squares: the statistics of numeric targets."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.statistics.base import FloatArray
from arboretum.statistics.sums import Sums

__all__ = ["Moments"]


class Moments(Sums):
    """Weight, weighted sums and weighted sums of squares of one or many targets.

    The layout is ``[w, wy_1 .. wy_d, wyy_1 .. wyy_d]``, with targets measured
    from ``centre``: a variance is a difference of large numbers when the mean is
    far from 0, and house prices or years would lose half their digits.

    Attributes
    ----------
    centre : (d,) weighted mean of the targets of the dataset.
    """

    centre: FloatArray

    def __init__(self, dataset: Dataset) -> None:
        super().__init__(dataset)
        self.position = slice(1, 1 + len(self.centre))
        self.order_is_exact = len(self.centre) == 1

    def contributions(self, targets: npt.NDArray, weights: FloatArray) -> FloatArray:
        self.centre = np.average(targets, axis=0, weights=weights)
        centred = targets - self.centre
        weighted = weights[:, None] * centred
        return np.column_stack([weights, weighted, weighted * centred])

    def natural(self, statistics: FloatArray) -> FloatArray:
        """Sums of the targets as they are, about 0."""
        weight, sums = statistics[..., :1], statistics[..., self.position]
        squares = statistics[..., self.position.stop :]
        return np.concatenate(
            [
                weight,
                sums + weight * self.centre,
                squares + 2 * self.centre * sums + weight * self.centre**2,
            ],
            axis=-1,
        )
