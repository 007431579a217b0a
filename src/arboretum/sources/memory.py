"""Rows in memory."""

from __future__ import annotations

import copy
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset
from arboretum.exceptions import DataError
from arboretum.sources.base import FloatArray, Source
from arboretum.splits import Column
from arboretum.statistics import Statistics, Table
from arboretum.tree import KINDS, Split

__all__ = ["MemorySource", "check_n_rows"]

#: Rows are numbered by int32.
MAX_ROWS = 2**31 - 1


def check_n_rows(n_rows: int) -> None:
    """Refuse more rows than can be numbered."""
    if n_rows > MAX_ROWS:
        raise DataError(
            f"The data has {n_rows} samples; at most {MAX_ROWS} fit in memory growth. "
            "Fit on a sample of them."
        )


class MemorySource(Source):
    """A dataset whose rows are sorted out node by node.

    Every feature is coded once: the rank of each value among the distinct
    values of a numeric feature, the category otherwise.  A node is a list of
    row numbers.
    """

    keeps_targets = True

    def __init__(self, dataset: Dataset, statistics: Statistics) -> None:
        check_n_rows(dataset.n_rows)
        self.schema = dataset.schema
        self.statistics = statistics
        self._dataset = dataset
        self._codes: list[npt.NDArray[np.int32]] = []
        self.columns: list[Column] = []
        for index in range(dataset.schema.n_features):
            self._add_column(index)
        self._rows = {0: np.arange(dataset.n_rows, dtype=np.int32)}

    def _add_column(self, index: int) -> None:
        feature, column = self.schema.features[index], self._dataset.columns[index]
        values: FloatArray | None
        if feature.kind == "numeric":
            values, codes = _core.rank(column)
        else:
            codes = column
            is_ordered = feature.kind == "ordered"
            values = np.arange(feature.n_categories, dtype=np.float64) if is_ordered else None
        self._codes.append(codes)
        self.columns.append(Column(index, feature, values))

    def totals(self, nodes: Sequence[int]) -> list[tuple[float, FloatArray]]:
        return [self.statistics.total(self._rows[node]) for node in nodes]

    def is_constant(self, node: int, statistics: FloatArray) -> bool:
        return self.statistics.is_constant(statistics, self._rows[node])

    def table(self, node: int, feature: int) -> Table:
        column = self.columns[feature]
        n_codes = column.feature.n_categories if column.values is None else len(column.values)
        return self.statistics.table(self._codes[feature], n_codes, self._rows[node])

    def route(self, node: int, split: Split, children: Sequence[int]) -> None:
        rows, offsets = _core.route(
            self._dataset.columns[split.feature],
            self._rows.pop(node),
            KINDS.index(split.kind),
            np.array(split.thresholds, dtype=np.float64),
            np.array(split.branches, dtype=np.int32),
            split.missing_branch,
            split.arity,
        )
        for branch, child in enumerate(children):
            self._rows[child] = rows[offsets[branch] : offsets[branch + 1]]

    def release(self, node: int) -> None:
        del self._rows[node]

    def shuffled(self, node: int, key: int) -> MemorySource:
        rows = self._rows[node]
        others = rows[_core.shuffled(len(rows), key)]
        twin = copy.copy(self)
        twin._codes = [codes.copy() for codes in self._codes]
        for codes, shuffled in zip(self._codes, twin._codes, strict=True):
            shuffled[rows] = codes[others]
        return twin

    def targets(self, node: int) -> tuple[npt.NDArray, FloatArray]:
        assert self._dataset.targets is not None
        rows = self._rows[node]
        return self._dataset.targets[rows], self._dataset.weights[rows]
