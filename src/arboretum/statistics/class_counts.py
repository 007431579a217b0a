"""Class weights: the statistics of nominal targets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset, Target
from arboretum.data.dataset import contiguous
from arboretum.exceptions import DataError
from arboretum.statistics.base import FloatArray, Rows, Statistics, first_component
from arboretum.statistics.table import Table

__all__ = ["ClassCounts"]


class ClassCounts(Statistics):
    """Weight of each class; several targets stand one after another.

    Attributes
    ----------
    blocks : tuple of int
        Number of classes of each target: the lengths of its stretch of the
        statistics.
    """

    blocks: tuple[int, ...]

    def __init__(self, dataset: Dataset) -> None:
        if dataset.label_sets is not None:  # which are read as a table of 0 and 1
            dataset = replace(dataset, targets=np.asarray(dataset.label_sets))
        super().__init__(dataset)
        self.blocks = tuple(_n_classes(target) for target in dataset.schema.targets)
        self.width = sum(self.blocks)
        self.order_is_exact = self.blocks in [(1,), (2,)]
        self._classes = np.ascontiguousarray(self._targets[:, 0], dtype=np.int32)
        self._indicators = None if len(self.blocks) == 1 else self._one_hot()

    def _one_hot(self) -> FloatArray:
        starts = np.cumsum((0, *self.blocks[:-1]))
        indicators = np.zeros((len(self._weights), self.width))
        np.put_along_axis(indicators, self._targets + starts, self._weights[:, None], axis=1)
        return indicators

    def total(self, rows: Rows) -> tuple[float, FloatArray]:
        if self._indicators is not None:
            return _core.total_sums(rows, self._indicators, self._counts)
        return _core.total_counts(rows, self._classes, self.width, self._weights, self._counts)

    def table(self, codes: npt.NDArray[np.int32], n_codes: int, rows: Rows) -> Table:
        if self._indicators is not None:
            return Table(*_core.table_sums(codes, n_codes, rows, self._indicators, self._counts))
        return Table(
            *_core.table_counts(
                codes, n_codes, rows, self._classes, self.width, self._weights, self._counts
            )
        )

    def shared(self, rows: Rows, shares: FloatArray) -> Self:
        part = super().shared(rows, shares)
        part._classes = self._classes[rows]
        if self._indicators is not None:
            part._indicators = self._indicators[rows] * shares[:, None]
        return part

    def native(self) -> dict[str, Any]:
        classes = contiguous(self._targets, dtype=np.int32)
        return {**super().native(), "name": "classes", "classes": classes, "blocks": [*self.blocks]}

    def weight(self, statistics: FloatArray) -> FloatArray:
        return statistics[..., : self.blocks[0]].sum(axis=-1)

    def mean_target(self, statistics: FloatArray) -> FloatArray:
        classes = statistics[..., : self.blocks[0]]
        return (classes * np.arange(self.blocks[0])).sum(axis=-1) / classes.sum(axis=-1)

    def order_key(self, statistics: FloatArray) -> FloatArray:
        weight = self.weight(statistics)[:, None]
        shares = np.divide(statistics, weight, out=np.zeros_like(statistics), where=weight > 0)
        if self.blocks == (2,):
            return shares[:, 1]
        return first_component(shares, weight[:, 0])


def _n_classes(target: Target) -> int:
    if target.classes is None:
        raise DataError(
            f"target {target.name!r} holds numbers, but class counts need classes. "
            "Use a regression criterion such as 'squared_error', or turn the target into classes."
        )
    return len(target.classes)
