"""How wrong predictions of several targets are, all of them together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.data.target_values import target_values
from arboretum.judging.measure_error import TargetError, mean_loss, measure_error
from arboretum.measures.precision_recall import precision_recall

__all__ = ["ALL_LABELS", "ALL_TARGETS", "AUPRC", "badness", "measure_together"]

FloatArray = npt.NDArray[np.float64]

#: What stands for the name of a target where all are meant.
ALL_LABELS, ALL_TARGETS = "all labels", "all targets"
#: The one measure of which more is better.
AUPRC = "pooled AU(PRC)"


def measure_together(
    dataset: Dataset, predicted: npt.NDArray[Any], shares: FloatArray | None = None
) -> list[TargetError]:
    """One number or a few about all targets; none for a single one.

    Sets of labels have the share of labels that are wrong (Hamming loss), the share of sets that
    are not wholly right, and, by the ``shares`` that are predicted, the area under the
    precision-recall curve of all labels pooled; classes have the mean error rate; numbers the
    mean of their errors as shares of their standard deviations.
    """
    if dataset.label_sets is not None:
        return _of_labels(dataset, predicted, shares)
    if len(dataset.schema.targets) == 1 or dataset.vector_has_classes:
        return []
    if dataset.schema.is_classification:
        is_wrong = np.asarray(dataset.targets) != predicted
        mean, spread = mean_loss(dataset, is_wrong.mean(axis=1))
        return [TargetError(ALL_TARGETS, "mean error rate", mean, spread)]
    return _of_numbers(dataset, predicted)


def _of_labels(
    dataset: Dataset, predicted: npt.NDArray[Any], shares: FloatArray | None
) -> list[TargetError]:
    truth = np.asarray(dataset.targets)
    is_wrong = truth != predicted
    cells, sets = (
        mean_loss(dataset, losses)
        for losses in (is_wrong.mean(axis=1), is_wrong.any(axis=1).astype(np.float64))
    )
    found = [
        TargetError(ALL_LABELS, "Hamming loss", *cells),
        TargetError(ALL_LABELS, "wrong sets", *sets),
    ]
    if shares is not None and truth.any():
        each = np.repeat(dataset.weights, truth.shape[1])
        area = precision_recall(truth, shares, each).area
        found.append(TargetError(ALL_LABELS, AUPRC, area, np.nan))
    return found


def _of_numbers(dataset: Dataset, predicted: npt.NDArray[Any]) -> list[TargetError]:
    """The mean over targets of the error as a share of that of always predicting the mean."""
    found, each = [], np.zeros(dataset.n_rows)
    errors = measure_error(dataset, predicted)
    pairs = zip(errors, target_values(dataset), predicted.T, strict=True)
    for error, held, values in pairs:
        if error.r2 is None or held.known is not None:  # no share, or not one per row
            continue
        mean, _ = mean_loss(dataset, held.values)
        spread = float(np.sqrt(mean_loss(dataset, np.square(held.values - mean))[0]))
        found.append(error.value / spread)
        if error.value > 0:  # how a sample moves the mean (delta method)
            each += np.square(held.values - values) / (2.0 * error.value * spread)
    if not found:
        return []
    _, deviation = mean_loss(dataset, each / len(found))
    return [TargetError(ALL_TARGETS, "relative RMSE", float(np.mean(found)), deviation)]


def badness(errors: Sequence[TargetError], together: Sequence[TargetError]) -> float:
    """What estimators are ordered by: all targets together, or the sum of their errors."""
    for error in together:
        if error.measure == AUPRC:
            return -error.value
    if together:
        return together[0].value
    return sum(error.value for error in errors)
