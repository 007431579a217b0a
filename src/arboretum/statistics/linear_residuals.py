"""What linear fits leave: the statistics of criteria that look for models, not for means."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset
from arboretum.data.dataset import contiguous
from arboretum.exceptions import UnsupportedCombination
from arboretum.statistics.base import FloatArray, Rows, Statistics, require_finite_sums
from arboretum.statistics.model_terms import ordered_terms, term_matrix
from arboretum.statistics.table import IntArray, RowTable, Table, stretch_sums

__all__ = ["LinearResiduals", "RemainingResiduals", "ResidualTable", "SingleResiduals"]


class LinearResiduals(Statistics):
    """``[weight, sum of y, squared residuals]`` of a least-squares fit of one number.

    Residuals do not add up, so neither do these: the statistics of a set of samples need all of
    them.  Behind them are sums of squares and products of all terms, which do
    add up; the native core keeps them running along a feature.

    Parameters
    ----------
    dataset : Dataset
    features : names of the features that fits use; None for all
    ridge : price of a squared coefficient, with terms in units of their standard deviation
    """

    additive: ClassVar[bool] = False
    width = 3

    #: Whether samples are fitted by all terms together, or by the best alone.
    kind: str = "full"

    def __init__(
        self, dataset: Dataset, features: Sequence[str] | None = None, ridge: float = 0.0
    ) -> None:
        super().__init__(dataset)
        if self._targets.shape[1] != 1 or dataset.schema.is_classification:
            raise UnsupportedCombination(
                "Linear fits need one numeric target. Use a criterion of classes, or fit one tree "
                "per target."
            )
        self.ridge = float(ridge)
        self.terms = _standardised(dataset, features)
        self._values = contiguous(self._targets[:, 0], dtype=np.float64)
        with np.errstate(over="ignore"):
            require_finite_sums(dataset, float((self._weights * np.square(self._values)).sum()))

    def total(self, rows: Rows) -> tuple[float, FloatArray]:
        everything = np.array([0, len(rows)])
        return float(stretch_sums(self._counts[rows], everything)[0]), self._fits(rows, everything)[
            0
        ]

    def table(self, codes: npt.NDArray[np.int32], n_codes: int, rows: Rows) -> Table:
        node = rows
        codes = np.where(codes[rows] < 0, n_codes, codes[rows])  # the missing come last
        order = np.argsort(codes, kind="stable")
        codes, rows = codes[order], rows[order]
        bins = np.unique(codes[codes < n_codes])
        offsets = np.searchsorted(codes, [*bins, n_codes, n_codes + 1])
        counts = stretch_sums(self._counts[rows], offsets)
        source = self._at_node(node)
        found = source._fits(rows, offsets)
        return ResidualTable(
            bins=bins,
            counts=counts[:-1],
            statistics=found[:-1],
            missing_count=float(counts[-1]),
            missing=found[-1],
            source=source,
            rows=rows,
            offsets=offsets,
        )

    def shared(self, rows: Rows, shares: FloatArray) -> Self:
        part = super().shared(rows, shares)
        part.terms, part._values = self.terms[rows], self._values[rows]
        return part

    def native(self) -> dict[str, Any]:
        return {
            **super().native(),
            "name": "linear_residuals",
            "targets": contiguous(self._targets, dtype=np.float64),
            "terms": self.terms,
            "kind": self.kind,
            "ridge": self.ridge,
        }

    def weight(self, statistics: FloatArray) -> FloatArray:
        return statistics[..., 0]

    def mean_target(self, statistics: FloatArray) -> FloatArray:
        weight, total = statistics[..., 0], statistics[..., 1]
        return np.divide(total, weight, out=np.zeros_like(total), where=weight > 0)

    def order_key(self, statistics: FloatArray) -> FloatArray:
        """The mean of each bin: a good order, but no promise of the best cut."""
        return self.mean_target(statistics)

    def _at_node(self, rows: Rows) -> LinearResiduals:
        """What the branches of a node with these rows are compared by."""
        return self

    def _fits(self, rows: Rows, start: Sequence[int] | IntArray) -> FloatArray:
        """Statistics of each stretch of rows."""
        return _core.residual_totals(
            self.terms,
            self._values,
            self._weights,
            np.ascontiguousarray(rows, dtype=np.int32),
            np.array(start, dtype=np.int64),
            self.kind,
            self.ridge,
        )

    def _cuts(self, rows: Rows, positions: IntArray) -> FloatArray:
        """Statistics of the rows before each position and of the others, (n, 2, 3)."""
        _, found = _core.residual_cuts(
            self.terms,
            self._values,
            self._weights,
            np.ascontiguousarray(rows, dtype=np.int32),
            positions.astype(np.int32),
            self.kind,
            self.ridge,
            -1.0,
        )
        return found


class SingleResiduals(LinearResiduals):
    """The same of the best fit by a single term: sums of O(1) numbers per term."""

    kind = "single"


class RemainingResiduals(SingleResiduals):
    """The same of what all terms together leave of the targets of a node.

    Lines are fitted to the residuals of one fit of the whole node, in the node as in its
    branches.  In the statistics of a node the sum is that of the targets, in those of branches
    that of the residuals.
    """

    kind = "remaining"

    def _at_node(self, rows: Rows) -> LinearResiduals:
        lines = copy.copy(self)
        lines.kind = SingleResiduals.kind
        lines._values = np.zeros_like(self._values)
        lines._values[rows] = _core.residual_remains(
            self.terms,
            self._values,
            self._weights,
            np.ascontiguousarray(rows, dtype=np.int32),
            self.ridge,
        )
        return lines


@dataclass(frozen=True, eq=False)
class ResidualTable(RowTable):
    """Fits of a node for each bin of one feature, with the rows, bin after bin."""

    source: LinearResiduals
    rows: Rows

    def _regrouped(self, is_kept: npt.NDArray[np.bool_]) -> dict[str, Any]:
        of_rows = np.repeat(is_kept, np.diff(self.offsets))
        others = np.sort(self.rows[~of_rows])
        rows = np.concatenate([self.rows[of_rows], others])
        return {"missing": self.source._fits(others, [0, len(others)])[0], "rows": rows}

    def _cut(self, groups: IntArray, n_first: IntArray) -> FloatArray:
        rows, ends = self._gathered(groups)
        return self.source._cuts(rows, ends[n_first - 1])

    def _together(self, groups: npt.NDArray[np.bool_]) -> FloatArray:
        rows, _ = self._gathered(np.flatnonzero(groups))
        return self.source._fits(rows, [0, len(rows)])[0]

    def known(self) -> FloatArray:
        # In the order of the data, as a node is: where nothing is missing, they are the same.
        rows = np.sort(self.rows[: self.offsets[-2]])
        return self.source._fits(rows, [0, len(rows)])[0]

    def _gathered(self, groups: IntArray) -> tuple[Rows, IntArray]:
        """The rows of some groups, one after another, and where those of each end."""
        parts = [self.rows[self.offsets[group] : self.offsets[group + 1]] for group in groups]
        rows = np.concatenate([np.zeros(0, dtype=np.int32), *parts])
        return rows, np.cumsum([len(part) for part in parts], dtype=np.int64)


def _standardised(dataset: Dataset, features: Sequence[str] | None) -> FloatArray:
    """The terms of all samples, about their means, in units of their standard deviations."""
    _, away = term_matrix(ordered_terms(dataset, features), dataset)
    share = dataset.weights / dataset.weights.sum()
    away -= np.einsum("i,ij->j", share, away)
    scale = np.sqrt(np.einsum("i,ij,ij->j", share, away, away))
    return np.divide(away, scale, out=away, where=scale > 0)
