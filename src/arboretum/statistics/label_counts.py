"""Weights of many labels, from the labels that samples have."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset, LabelSets
from arboretum.data.dataset import contiguous
from arboretum.statistics.base import FloatArray, Rows, Statistics
from arboretum.statistics.vector_moments import VectorMoments

__all__ = ["LabelCounts"]


class LabelCounts(VectorMoments):
    """The moments of labels, which are numbers that are 0 or 1: nothing is centred.

    The layout is that of :class:`VectorMoments`; the sum of a label is what the samples
    weigh that have it.
    """

    def _look_at(self, dataset: Dataset) -> None:
        self.centre = self.overall = np.zeros(len(dataset.schema.targets))

    def _find_width(self) -> int:
        return 2 + self.n_targets

    @property
    def sets(self) -> LabelSets:
        """The labels of each sample."""
        return cast(LabelSets, self._targets)

    def contributions(self, targets: npt.NDArray, weights: FloatArray) -> FloatArray:
        return super().contributions(np.asarray(targets, dtype=np.float64), weights)

    def native(self) -> dict[str, Any]:
        return {
            **Statistics.native(self),
            "name": "labels",
            "start": contiguous(self.sets.start),
            "labels": contiguous(self.sets.labels),
            "target_weights": contiguous(self.target_weights),
        }

    def is_constant(self, statistics: FloatArray, rows: Rows) -> bool:
        held = self.sets[rows]
        sizes = held.sizes
        if (sizes != sizes[0]).any():
            return False
        labels = held.labels.reshape(len(rows), -1)
        return bool((labels == labels[:1]).all())

    def natural(self, statistics: FloatArray) -> FloatArray:
        """What samples weigh without and with each label, label after label."""
        weight, counts = statistics[..., :1], statistics[..., 1 : 1 + self.n_targets]
        without = np.maximum(weight - counts, 0.0)
        return np.stack([without, counts], axis=-1).reshape(*counts.shape[:-1], -1)
