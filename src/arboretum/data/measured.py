"""Parameters that are measured from the samples a tree is grown from."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from arboretum.data.dataset import Dataset
from arboretum.data.encode.vector_targets import variance
from arboretum.data.encode.weights import multipliers_to
from arboretum.part import Measured

__all__ = [
    "NEARLY",
    "AlteredMultipliers",
    "DecisionCosts",
    "MeanTarget",
    "PriorMultipliers",
    "ShareOfClassRisk",
    "ShareOfDeviation",
    "ShareOfSamples",
    "ShareOfSquares",
    "Standardised",
]

FloatArray = npt.NDArray[np.float64]

#: A price of a leaf is a little less than what a split must save, for rounding.
NEARLY = 1.0 - 1e-9


class ShareOfSamples(Measured):
    """A number of samples: ``share`` of all, ``at_least`` so many, then ``times / over``."""

    name = "share_of_samples"

    def __init__(self, share: float, at_least: int = 1, times: int = 1, over: int = 1) -> None:
        self.share = share
        self.at_least = at_least
        self.times = times
        self.over = over

    def measure(self, dataset: Dataset) -> int:
        n = max(self.at_least, math.ceil(self.share * float(dataset.counts.sum())))
        return round(n * self.times / self.over)


class MeanTarget(Measured):
    """The mean of the first target: of counts of events their rate."""

    name = "mean_target"

    def measure(self, dataset: Dataset) -> float:
        assert dataset.targets is not None
        return float(np.average(dataset.targets[:, 0], weights=dataset.weights))


class ShareOfDeviation(Measured):
    """A share of the standard deviation of the target, to some power."""

    name = "share_of_deviation"

    def __init__(self, share: float, power: float = 1.0) -> None:
        self.share = share
        self.power = power

    def measure(self, dataset: Dataset) -> float:
        assert dataset.targets is not None
        target = dataset.targets[:, 0]
        mean = np.average(target, weights=dataset.weights)
        deviation = np.sqrt(np.average(np.square(target - mean), weights=dataset.weights))
        return float((self.share * float(deviation)) ** self.power)


class ShareOfSquares(Measured):
    """A share of the sum of squares about the mean, averaged over the targets.

    It is the price of a leaf; in cross-validation prices come from the tree of all samples.
    """

    name = "share_of_squares"
    again = False

    def __init__(self, share: float) -> None:
        self.share = share

    def measure(self, dataset: Dataset) -> float:
        assert dataset.targets is not None
        mean = np.average(dataset.targets, axis=0, weights=dataset.weights)
        deviations = np.square(dataset.targets - mean)
        risk = float((dataset.weights[:, None] * deviations).sum()) / len(mean)
        return self.share * risk * NEARLY


class Standardised(Measured):
    """Weights by which all targets of a vector count alike, whatever their units.

    Parameters
    ----------
    widths : how many numbers of the vector belong to each target, one or one per class
    """

    name = "standardised"

    def __init__(self, widths: tuple[int, ...]) -> None:
        self.widths = widths

    def measure(self, dataset: Dataset) -> tuple[float, ...]:
        values, found, start = np.asarray(dataset.targets), np.empty(sum(self.widths)), 0
        for width in self.widths:
            place = slice(start, start + width)
            scale = variance(values[:, place], dataset.weights)
            found[place] = 1.0 / scale if scale > 0 else 0.0
            start += width
        return tuple((found / len(self.widths)).tolist())


# Priors and losses are the same for the folds of a cross-validation as for all samples, as in
# rpart: they say what a sample of each class weighs.


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
