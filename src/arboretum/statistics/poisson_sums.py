"""Sums for the deviance of counts: the statistics of targets such as claims or visits."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset, Schema
from arboretum.exceptions import DataError
from arboretum.statistics.base import FloatArray
from arboretum.statistics.sums import Sums

__all__ = ["PoissonSums"]


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
