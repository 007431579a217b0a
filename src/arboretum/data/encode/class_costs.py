"""Priors and losses as multipliers of class weights, measured from the samples.

What they make of all samples holds for the folds of a cross-validation too, as in rpart: they
say what a sample of each class weighs.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from arboretum.data.dataset import Dataset
from arboretum.data.encode.weights import multipliers_to
from arboretum.data.measured import NEARLY
from arboretum.part import Measured

__all__ = ["AlteredMultipliers", "DecisionCosts", "PriorMultipliers", "ShareOfClassRisk"]

FloatArray = npt.NDArray[np.float64]


class PriorMultipliers(Measured):
    """The share of each class in the world over its share of the samples.

    Parameters
    ----------
    prior : one share per class, or None for those of the samples
    """

    name = "prior_multipliers"
    again = False

    def __init__(self, prior: Sequence[float] | None) -> None:
        self.prior = prior

    def measure(self, dataset: Dataset) -> tuple[float, ...]:
        return tuple(_by_prior(self.prior, dataset).tolist())


class AlteredMultipliers(Measured):
    """How much each class counts by its prior and by all that mistaking it costs.

    The altered weights of all samples add up to their weight.

    Parameters
    ----------
    prior : one share per class, or None for those of the samples
    loss : (n_classes, n_classes) ``loss[true, predicted]``, or None
    """

    name = "altered_multipliers"
    again = False

    def __init__(self, prior: Sequence[float] | None, loss: FloatArray | None) -> None:
        self.prior = prior
        self.loss = loss

    def measure(self, dataset: Dataset) -> tuple[float, ...]:
        altered = _by_prior(self.prior, dataset) * _losses(self.loss, dataset).sum(axis=1)
        if np.ptp(altered) != 0:
            held = _held_by_classes(dataset)
            altered *= held.sum() / (altered * held).sum()
        return tuple(altered.tolist())


class DecisionCosts(Measured):
    """What each decision costs per unit of weight of each class, ``[true][predicted]``.

    Parameters
    ----------
    prior, loss : as in :class:`AlteredMultipliers`
    """

    name = "decision_costs"
    again = False

    def __init__(self, prior: Sequence[float] | None, loss: FloatArray | None) -> None:
        self.prior = prior
        self.loss = loss

    def measure(self, dataset: Dataset) -> tuple[tuple[float, ...], ...]:
        return tuple(map(tuple, _costs(self.prior, self.loss, dataset).tolist()))


class ShareOfClassRisk(Measured):
    """A share of what the best decision costs at the root.

    Parameters
    ----------
    share : float
    prior, loss : as in :class:`AlteredMultipliers`
    """

    name = "share_of_class_risk"
    again = False

    def __init__(
        self, share: float, prior: Sequence[float] | None, loss: FloatArray | None
    ) -> None:
        self.share = share
        self.prior = prior
        self.loss = loss

    def measure(self, dataset: Dataset) -> float:
        costs = _held_by_classes(dataset)[:, None] * _costs(self.prior, self.loss, dataset)
        return self.share * float(costs.sum(axis=0).min(initial=np.inf)) * NEARLY


def _by_prior(prior: Sequence[float] | None, dataset: Dataset) -> FloatArray:
    classes = dataset.schema.targets[0].classes or ()
    if prior is None:
        return np.ones(len(classes))
    return multipliers_to(np.array(prior), classes, _held_by_classes(dataset))


def _losses(loss: FloatArray | None, dataset: Dataset) -> FloatArray:
    return 1.0 - np.eye(len(dataset.schema.targets[0].classes or ())) if loss is None else loss


def _costs(prior: Sequence[float] | None, loss: FloatArray | None, dataset: Dataset) -> FloatArray:
    return np.asarray(_by_prior(prior, dataset)[:, None] * _losses(loss, dataset))


def _held_by_classes(dataset: Dataset) -> FloatArray:
    """The weight of the samples of each class of the first target."""
    assert dataset.targets is not None
    n_classes = len(dataset.schema.targets[0].classes or ())
    counted = np.bincount(dataset.targets[:, 0], dataset.weights, minlength=n_classes)
    return np.asarray(counted, dtype=np.float64)
