"""Of two classes: what happens if one is predicted sooner, or later, than the tree does."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum.data import Category

__all__ = ["Cutoffs", "cutoffs_of"]

FloatArray = npt.NDArray[np.float64]

#: Shares from which on the class may be predicted.
SHARES = np.arange(1, 100) / 100
#: Points of the curve that are kept.
MOST_POINTS = 200


@dataclass(frozen=True, eq=False)
class Cutoffs:
    """How often one class is found, and how often the other is taken for it.

    All numbers are those of samples that were predicted by a tree that never saw them.

    Attributes
    ----------
    classes : the class to find, the rarer of the two, and the other
    positive : code of the first
    share : from which share of the class on it is predicted
    sensitivity : of each cut-off: the share of the class that is found
    specificity : the share of the other class that is not taken for it
    precision : the share that is right where the class is predicted; NaN if that is nowhere
    curve : (n, 2) the share of the other class that is taken for it, and the share found
    auc : the area under the curve: how often a random sample of the class has a higher share than
        a random one of the other
    tree : the same three numbers as the tree decides
    """

    classes: tuple[Category, Category]
    positive: int
    share: FloatArray
    sensitivity: FloatArray
    specificity: FloatArray
    precision: FloatArray
    curve: FloatArray
    auc: float
    tree: tuple[float, float, float]


def cutoffs_of(
    classes: tuple[Category, ...],
    actual: npt.NDArray[np.integer],
    shares: FloatArray,
    weights: FloatArray,
    confusion: FloatArray,
) -> Cutoffs | None:
    """Every cut-off of two classes by the predicted shares; None if one class does not occur."""
    of_class = confusion.sum(axis=1)
    positive = 1 if of_class[1] <= of_class[0] else 0
    if of_class.min() <= 0:
        return None
    score, is_positive = shares[:, positive], actual == positive
    levels, place = np.unique(score, return_inverse=True)
    found, taken = (
        np.bincount(place, weights=weights * chosen, minlength=len(levels))
        for chosen in (is_positive, ~is_positive)
    )
    # From the highest share down: what is predicted to be of the class at each level.
    above = np.array([[0.0, 0.0], *np.cumsum(np.column_stack([taken, found])[::-1], axis=0)])
    curve = above / above[-1]
    # Rounding must not keep a share of 0.3 from reaching a cut-off of 0.3.
    reached = len(levels) - np.searchsorted(levels, SHARES - 1e-12)
    wrong, right = above[reached].T
    tree = _at(confusion[1 - positive, positive], confusion[positive, positive], of_class, positive)
    kept = np.unique(np.linspace(0, len(curve) - 1, MOST_POINTS).round().astype(int))
    return Cutoffs(
        (classes[positive], classes[1 - positive]),
        positive,
        SHARES,
        right / above[-1, 1],
        1.0 - wrong / above[-1, 0],
        np.divide(right, right + wrong, out=np.full(len(right), np.nan), where=right + wrong > 0),
        curve[kept],
        float(np.trapezoid(curve[:, 1], curve[:, 0])),
        tree,
    )


def _at(
    wrong: float, right: float, of_class: FloatArray, positive: int
) -> tuple[float, float, float]:
    predicted = wrong + right
    precision = right / predicted if predicted > 0 else float("nan")
    return right / of_class[positive], 1.0 - wrong / of_class[1 - positive], precision
