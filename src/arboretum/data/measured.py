"""Parameters that are measured from the samples a tree is grown from."""

from __future__ import annotations

import math

import numpy as np

from arboretum.data.dataset import Dataset
from arboretum.data.encode.vector_targets import variance
from arboretum.part import Measured

__all__ = [
    "NEARLY",
    "MeanTarget",
    "ShareOfDeviation",
    "ShareOfSamples",
    "ShareOfSquares",
    "Standardised",
]

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
