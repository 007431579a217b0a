"""Deviations from the median: the statistics of the absolute-error criterion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset
from arboretum.statistics.base import FloatArray, Rows, Statistics, require_finite_sums
from arboretum.statistics.table import IntArray, RowTable, Table, stretch_sums

__all__ = ["AbsoluteDeviations", "DeviationTable"]


class AbsoluteDeviations(Statistics):
    """``[weight, sum of |y - median|, median]`` of numeric targets.

    Of several targets it is the mean of their sums, and the median of the
    first.  Medians do not add up, so neither do these: the statistics of a set of
    samples need all its target values.
    """

    additive: ClassVar[bool] = False
    width = 3

    def __init__(self, dataset: Dataset) -> None:
        super().__init__(dataset)
        self._values = np.ascontiguousarray(self._targets, dtype=np.float64)
        with np.errstate(over="ignore"):
            # A deviation from the median is at most this far.
            furthest = 2 * np.abs(self._values) * self._weights[:, None]
            require_finite_sums(dataset, furthest.sum())

    def total(self, rows: Rows) -> tuple[float, FloatArray]:
        everything = np.array([0, len(rows)], dtype=np.int32)
        deviations = _deviations(self._values[rows], self._weights[rows], everything)
        return float(stretch_sums(self._counts[rows], everything)[0]), deviations[0]

    def table(self, codes: npt.NDArray[np.int32], n_codes: int, rows: Rows) -> Table:
        codes, values, weights = codes[rows], self._values[rows], self._weights[rows]
        # The missing come last.  Values and weights are further keys so that the
        # result is the same, bit for bit, in whatever order the rows come.
        codes = np.where(codes < 0, n_codes, codes)
        order = np.lexsort((weights, *values.T, codes))
        codes, values, weights = codes[order], values[order], weights[order]
        bins = np.unique(codes[codes < n_codes])
        offsets = np.searchsorted(codes, [*bins, n_codes, n_codes + 1]).astype(np.int32)
        counts = stretch_sums(self._counts[rows][order], offsets)
        statistics = _deviations(values, weights, offsets)
        return DeviationTable(
            bins=bins,
            counts=counts[:-1],
            statistics=statistics[:-1],
            missing_count=float(counts[-1]),
            missing=statistics[-1],
            offsets=offsets,
            values=values,
            weights=weights,
        )

    def shared(self, rows: Rows, shares: FloatArray) -> Self:
        part = super().shared(rows, shares)
        part._values = self._values[rows]
        return part

    def native(self) -> dict[str, Any]:
        return {**super().native(), "name": "deviations", "targets": self._values}

    def weight(self, statistics: FloatArray) -> FloatArray:
        return statistics[..., 0]

    def mean_target(self, statistics: FloatArray) -> FloatArray:
        return statistics[..., 2]

    def order_key(self, statistics: FloatArray) -> FloatArray:
        """The median of each bin: a good order, but no promise of the best cut."""
        return statistics[:, 2]


@dataclass(frozen=True, eq=False)
class DeviationTable(RowTable):
    """Deviations of a node for each bin of one feature, with the target values.

    ``values`` (one column per target) and ``weights`` stand bin after bin.  Candidate branches
    get weight and deviation; their medians are left out (NaN), because no score needs them.
    """

    values: FloatArray
    weights: FloatArray

    def _regrouped(self, is_kept: npt.NDArray[np.bool_]) -> dict[str, Any]:
        of_rows = np.where(is_kept, np.arange(len(is_kept)), self.n_bins)
        of_rows = np.repeat(of_rows, np.diff(self.offsets))
        order = np.lexsort((self.weights, *self.values.T, of_rows))
        values, weights = self.values[order], self.weights[order]
        first_missing = np.count_nonzero(of_rows < self.n_bins)
        missing = _deviations(values, weights, np.array([first_missing, len(values)]))[0]
        return {"missing": missing, "values": values, "weights": weights}

    def _cut(self, groups: IntArray, n_first: IntArray) -> FloatArray:
        sizes = np.diff(self.offsets)[groups]
        offsets = np.concatenate([[0], np.cumsum(sizes)])
        rows = np.arange(offsets[-1]) + np.repeat(self.offsets[groups] - offsets[:-1], sizes)
        ends, weights = offsets.astype(np.int32), self.weights[rows]
        cuts = [_core.deviation_cuts(ends, column, weights) for column in self.values[rows].T]
        found = np.mean(cuts, axis=0)[n_first].reshape(-1, 2, 2)
        return np.pad(found, ((0, 0), (0, 0), (0, 1)), constant_values=np.nan)

    def _together(self, groups: npt.NDArray[np.bool_]) -> FloatArray:
        rows = np.repeat(groups, np.diff(self.offsets))
        weight, deviation, _ = _median_deviation(self.values[rows], self.weights[rows])
        return np.array([weight, deviation, np.nan])


def _deviations(values: FloatArray, weights: FloatArray, offsets: IntArray) -> FloatArray:
    """Weight, deviation and median of each stretch of values."""
    sizes = np.diff(offsets)
    deviations = np.zeros((len(sizes), 3))
    alone = np.flatnonzero(sizes == 1)  # as most bins of a numeric feature are
    deviations[alone, 0] = weights[offsets[alone]]
    deviations[alone, 2] = values[offsets[alone], 0]
    for i in np.flatnonzero(sizes > 1):
        stretch = slice(offsets[i], offsets[i + 1])
        deviations[i] = _median_deviation(values[stretch], weights[stretch])
    return deviations


def _median_deviation(values: FloatArray, weights: FloatArray) -> FloatArray:
    """Weight, mean of the targets' deviations, and median of the first target."""
    each = np.array([_core.median_deviation(column, weights) for column in values.T])
    return np.array([each[0, 0], each[:, 1].mean(), each[0, 2]])
