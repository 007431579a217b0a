"""Sums of numbers, and of their squares or logarithms: the statistics of numeric targets."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset, Schema
from arboretum.data.column import pieces
from arboretum.exceptions import DataError
from arboretum.statistics.base import FloatArray, require_finite_sums
from arboretum.statistics.sums import Sums

__all__ = ["Moments", "PoissonSums", "short_centre"]


class Moments(Sums):
    """Weight, weighted sums and weighted sums of squares of one or many targets.

    The layout is ``[w, wy_1 .. wy_d, wyy_1 .. wyy_d]``, with targets measured
    from ``centre``: a variance is a difference of large numbers when the mean is
    far from 0, and years or house prices would lose half their digits.

    Attributes
    ----------
    centre : (d,) a short number near the mean of each target; 0 if the mean is.
    """

    centre: FloatArray

    def __init__(self, dataset: Dataset) -> None:
        if dataset.targets is not None:
            with np.errstate(over="ignore", invalid="ignore"):  # sums that overflow are refused
                self.centre = short_centre(dataset.targets, dataset.weights)
        super().__init__(dataset)
        self.position = slice(1, 1 + len(self.centre))
        self.order_is_exact = len(self.centre) == 1

    def _find_width(self) -> int:
        """Looks at the contributions without keeping them: the native grower does without."""
        weights, total = self._dataset.weights, 0.0
        with np.errstate(over="ignore", invalid="ignore"):
            for part in pieces(len(weights)):
                centred = self._targets[part] - self.centre
                weighted = weights[part][:, None] * centred
                total += weights[part].sum() + weighted.sum() + (weighted * centred).sum()
        require_finite_sums(self._dataset, total)
        return 1 + 2 * len(self.centre)

    def contributions(self, targets: npt.NDArray, weights: FloatArray) -> FloatArray:
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


def short_centre(targets: npt.NDArray, weights: FloatArray) -> FloatArray:
    """The weighted mean, rounded to a power of two of about eight mean deviations.

    So near, a variance loses four bits at most.  So short, subtracting it from
    whole numbers is exact, and it is 0 for data that need no centring: leaves
    then predict the very numbers they were given.
    """
    mean = np.average(targets, axis=0, weights=weights)
    spread = np.average(np.abs(targets - mean), axis=0, weights=weights)
    is_flat = (targets.min(axis=0) == targets.max(axis=0)) | (spread == 0)
    step = np.exp2(np.floor(np.log2(np.where(is_flat, 1.0, spread))) + 3)
    return np.where(is_flat, targets[0], np.round(mean / step) * step)


class PoissonSums(Sums):
    """Weight, weighted sums of ``y`` and of ``y log y``, for targets of at least 0.

    The layout is ``[w, wy_1 .. wy_d, wylogy_1 .. wylogy_d]``.  Unlike moments
    these are not centred: the deviance depends on where 0 is.
    """

    def __init__(self, dataset: Dataset) -> None:
        if dataset.targets is not None:
            _require_counts(dataset.schema, dataset.targets)
        super().__init__(dataset)
        n_targets = len(dataset.schema.targets)
        self.position = slice(1, 1 + n_targets)
        self.order_is_exact = n_targets == 1

    def contributions(self, targets: npt.NDArray, weights: FloatArray) -> FloatArray:
        logs = np.log(targets, out=np.zeros_like(targets), where=targets > 0)  # 0 log 0 is 0
        weighted = weights[:, None] * targets
        return np.column_stack([weights, weighted, weighted * logs])


def _require_counts(schema: Schema, targets: npt.NDArray) -> None:
    for target, values in zip(schema.targets, targets.T, strict=True):
        if values.min() < 0:
            raise DataError(
                f"target {target.name!r} has the value {values.min():g}, but criterion='poisson' "
                "needs counts or rates, 0 or above. Use criterion='squared_error' instead."
            )
