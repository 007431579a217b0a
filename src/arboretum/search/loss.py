"""What a prediction costs: one answer for all that prunes, validates, reports or compares.

A criterion names the loss that it makes small, and a leaf model may change it;
``arboretum.growing.losses.loss_of`` asks both for a tree.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

__all__ = [
    "AbsoluteLoss",
    "ClassLoss",
    "Loss",
    "PoissonLoss",
    "ResidualKind",
    "SquaredLoss",
    "VectorLoss",
]

FloatArray = npt.NDArray[np.float64]

#: By which residuals are measured; see ``arboretum.explain.residuals``.
ResidualKind = Literal["usual", "pearson", "deviance"]

#: At a rate of 0 events would cost infinitely much.
LEAST_RATE = 1e-300


class Loss(ABC):
    """What a unit of weight costs where one thing is predicted and another is true."""

    #: Whether labels are predicted as shares, not as decisions.
    takes_shares: ClassVar[bool] = False

    @property
    def unweighed(self) -> Loss:
        """The loss of samples that count as they are, whatever their class."""
        return self

    @abstractmethod
    def of(self, truth: npt.NDArray[Any], predicted: npt.NDArray[Any]) -> FloatArray:
        """The cost of each sample, from (n, n_targets) targets and predictions.

        Classes are codes, and of several targets all mistakes are added up; of numbers the mean
        over the targets is taken.
        """

    def residuals(
        self,
        truth: npt.NDArray[Any],
        predicted: npt.NDArray[Any],
        weights: FloatArray,
        kind: ResidualKind,
    ) -> FloatArray:
        """How far numbers are from what is predicted, (n, n_targets)."""
        return np.asarray(truth - predicted, dtype=np.float64)

    def at_nodes(
        self, truth: npt.NDArray[Any], predicted: npt.NDArray[Any]
    ) -> dict[str, npt.NDArray[Any]] | None:
        """What is true of samples and predicted by nodes, if the core can say what that costs."""
        return None


@dataclass(frozen=True, eq=False)
class ClassLoss(Loss):
    """A mistake costs 1, or what the loss matrix says, times what its class counts.

    Attributes
    ----------
    matrix : (n_classes, n_classes) ``loss[true, predicted]`` of the only target, or None
    multipliers : what each class of the only target counts by its prior, or None
    """

    matrix: FloatArray | None = None
    multipliers: Sequence[float] | None = None

    @property
    def unweighed(self) -> ClassLoss:
        return replace(self, multipliers=None)

    def of(self, truth: npt.NDArray[Any], predicted: npt.NDArray[Any]) -> FloatArray:
        if self.matrix is None:
            wrong = np.asarray(truth) != predicted  # truth may be label sets
            n_wrong = wrong[:, 0] if wrong.shape[1] == 1 else wrong.sum(axis=1)  # far quicker
            cost = np.asarray(n_wrong, dtype=np.float64)
        else:
            cost = self.matrix[truth[:, 0], predicted[:, 0]]
        if self.multipliers is None:
            return cost
        return np.asarray(cost * np.array(self.multipliers)[truth[:, 0]])

    def at_nodes(
        self, truth: npt.NDArray[Any], predicted: npt.NDArray[Any]
    ) -> dict[str, npt.NDArray[Any]] | None:
        truth = np.asarray(truth)  # which may be label sets
        if truth.shape[1] > 1 or truth.size == 0 or truth.min() < 0:
            return None
        codes = {
            name: np.ascontiguousarray(given[:, 0], dtype=np.int32)
            for name, given in (("truth", truth), ("predicted", predicted))
        }
        n_classes = 1 + max(int(given.max()) for given in codes.values())
        table = 1.0 - np.eye(n_classes) if self.matrix is None else self.matrix
        if self.multipliers is not None:
            table = table * np.array(self.multipliers)[: len(table), None]
        return {**codes, "table": np.ascontiguousarray(table, dtype=np.float64)}


class SquaredLoss(Loss):
    """The squared error."""

    def of(self, truth: npt.NDArray[Any], predicted: npt.NDArray[Any]) -> FloatArray:
        return _mean_of_targets(np.square(truth - predicted))

    def at_nodes(
        self, truth: npt.NDArray[Any], predicted: npt.NDArray[Any]
    ) -> dict[str, npt.NDArray[Any]] | None:
        if truth.shape[1] > 1:
            return None
        return {
            "truth": np.ascontiguousarray(truth[:, 0], dtype=np.float64),
            "predicted": np.ascontiguousarray(predicted[:, 0]),
        }


class AbsoluteLoss(Loss):
    """The absolute error."""

    def of(self, truth: npt.NDArray[Any], predicted: npt.NDArray[Any]) -> FloatArray:
        return _mean_of_targets(np.abs(truth - predicted))


class PoissonLoss(Loss):
    r"""Half the deviance of counts, :math:`y \log(y / r) - y + r` for a rate of r."""

    def of(self, truth: npt.NDArray[Any], predicted: npt.NDArray[Any]) -> FloatArray:
        rate = np.maximum(predicted, LEAST_RATE)
        own = np.where(truth > 0, truth, 1.0)
        loss = np.where(truth > 0, truth * np.log(own / rate), 0.0) - truth + rate
        return _mean_of_targets(loss)

    def residuals(
        self,
        truth: npt.NDArray[Any],
        predicted: npt.NDArray[Any],
        weights: FloatArray,
        kind: ResidualKind,
    ) -> FloatArray:
        """Of events, which are rates times the exposure that is their weight."""
        apart = weights[:, None] * (truth - predicted)
        if kind == "usual":
            return apart
        if kind == "pearson":
            expected = weights[:, None] * np.maximum(predicted, LEAST_RATE)
            return np.asarray(apart / np.sqrt(expected))
        one_by_one = zip(truth.T, predicted.T, strict=True)
        half = np.stack([self.of(t[:, None], p[:, None]) for t, p in one_by_one], axis=1)
        return np.asarray(np.sign(apart) * np.sqrt(2.0 * weights[:, None] * np.maximum(half, 0.0)))


def _mean_of_targets(loss: FloatArray) -> FloatArray:
    return loss[:, 0] if loss.shape[1] == 1 else np.asarray(loss.mean(axis=1))  # far quicker


@dataclass(frozen=True, eq=False)
class VectorLoss(Loss):
    """Squared errors of many targets, added up by weight; cells that are not known cost nothing.

    Labels are targets that are 0 or 1.
    """

    weights: Sequence[float]

    takes_shares: ClassVar[bool] = True

    def of(self, truth: npt.NDArray[Any], predicted: npt.NDArray[Any]) -> FloatArray:
        away = np.asarray(truth, dtype=np.float64) - predicted
        return np.asarray(np.nansum(away * away * np.asarray(self.weights), axis=1))
