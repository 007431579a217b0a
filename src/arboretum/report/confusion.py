"""Which classes are taken for which."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Category

__all__ = ["Confusion", "count_confusion"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Confusion:
    """What was said of the samples of each class.

    Attributes
    ----------
    classes : tuple
    weights : (n_classes, n_classes)
        Weight of the samples by their class, a row each, and by what was predicted.
    """

    classes: tuple[Category, ...]
    weights: FloatArray

    @property
    def recall(self) -> FloatArray:
        """Of the samples of a class, the share that was found; NaN if there are none."""
        return _shares(np.diag(self.weights), self.weights.sum(axis=1))

    @property
    def precision(self) -> FloatArray:
        """Of the samples taken for a class, the share that is of it; NaN if there are none."""
        return _shares(np.diag(self.weights), self.weights.sum(axis=0))

    def clipped(self, n_classes: int) -> tuple[list[Category | None], FloatArray]:
        """The heaviest classes and, as None, all others in one."""
        if len(self.classes) <= n_classes:
            return list(self.classes), self.weights
        order = np.argsort(-self.weights.sum(axis=1), kind="stable")
        kept = np.sort(order[: n_classes - 1])
        place = np.full(len(self.classes), len(kept))
        place[kept] = np.arange(len(kept))
        merged = np.zeros((n_classes, n_classes))
        np.add.at(merged, (place[:, None], place[None, :]), self.weights)
        return [*(self.classes[code] for code in kept.tolist()), None], merged


def count_confusion(
    classes: tuple[Category, ...],
    target: npt.NDArray[Any],
    predicted: npt.NDArray[Any],
    weights: FloatArray,
) -> Confusion:
    """Count samples by the code of their class and the one predicted."""
    counts = np.zeros((len(classes), len(classes)))
    np.add.at(counts, (target, predicted), weights)
    return Confusion(classes, counts)


def _shares(part: FloatArray, whole: FloatArray) -> FloatArray:
    return np.divide(part, whole, out=np.full(len(part), np.nan), where=whole > 0)
