"""How far the shares of classes that were predicted are from what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from arboretum.data import Category, Dataset
from arboretum.data.folds import deal_folds
from arboretum.data.target_values import TargetValues, target_values
from arboretum.judging.measure_error import TargetError, mean_loss
from arboretum.measures import (
    Calibration,
    brier_losses,
    calibration_curve,
    is_impossible,
    log_losses,
)
from arboretum.tree.predict.prediction import class_blocks

__all__ = ["ShareErrors", "has_shares", "measure_shares", "shares_of_others"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ShareErrors:
    """How good the shares of the classes of one target are.

    Attributes
    ----------
    brier, log_loss : TargetError
        See ``measures.brier_score`` and ``measures.log_loss``.
    n_impossible : float
        How many samples are of a class that was given a share of 0.  By right the log loss is
        infinite then; it counts such a share as the smallest step beside 1.
    of_class : category or None
        Whose shares the calibration is of: of two classes the rarer; of more, None stands for
        the likeliest class of each sample.
    calibration : Calibration
        Whether it occurred as often as its shares say.
    """

    brier: TargetError
    log_loss: TargetError
    n_impossible: float
    of_class: Category | None
    calibration: Calibration


def has_shares(dataset: Dataset) -> bool:
    """Whether each target has classes of which exactly one holds: sets of labels have none."""
    return dataset.schema.is_classification and dataset.label_sets is None


def measure_shares(
    dataset: Dataset, shares: FloatArray, multipliers: Sequence[float] | None = None
) -> list[ShareErrors]:
    """Compare shares, (n_rows, n_classes of all targets), with the targets of a dataset.

    With ``multipliers`` samples count as much as these say of their class: shares that were
    predicted for a prior are those of samples that have it.
    """
    found = []
    for held, block in zip(target_values(dataset), class_blocks(dataset.schema), strict=True):
        pair, name = (held.values, shares[:, block]), held.target.name
        rows = dataset
        if multipliers is not None:
            weights = dataset.weights * np.asarray(multipliers)[held.values]
            rows = replace(dataset, columns=(), weights=weights)
        brier, logs = (mean_loss(rows, of(*pair)) for of in (brier_losses, log_losses))
        code = _rarer_of_two(dataset, held)
        found.append(
            ShareErrors(
                TargetError(name, "Brier score", *brier),
                TargetError(name, "log loss", *logs),
                float(dataset.counts[is_impossible(*pair)].sum()),
                None if code is None else (held.target.classes or ())[code],
                _calibration(rows, *pair, code),
            )
        )
    return found


def _rarer_of_two(dataset: Dataset, held: TargetValues) -> int | None:
    """The code of the rarer of two classes; the second if they are equal, None of more."""
    n_classes = len(held.target.classes or ())
    if n_classes != 2:
        return None
    first, second = np.bincount(held.values, dataset.weights, minlength=n_classes)
    return 1 if second <= first else 0


def _calibration(
    rows: Dataset, codes: npt.NDArray[np.integer], shares: FloatArray, code: int | None
) -> Calibration:
    asked = shares.argmax(axis=1) if code is None else np.full(len(codes), code)
    given = np.take_along_axis(shares, asked[:, None], axis=1)
    return calibration_curve(codes == asked, given, rows.weights, counts=rows.counts)


def shares_of_others(
    dataset: Dataset, n_folds: int, seed: int, multipliers: Sequence[float] | None = None
) -> FloatArray:
    """The shares of the classes among the other folds, for each sample as it is held out.

    What a tree without a question predicts, whatever its leaves say of classes.
    """
    folds = deal_folds(dataset, min(n_folds, int(dataset.counts.sum())), seed)
    per_sample, found = dataset.weights / dataset.counts, []
    for fold in folds:
        parts = []
        for held in target_values(dataset):
            weights = per_sample * fold.growing
            if multipliers is not None:
                weights = weights * np.asarray(multipliers)[held.values]
            of_class = np.bincount(held.values, weights, minlength=len(held.target.classes or ()))
            parts.append(of_class / of_class.sum())
        found.append(np.tile(np.concatenate(parts), (int(np.count_nonzero(fold.held_out)), 1)))
    return np.concatenate(found)
