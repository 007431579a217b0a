"""Rows in memory."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset
from arboretum.data.dataset import contiguous
from arboretum.exceptions import DataError
from arboretum.sources.base import FloatArray, Route, Rows, Source, Totals, Wanted, ask
from arboretum.splits import Column
from arboretum.statistics import CrossTable, Statistics, Table
from arboretum.tree import Split, SurrogateSplit

__all__ = ["MemorySource", "check_n_rows"]

#: Rows are numbered by int32.
MAX_ROWS = 2**31 - 1


def check_n_rows(n_rows: int) -> None:
    """Refuse more rows than can be numbered."""
    if n_rows > MAX_ROWS:
        raise DataError(
            f"The data has {n_rows} samples; at most {MAX_ROWS} can be grown from in memory. "
            "Fit on a sample of them."
        )


@dataclass(frozen=True, eq=False)
class _Held:
    """The rows of a node and the share of each that is there; None if all are there whole."""

    rows: Rows
    shares: FloatArray | None = None

    def shares_of(self, rows: Rows) -> FloatArray:
        """The shares of some of the rows."""
        if self.shares is None:
            return np.ones(len(rows))
        return self.shares[np.searchsorted(self.rows, rows)]


class MemorySource(Source):
    """A dataset whose rows are sorted out node by node.

    Every feature is coded once: the rank of each value among the distinct
    values of a numeric feature, the category otherwise.  A node is a list of
    row numbers, ascending, each with the share of it that is there.
    """

    name = "memory"
    is_native = True
    keeps_targets = True

    @classmethod
    def takes(cls, dataset: Dataset) -> bool:
        return True  # a column that is asked for comes into memory

    @classmethod
    def store(cls, dataset: Dataset, folder: Path) -> Dataset:
        return dataset

    def __init__(self, dataset: Dataset, statistics: Statistics) -> None:
        super().__init__(dataset, statistics)
        check_n_rows(dataset.n_rows)
        self._dataset = dataset
        self._codes: list[npt.NDArray[np.int32]] = []
        self.columns: list[Column] = []
        self._values = dataset.schema.all_columns(dataset.columns)
        for index in range(len(dataset.schema.columns)):
            self._add_column(index)
        self._held = {0: _Held(np.arange(dataset.n_rows, dtype=np.int32))}

    def _add_column(self, index: int) -> None:
        feature, column = self.schema.columns[index], self._values[index]
        values: FloatArray | None
        if feature.kind == "numeric":
            values, codes = _core.rank(column)
            self.n_sorted += len(column)
        else:
            codes = contiguous(column, np.int32)
            is_ordered = feature.kind == "ordered"
            values = np.arange(feature.n_categories, dtype=np.float64) if is_ordered else None
        self._codes.append(codes)
        self.columns.append(Column(index, feature, values))

    def _counted(self, node: int) -> tuple[Statistics, Rows]:
        """Statistics in which the rows of a node count by their shares, and their rows there."""
        held = self._held[node]
        if held.shares is None:
            return self.statistics, held.rows
        here = np.arange(len(held.rows), dtype=np.int32)
        return self.statistics.shared(held.rows, held.shares), here

    def totals(self, nodes: Sequence[int]) -> list[Totals]:
        return [self._total(node) for node in nodes]

    def _total(self, node: int) -> Totals:
        statistics, rows = self._counted(node)
        n_samples, sums = statistics.total(rows)
        is_constant = self.statistics.is_constant(sums, self._held[node].rows)
        return Totals(n_samples, sums, is_constant)

    def tables(self, wanted: Sequence[Wanted]) -> Iterator[Table]:
        return (self._table(one.node, one.column, one.fill) for one in wanted)

    def _table(self, node: int, feature: int, fill: npt.NDArray[np.integer] | None) -> Table:
        codes, held = self._codes[feature], self._held[node]
        statistics, rows = self._counted(node)
        if held.shares is not None:
            codes = codes[held.rows]
        if fill is not None:
            codes, is_unknown = codes.copy(), codes[rows] < 0
            codes[rows[is_unknown]] = fill[self._groups(held.rows[is_unknown], len(fill))]
        return statistics.table(codes, self._n_codes(feature), rows)

    def _groups(self, rows: Rows, n_groups: int) -> npt.NDArray[np.integer]:
        """The class of each row, or 0 where there is one group for all."""
        if n_groups == 1:
            return np.zeros(len(rows), dtype=np.int32)
        assert self._dataset.targets is not None
        return self._dataset.targets[rows, 0]

    def answers(self, node: int, split: Split) -> npt.NDArray[np.int32]:
        rows = self._held[node].rows
        branch = np.full(len(rows), -1, dtype=np.int32)
        *answered, _ = self._ask(rows, split)
        for b, found in enumerate(answered):
            branch[np.searchsorted(rows, found)] = b
        return branch

    def n_rows(self, node: int) -> int:
        return len(self._held[node].rows)

    def groups(self, node: int, labels: npt.NDArray[np.int32], n_groups: int) -> Table:
        held = self._held[node]
        statistics, rows = self._counted(node)
        codes = np.zeros(self._dataset.n_rows if held.shares is None else len(rows), dtype=np.int32)
        codes[rows] = labels
        return statistics.table(codes, n_groups, rows)

    def _n_codes(self, feature: int) -> int:
        column = self.columns[feature]
        return column.feature.n_categories if column.values is None else len(column.values)

    def cross_tables(self, node: int, split: Split, columns: Sequence[int]) -> Iterator[CrossTable]:
        rows = self._held[node].rows
        *branches, _ = self._ask(rows, split)
        return (self._cross_table(rows, branches, column) for column in columns)

    def _cross_table(self, rows: Rows, branches: Sequence[Rows], feature: int) -> CrossTable:
        codes, n_codes = self._codes[feature], self._n_codes(feature)

        def crossed(amount: FloatArray) -> FloatArray:  # the missing values first
            columns = [np.bincount(codes[b] + 1, amount[b], n_codes + 1) for b in branches]
            return np.stack(columns, axis=1)

        weights, counts = crossed(self._dataset.weights), crossed(self._dataset.counts)
        bins = np.unique(codes[rows])
        bins = bins[bins >= 0]
        return CrossTable(bins, weights[bins + 1], counts[bins + 1], weights[0])

    def route(self, routes: Sequence[Route]) -> None:
        for route in routes:
            self._send(route)

    def _send(self, route: Route) -> None:
        held = self._held.pop(route.node)
        split, shares = route.split, route.shares
        branches, unknown = self._asked_in_turn(held.rows, split, route.surrogates)
        if shares is None and split.missing_branch >= 0:
            branches[split.missing_branch].append(unknown)
        parts = None
        if shares is not None and len(unknown):
            parts = shares[self._groups(unknown, len(shares))]
        for branch, child in enumerate(route.children):
            known = _Held(np.sort(np.concatenate(branches[branch])))
            if held.shares is not None:
                known = _Held(known.rows, held.shares_of(known.rows))
            if parts is not None:
                known = _joined(known, unknown, held.shares_of(unknown), parts[:, branch])
            self._held[child] = known

    def _asked_in_turn(
        self, rows: Rows, split: Split, surrogates: Sequence[SurrogateSplit]
    ) -> tuple[list[list[Rows]], Rows]:
        """The rows of each branch, by the question that found them, and those that answer none."""
        *first, others = self._ask(rows, split)
        branches = [[rows] for rows in first]
        for surrogate in surrogates:
            *answered, others = self._ask(others, surrogate.split)
            if surrogate.is_reversed:
                answered.reverse()
            for branch, rows in zip(branches, answered, strict=True):
                branch.append(rows)
        return branches, others

    def _ask(self, rows: Rows, split: Split) -> list[Rows]:
        """The rows of each branch, and those that cannot answer."""
        return ask(self._values[split.column], rows, split)

    def release(self, nodes: Sequence[int]) -> None:
        for node in nodes:
            del self._held[node]

    def shuffled(self, node: int, key: int) -> MemorySource:
        rows = self._held[node].rows
        others = rows[_core.shuffled(len(rows), key)]
        twin = copy.copy(self)
        twin._codes = [codes.copy() for codes in self._codes]
        for codes, shuffled in zip(self._codes, twin._codes, strict=True):
            shuffled[rows] = codes[others]
        return twin

    def targets(self, node: int) -> tuple[npt.NDArray, FloatArray]:
        assert self._dataset.targets is not None
        held = self._held[node]
        weights = self._dataset.weights[held.rows]
        return self._dataset.targets[held.rows], weights * held.shares_of(held.rows)

    def counts(self, node: int) -> FloatArray:
        held = self._held[node]
        return self._dataset.counts[held.rows] * held.shares_of(held.rows)


def _joined(known: _Held, rows: Rows, shares: FloatArray, parts: FloatArray) -> _Held:
    """Known rows together with a part of others, in the order of the data."""
    some = parts > 0
    both = np.concatenate([known.rows, rows[some]])
    share = np.concatenate([known.shares_of(known.rows), shares[some] * parts[some]])
    order = np.argsort(both)
    return _Held(both[order], None if (share == 1).all() else share[order])
