"""Statistics that are plain sums over samples: of numbers, their squares or logarithms."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset, Schema
from arboretum.data.column import pieces
from arboretum.data.dataset import contiguous
from arboretum.exceptions import DataError
from arboretum.statistics.base import (
    FloatArray,
    Rows,
    Statistics,
    first_component,
    require_finite_sums,
)
from arboretum.statistics.table import Table

__all__ = ["Moments", "PoissonSums", "Sums", "short_centre"]


class Sums(Statistics):
    """Statistics made of what each sample contributes.

    A subclass says what one sample adds; column 0 is always its weight.

    Examples
    --------
    The third moments of one target::

        class ThirdMoments(Sums):
            def contributions(self, targets, weights):
                y = targets[:, 0]
                return weights[:, None] * np.stack([np.ones_like(y), y, y**2, y**3], axis=1)
    """

    #: The sums whose means say where a bin lies among others; all but the weight.
    position: slice = slice(1, None)

    def __init__(self, dataset: Dataset) -> None:
        super().__init__(dataset)
        self.width = self._find_width()

    def _find_width(self) -> int:
        """How much a sample contributes; refuses contributions that cannot be summed."""
        return self.samples.shape[1]

    @cached_property
    def samples(self) -> FloatArray:
        """What each sample adds, (n, width)."""
        with np.errstate(over="ignore", invalid="ignore"):  # _checked looks at the outcome
            contributions = self.contributions(self._targets, self._weights)
        require_finite_sums(self._dataset, np.sum(contributions, dtype=np.float64))
        return self._checked(contributions)

    @abstractmethod
    def contributions(self, targets: npt.NDArray, weights: FloatArray) -> FloatArray:
        """What each sample adds: from (n, n_targets) and (n,) to (n, width)."""

    def _checked(self, contributions: FloatArray) -> FloatArray:
        contributions = np.ascontiguousarray(contributions, dtype=np.float64)
        n_rows = len(self._weights)
        if contributions.ndim != 2 or len(contributions) != n_rows:
            raise DataError(
                f"{type(self).__name__}.contributions returned shape {contributions.shape}; "
                f"expected one row per sample: ({n_rows}, width)."
            )
        if not np.array_equal(contributions[:, 0], self._weights):
            raise DataError(
                f"{type(self).__name__}.contributions must have the sample weights in column 0; "
                "put them there, and multiply the other columns by them."
            )
        return contributions

    def total(self, rows: Rows) -> tuple[float, FloatArray]:
        return _core.total_sums(rows, self.samples, self._counts)

    def table(self, codes: npt.NDArray[np.int32], n_codes: int, rows: Rows) -> Table:
        return Table(*_core.table_sums(codes, n_codes, rows, self.samples, self._counts))

    def shared(self, rows: Rows, shares: FloatArray) -> Self:
        part = super().shared(rows, shares)
        part.samples = self.samples[rows] * shares[:, None]
        return part

    def native(self) -> dict[str, Any]:
        targets = contiguous(self._targets, dtype=np.float64)
        return {
            **super().native(),
            "name": "sums",
            "targets": targets,
            "contributions": self.samples,
        }

    def weight(self, statistics: FloatArray) -> FloatArray:
        return statistics[..., 0]

    def mean_target(self, statistics: FloatArray) -> FloatArray:
        if self.width == 1:
            return super().mean_target(statistics)
        return statistics[..., 1] / statistics[..., 0]

    def order_key(self, statistics: FloatArray) -> FloatArray:
        weight, sums = statistics[:, :1], statistics[:, self.position]
        means = np.divide(sums, weight, out=np.zeros_like(sums), where=weight > 0)
        return means[:, 0] if means.shape[1] == 1 else first_component(means, weight[:, 0])


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
        natural = np.array(statistics, dtype=np.float64)
        natural[..., self.position] += weight * self.centre
        squares = natural[..., self.position.stop :]
        squares += 2 * self.centre * sums
        squares += weight * self.centre**2
        return natural


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
