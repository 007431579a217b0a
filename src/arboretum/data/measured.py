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
    "RanksByMean",
    "ShareOfClassRisk",
    "ShareOfDeviation",
    "ShareOfSamples",
    "ShareOfSquares",
    "Standardised",
    "ranks_by_mean",
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


def ranks_by_mean(dataset: Dataset) -> tuple[tuple[int, ...], ...]:
    """The place of each category in the order of its mean target, for each categorical feature."""
    assert dataset.targets is not None
    weighted = dataset.weights * dataset.targets[:, 0]
    ranks: list[tuple[int, ...]] = []
    for feature, column in zip(dataset.schema.features, dataset.columns, strict=True):
        if feature.kind != "categorical":
            ranks.append(())
            continue
        n, known = feature.n_categories, column >= 0
        weight = np.bincount(column[known], dataset.weights[known], minlength=n)
        total = np.bincount(column[known], weighted[known], minlength=n)
        mean = np.divide(total, weight, out=np.full(n, -np.inf), where=weight > 0)
        rank = np.empty(n, dtype=np.int64)
        rank[np.argsort(mean, kind="stable")] = np.arange(n)
        ranks.append(tuple(rank.tolist()))
    return tuple(ranks)


class RanksByMean(Measured):
    """Asks for :func:`ranks_by_mean` of the samples a tree is grown from."""

    name = "ranks_by_mean"

    def measure(self, dataset: Dataset) -> tuple[tuple[int, ...], ...]:
        return ranks_by_mean(dataset)


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


class _OfClasses(Measured):
    """What classes count by their prior, and by what it costs to mistake them.

    What that makes of all samples holds for the folds of a cross-validation too, as in rpart:
    it says what a sample of each class weighs.

    Parameters
    ----------
    prior : one share per class, or None for those of the samples
    loss : (n_classes, n_classes) ``loss[true, predicted]``, or None
    """

    again = False

    def __init__(self, prior: Sequence[float] | None, loss: FloatArray | None = None) -> None:
        self.prior = prior
        self.loss = loss

    def multipliers(self, dataset: Dataset) -> FloatArray:
        """The share of each class in the world over its share of the samples."""
        classes = dataset.schema.targets[0].classes or ()
        if self.prior is None:
            return np.ones(len(classes))
        return multipliers_to(np.array(self.prior), classes, self.held(dataset))

    def costs(self, dataset: Dataset) -> FloatArray:
        """What each decision costs per unit of weight of each class, ``[true, predicted]``."""
        return np.asarray(self.multipliers(dataset)[:, None] * self.losses(dataset))

    def losses(self, dataset: Dataset) -> FloatArray:
        """The loss matrix; without one a mistake costs 1."""
        n_classes = len(dataset.schema.targets[0].classes or ())
        return 1.0 - np.eye(n_classes) if self.loss is None else self.loss

    def held(self, dataset: Dataset) -> FloatArray:
        """The weight of the samples of each class of the first target."""
        assert dataset.targets is not None
        n_classes = len(dataset.schema.targets[0].classes or ())
        counted = np.bincount(dataset.targets[:, 0], dataset.weights, minlength=n_classes)
        return np.asarray(counted, dtype=np.float64)


class PriorMultipliers(_OfClasses):
    """The share of each class in the world over its share of the samples."""

    name = "prior_multipliers"

    def measure(self, dataset: Dataset) -> tuple[float, ...]:
        return tuple(self.multipliers(dataset).tolist())


class AlteredMultipliers(_OfClasses):
    """How much each class counts by its prior and by all that mistaking it costs.

    The altered weights of all samples add up to their weight.
    """

    name = "altered_multipliers"

    def measure(self, dataset: Dataset) -> tuple[float, ...]:
        altered = self.multipliers(dataset) * self.losses(dataset).sum(axis=1)
        if np.ptp(altered) != 0:
            held = self.held(dataset)
            altered *= held.sum() / (altered * held).sum()
        return tuple(altered.tolist())


class DecisionCosts(_OfClasses):
    """What each decision costs per unit of weight of each class, ``[true][predicted]``."""

    name = "decision_costs"

    def measure(self, dataset: Dataset) -> tuple[tuple[float, ...], ...]:
        return tuple(map(tuple, self.costs(dataset).tolist()))


class ShareOfClassRisk(_OfClasses):
    """A ``share`` of what the best decision costs at the root."""

    name = "share_of_class_risk"

    def __init__(
        self, share: float, prior: Sequence[float] | None, loss: FloatArray | None
    ) -> None:
        super().__init__(prior, loss)
        self.share = share

    def measure(self, dataset: Dataset) -> float:
        costs = self.held(dataset)[:, None] * self.costs(dataset)
        return self.share * float(costs.sum(axis=0).min(initial=np.inf)) * NEARLY
