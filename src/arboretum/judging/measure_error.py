"""How wrong predictions are: the error rate of classes, the squared error of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.data.target_values import target_values
from arboretum.model import Model
from arboretum.rules import RuleSet
from arboretum.search.loss import Loss
from arboretum.tree import Tree

__all__ = ["TargetError", "decide_rows", "mean_loss", "measure_error", "measure_loss"]


@dataclass(frozen=True)
class TargetError:
    """The error of the predictions of one target.

    Attributes
    ----------
    target : name of the column
    measure : {"error rate", "RMSE", "mean loss"}
        Weight of the wrong predictions as a share of all; root of the mean
        squared error; mean cost of a prediction by a loss matrix.  Of several targets
        together what ``judging.together.measure_together`` names.
    value, standard_error : float
        The standard error is that of a mean over samples; for the RMSE it follows
        from that of the mean squared error (delta method).
    r2 : share of the variance that is explained, 1 - relative error; None for
        classes, or if the target does not vary.
    """

    target: str
    measure: str
    value: float
    standard_error: float
    r2: float | None = None


def decide_rows(
    model: Tree | RuleSet | Model, columns: Sequence[npt.NDArray[Any]]
) -> npt.NDArray[Any]:
    """What a tree, a model or rules predict, (n_rows, n_targets): class codes or numbers."""
    if isinstance(model, RuleSet | Model):
        return model.predict_encoded(columns)
    return model.predict(model.ends(columns), columns)


def measure_error(dataset: Dataset, predicted: npt.NDArray[Any]) -> list[TargetError]:
    """Compare predictions with the targets of a dataset, one by one, where these are known."""
    pairs = zip(target_values(dataset), target_values(dataset, predicted), strict=True)
    found = []
    for held, said in pairs:
        rows = dataset if held.known is None else _weighted_rows(dataset, held.known)
        measure = _squared_error if held.target.classes is None else _error_rate
        pair = held.of_known(held.values), held.of_known(said.values)
        found.append(measure(held.target.name, rows, *pair))
    return found


def _weighted_rows(dataset: Dataset, known: npt.NDArray[np.bool_]) -> Dataset:
    return replace(
        dataset, columns=(), weights=dataset.weights[known], counts=dataset.counts[known]
    )


def measure_loss(dataset: Dataset, predicted: npt.NDArray[Any], loss: Loss) -> TargetError:
    """What predictions of one target cost per sample, by the loss of a tree."""
    assert dataset.targets is not None  # as above
    mean, standard_error = mean_loss(dataset, loss.of(dataset.targets, predicted))
    return TargetError(dataset.schema.targets[0].name, "mean loss", mean, standard_error)


def _error_rate(
    name: str, dataset: Dataset, target: npt.NDArray[Any], predicted: npt.NDArray[Any]
) -> TargetError:
    wrong, standard_error = mean_loss(dataset, (target != predicted).astype(np.float64))
    return TargetError(name, "error rate", wrong, standard_error)


def _squared_error(
    name: str, dataset: Dataset, target: npt.NDArray[Any], predicted: npt.NDArray[Any]
) -> TargetError:
    error, standard_error = mean_loss(dataset, (target - predicted) ** 2)
    average, _ = mean_loss(dataset, target)
    variance, _ = mean_loss(dataset, (target - average) ** 2)
    root = float(np.sqrt(error))
    return TargetError(
        name,
        "RMSE",
        root,
        standard_error / (2.0 * root) if root > 0 else 0.0,
        1.0 - error / variance if target.min() < target.max() else None,
    )


def mean_loss(dataset: Dataset, losses: npt.NDArray[Any]) -> tuple[float, float]:
    """Weighted mean of the losses of rows, and its standard error.

    A row stands for ``counts`` samples of equal weight, each drawn on its own,
    so that a weight of 2 gives what the sample twice would give.
    """
    weights = dataset.weights
    mean = float(np.average(losses, weights=weights))
    spread = weights**2 / dataset.counts * (losses - mean) ** 2
    return mean, float(np.sqrt(spread.sum()) / weights.sum())
