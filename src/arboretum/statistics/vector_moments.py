"""Sums of many targets at once: the statistics of predictive clustering."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset, LabelSets
from arboretum.data.dataset import contiguous
from arboretum.statistics.base import FloatArray, Rows, Statistics, require_finite_sums
from arboretum.statistics.sums import Sums, short_centre

__all__ = ["LabelCounts", "VectorMoments", "spread", "vector_parts"]

#: Known weight and sum of each target, and the sum of squares of all.
Parts = tuple[FloatArray, FloatArray, FloatArray]

#: Gains this close, beside the best or beside all there is to gain, are equal.
TOLERANCE, ROUNDING = 1e-9, 1e-12


class VectorMoments(Sums):
    r"""Weight, weighted sums of many targets, and one sum of squares for all of them.

    The layout is ``[w, wy_1 .. wy_d, q]``, with

    .. math:: q = \sum_j c_j \sum_i w_i y_{ij}^2

    over the cells that are known; c are the target weights, and targets are measured from
    ``centre``, a short number near the mean of each.  Where cells are missing, the weight of
    those that are known follows, one per target.

    Parameters
    ----------
    dataset : Dataset
        Targets are numbers; NaN is a cell that is not known.
    target_weights : one number per target
        How much the variance of each counts.
    """

    centre: FloatArray
    overall: FloatArray  #: the mean of the known cells of each target

    def __init__(self, dataset: Dataset, target_weights: npt.ArrayLike) -> None:
        self.target_weights = np.asarray(target_weights, dtype=np.float64)
        self.misses_cells = False
        if dataset.targets is not None:
            self._look_at(dataset)
        super().__init__(dataset)

    def _look_at(self, dataset: Dataset) -> None:
        targets, weights = np.asarray(dataset.targets), dataset.weights
        known = ~np.isnan(targets)
        self.misses_cells = not known.all()
        with np.errstate(over="ignore", invalid="ignore"):  # sums that overflow are refused
            columns = [
                _centre_and_mean(np.ascontiguousarray(column), weights)
                if there.all()
                else _centre_and_mean(column[there], weights[there])
                for column, there in zip(targets.T, known.T, strict=True)
            ]
        self.centre, self.overall = np.array(columns).T

    def _find_width(self) -> int:
        with np.errstate(over="ignore", invalid="ignore"):
            away = np.asarray(self._targets) - self.centre
            if self.misses_cells:
                away[np.isnan(away)] = 0.0
            squares = np.einsum("ij,ij->j", away, away) @ self.target_weights
            require_finite_sums(self._dataset, squares * self._dataset.weights.max())
        n_targets = len(self.target_weights)
        return 2 + n_targets * (2 if self.misses_cells else 1)

    @property
    def n_targets(self) -> int:
        return len(self.target_weights)

    def contributions(self, targets: npt.NDArray, weights: FloatArray) -> FloatArray:
        known = ~np.isnan(targets)
        centred = np.where(known, targets - self.centre, 0.0)
        squares = np.square(centred) @ self.target_weights
        parts = [weights, weights[:, None] * centred, weights * squares]
        return np.column_stack([*parts, weights[:, None] * known] if self.misses_cells else parts)

    def native(self) -> dict[str, Any]:
        return {
            **Statistics.native(self),
            "name": "cells" if self.misses_cells else "vectors",
            "targets": contiguous(self._targets - self.centre),
            "target_weights": contiguous(self.target_weights),
        }

    def is_constant(self, statistics: FloatArray, rows: Rows) -> bool:
        targets = self._targets[rows]
        return bool(((targets == targets[:1]) | (np.isnan(targets) & np.isnan(targets[:1]))).all())

    def mean_target(self, statistics: FloatArray) -> FloatArray:
        return self.means(statistics)[..., 0]

    def means(self, statistics: FloatArray) -> FloatArray:
        """Mean of the known cells of each target, from ``centre``; 0 where there are none."""
        weight, sums, _ = self.parts(statistics)
        return np.divide(sums, weight, out=np.zeros_like(sums), where=weight > 0)

    def parts(self, statistics: FloatArray) -> Parts:
        return vector_parts(statistics, self.n_targets)

    def natural(self, statistics: FloatArray) -> FloatArray:
        """The mean of each target as it is; that of all samples where no cell is known."""
        known, sums, _ = self.parts(statistics)
        if self.misses_cells or not (statistics[..., 0] > 0).all():
            return np.where(known > 0, self.means(statistics) + self.centre, self.overall)
        means = np.empty(sums.shape)
        for k, centre in enumerate(self.centre):  # a few long loops, not many short ones
            np.divide(sums[..., k], statistics[..., 0], out=means[..., k])
            means[..., k] += centre
        return means

    def squares(self, branches: FloatArray) -> tuple[float, float]:
        """Weighted sums of squares between and within branches, (arity, width) statistics."""
        between = spread(self.parts(branches.sum(axis=0)), self.parts(branches))
        known, sums, squares = self.parts(branches)
        shares = np.divide(sums * sums, known, out=np.zeros_like(sums), where=known > 0)
        within = np.maximum(squares - shares @ self.target_weights, 0.0)
        return float(between @ self.target_weights), float(within.sum())

    def order_key(self, statistics: FloatArray) -> FloatArray:
        """The place of each bin in a first branch that grows by what gains most, one at a time."""
        total = statistics.sum(axis=0)
        mass = self.squares(total[None])[1]
        first, left = np.zeros_like(total), list(range(len(statistics)))
        place = np.zeros(len(statistics))
        for step in range(len(statistics)):
            grown = first + statistics[left]
            pairs = np.stack([grown, total - grown], axis=1)
            gains = spread(self.parts(total), self.parts(pairs)) @ self.target_weights
            floor = gains.max() - TOLERANCE * abs(gains.max()) - ROUNDING * mass
            best = int(np.argmax(gains >= floor))
            first = grown[best]
            place[left.pop(best)] = step
        return place


def _centre_and_mean(values: FloatArray, weights: FloatArray) -> tuple[float, float]:
    """A short number near the mean of the known cells of a target, and the mean itself."""
    if len(values) == 0:
        return 0.0, 0.0
    return float(short_centre(values[:, None], weights)[0]), float(
        np.average(values, weights=weights)
    )


def vector_parts(statistics: FloatArray, n_targets: int) -> Parts:
    """What :class:`VectorMoments` are made of, for any number of nodes or branches."""
    sums, squares = statistics[..., 1 : 1 + n_targets], statistics[..., 1 + n_targets]
    counts_cells = statistics.shape[-1] > 2 + n_targets
    known = statistics[..., 2 + n_targets :] if counts_cells else statistics[..., :1]
    return np.broadcast_to(known, sums.shape), sums, squares


def spread(parent: Parts, branches: Parts) -> FloatArray:
    """How far branch means are from that of the parent, squared, by weight, for each target.

    Known weights and sums have shapes (..., d) and (..., arity, d).  No squares of targets
    are subtracted, so digits survive where a node is narrow and far from the centre.
    """
    all_known, all_sums, _ = parent
    known, sums, _ = branches
    mean = np.divide(all_sums, all_known, out=np.zeros_like(all_sums), where=all_known > 0)
    away = np.divide(sums, known, out=np.zeros_like(sums), where=known > 0) - mean[..., None, :]
    return np.asarray((known * away * away).sum(axis=-2))


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
