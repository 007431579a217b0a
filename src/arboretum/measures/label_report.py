"""Measures of predicted label sets and of an order of labels, one by one and all together.

All take (n_samples, n_labels) arrays: what is true and what is predicted, 0 or 1, or scores.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import DataError
from arboretum.measures.precision_recall import Curve, precision_recall

__all__ = [
    "LabelReport",
    "hamming_loss",
    "macro_f1",
    "micro_f1",
    "ranking_loss",
    "report_labels",
    "subset_accuracy",
]

BoolArray = npt.NDArray[np.bool_]
FloatArray = npt.NDArray[np.float64]


def hamming_loss(truth: npt.ArrayLike, said: npt.ArrayLike) -> float:
    """The share of all cells, samples by labels, that are wrong.

    >>> hamming_loss([[1, 0], [1, 1]], [[1, 1], [1, 1]])
    0.25
    """
    return float((_truths(truth) != _truths(said)).mean())


def subset_accuracy(truth: npt.ArrayLike, said: npt.ArrayLike) -> float:
    """The share of samples whose set is right in every label.

    >>> subset_accuracy([[1, 0], [1, 1]], [[1, 1], [1, 1]])
    0.5
    """
    return float((_truths(truth) == _truths(said)).all(axis=1).mean())


def micro_f1(truth: npt.ArrayLike, said: npt.ArrayLike) -> float:
    """F1 of all cells together: 2 hits / (labels there + labels predicted); 1 if there are none."""
    return float(_f1(_truths(truth).reshape(-1, 1), _truths(said).reshape(-1, 1))[0])


def macro_f1(truth: npt.ArrayLike, said: npt.ArrayLike) -> float:
    """The mean over the labels of the F1 of each; 1 for a label that is nowhere.

    >>> macro_f1([[1, 0], [1, 1]], [[1, 1], [1, 1]]), micro_f1([[1, 0], [1, 1]], [[1, 1], [1, 1]])
    (0.8333333333333333, 0.8571428571428571)
    """
    return float(_f1(_truths(truth), _truths(said)).mean())


def ranking_loss(truth: npt.ArrayLike, scores: npt.ArrayLike) -> float:
    """The share of pairs, a label there and one not, that the scores put in the wrong order.

    The mean over samples; equal scores are half wrong; a sample with all labels or none has
    no pair and is left out.

    >>> ranking_loss([[1, 0, 0]], [[0.6, 0.9, 0.1]])
    0.5
    """
    losses = []
    for there, score in zip(_truths(truth), np.asarray(scores, dtype=np.float64), strict=True):
        if there.any() and not there.all():
            away = score[there][:, None] - score[~there]
            losses.append(((away < 0) + 0.5 * (away == 0)).mean())
    return float(np.mean(losses)) if losses else 0.0


def _truths(cells: Any) -> BoolArray:
    return np.asarray(cells) != 0


def _f1(truth: BoolArray, said: BoolArray) -> FloatArray:
    hits = (truth & said).sum(axis=0).astype(np.float64)
    both = truth.sum(axis=0) + said.sum(axis=0)
    return np.divide(2 * hits, both, out=np.ones_like(hits), where=both > 0)


@dataclass(frozen=True, eq=False)
class LabelReport:
    """How well labels are predicted.

    Attributes
    ----------
    labels : names
    truth, said : (n_samples, n_labels), 0 or 1
    scores : (n_samples, n_labels) probabilities
    """

    labels: tuple[Any, ...]
    truth: npt.NDArray[Any]
    said: npt.NDArray[Any]
    scores: FloatArray

    @property
    def hamming_loss(self) -> float:
        return hamming_loss(self.truth, self.said)

    @property
    def subset_accuracy(self) -> float:
        return subset_accuracy(self.truth, self.said)

    @property
    def micro_f1(self) -> float:
        return micro_f1(self.truth, self.said)

    @property
    def macro_f1(self) -> float:
        return macro_f1(self.truth, self.said)

    @property
    def ranking_loss(self) -> float:
        return ranking_loss(self.truth, self.scores)

    @cached_property
    def pooled_curve(self) -> Curve:
        """The curve of all cells, samples by labels, under one threshold."""
        return precision_recall(self.truth, self.scores)

    @cached_property
    def curves(self) -> tuple[Curve, ...]:
        """The curve of each label."""
        pairs = zip(np.asarray(self.truth).T, self.scores.T, strict=True)
        return tuple(precision_recall(truth, score) for truth, score in pairs)

    @property
    def pooled_auprc(self) -> float:
        """The area under the pooled curve: CLUS's pooled AUPRC, of Vens et al. AU(PRC)."""
        return self.pooled_curve.area

    @cached_property
    def auprc(self) -> FloatArray:
        """The area under the curve of each label; NaN for one that no sample has."""
        return np.array([curve.area for curve in self.curves])

    @property
    def average_auprc(self) -> float:
        """The mean of the areas of the labels that some sample has."""
        return float(np.nanmean(self.auprc)) if np.isfinite(self.auprc).any() else np.nan

    @property
    def weighted_auprc(self) -> float:
        """The mean of these areas, by the number of samples that have the label."""
        n = np.asarray(self.truth).sum(axis=0)
        known = n > 0
        return float(np.average(self.auprc[known], weights=n[known])) if known.any() else np.nan

    def to_dict(self) -> dict[str, float]:
        """The measures by name."""
        names = (
            "hamming_loss",
            "subset_accuracy",
            "micro_f1",
            "macro_f1",
            "ranking_loss",
            "pooled_auprc",
            "average_auprc",
            "weighted_auprc",
        )
        return {name: getattr(self, name) for name in names}

    def write_curves(self, path: str | os.PathLike[str]) -> None:
        """Write all precision-recall curves as CSV: one row per point, the pooled curve first."""
        named = [("", self.pooled_curve), *zip(self.labels, self.curves, strict=True)]
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["label", "threshold", "recall", "precision"])
            for label, curve in named:
                points = zip(curve.threshold, curve.recall, curve.precision, strict=True)
                writer.writerows([label, *map(repr, map(float, point))] for point in points)

    def __str__(self) -> str:
        rows = [f"{name:<16} {value:.4f}" for name, value in self.to_dict().items()]
        return "\n".join(rows)


def report_labels(
    labels: Sequence[Any], truth: npt.ArrayLike, said: npt.ArrayLike, scores: npt.ArrayLike
) -> LabelReport:
    """Judge predicted labels.

    Examples
    --------
    >>> truth, said = [[1, 0], [0, 1]], [[1, 0], [1, 1]]
    >>> print(report_labels(["a", "b"], truth, said, scores=[[0.9, 0.1], [0.6, 0.8]]))
    hamming_loss     0.2500
    subset_accuracy  0.5000
    micro_f1         0.8000
    macro_f1         0.8333
    ranking_loss     0.0000
    pooled_auprc     1.0000
    average_auprc    1.0000
    weighted_auprc   1.0000
    """
    arrays = [np.asarray(one) for one in (truth, said, scores)]
    shapes = {array.shape for array in arrays}
    if len(shapes) != 1 or arrays[0].ndim != 2 or arrays[0].shape[1] != len(labels):
        raise DataError(
            f"truth, said and scores must have one row per sample and one column for each of the "
            f"{len(labels)} labels; they have the shapes {', '.join(map(str, shapes))}."
        )
    return LabelReport(tuple(labels), arrays[0], arrays[1], arrays[2].astype(np.float64))
