"""How far the shares of classes that were predicted are from what happened."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.data.target_values import target_values
from arboretum.judging.measure_error import TargetError, mean_loss
from arboretum.measures import brier_losses, is_impossible, log_losses
from arboretum.tree.predict.prediction import class_blocks

__all__ = ["ShareErrors", "has_shares", "measure_shares"]


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
    """

    brier: TargetError
    log_loss: TargetError
    n_impossible: float


def has_shares(dataset: Dataset) -> bool:
    """Whether each target has classes of which exactly one holds: sets of labels have none."""
    return dataset.schema.is_classification and dataset.label_sets is None


def measure_shares(dataset: Dataset, shares: npt.NDArray[np.float64]) -> list[ShareErrors]:
    """Compare shares, (n_rows, n_classes of all targets), with the targets of a dataset."""
    found = []
    for held, block in zip(target_values(dataset), class_blocks(dataset.schema), strict=True):
        pair, name = (held.values, shares[:, block]), held.target.name
        brier, logs = (mean_loss(dataset, of(*pair)) for of in (brier_losses, log_losses))
        found.append(
            ShareErrors(
                TargetError(name, "Brier score", *brier),
                TargetError(name, "log loss", *logs),
                float(dataset.counts[is_impossible(*pair)].sum()),
            )
        )
    return found
