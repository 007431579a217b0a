"""Statistics that are plain sums over samples: write one function, get the rest."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset
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

__all__ = ["Sums"]


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
                f"expected one row a sample: ({n_rows}, width)."
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
