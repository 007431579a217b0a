"""Precision against recall, for all thresholds at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["Curve", "precision_recall"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Curve:
    """A precision-recall curve.

    Attributes
    ----------
    threshold : the distinct scores, falling; a cell is predicted if its score is not lower.
    hits, alarms : how many cells, or what weight of them, is then predicted rightly and wrongly.
    n_true : how many cells, or what weight, there is to find.
    """

    threshold: FloatArray
    hits: FloatArray
    alarms: FloatArray
    n_true: float

    @property
    def precision(self) -> FloatArray:
        return self.hits / (self.hits + self.alarms)

    @property
    def recall(self) -> FloatArray:
        return self.hits / self.n_true if self.n_true else np.full(len(self.hits), np.nan)

    @property
    def area(self) -> float:
        r"""The area under the curve; NaN if there is nothing to find.

        Between two thresholds hits and alarms are taken to come evenly, s alarms per hit, as if
        cells of equal score were predicted one by one in any order.  Precision is then not a line
        but a hyperbola in recall (Davis & Goadrich 2006), and the area between two points

        .. math:: \frac{1}{P} \int_a^b \frac{t}{t + f + s (t - a)} \, dt
        """
        if self.n_true == 0:
            return np.nan
        hits, alarms = np.append(0.0, self.hits), np.append(0.0, self.alarms)
        return float(_areas(hits, alarms).sum() / self.n_true)


def _areas(hits: FloatArray, alarms: FloatArray) -> FloatArray:
    """The integral of precision over the hits between neighbours."""
    first, last, before = hits[:-1], hits[1:], alarms[:-1]
    gained = last - first
    some = gained > 0
    slope = np.divide(np.diff(alarms), gained, out=np.zeros_like(gained), where=some)
    k, c = 1.0 + slope, before - slope * first  # the integrand is t / (k t + c)
    upper, lower = k * last + c, k * first + c
    ratio = np.divide(upper, lower, out=np.ones_like(upper), where=some & (lower > 0))
    return np.where(some, gained / k - c / (k * k) * np.log(ratio), 0.0)


def precision_recall(
    truth: npt.ArrayLike, scores: npt.ArrayLike, weights: npt.ArrayLike | None = None
) -> Curve:
    """The precision-recall curve of cells, 0 or 1, by their scores; each may have a weight.

    >>> curve = precision_recall([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
    >>> curve.recall.tolist(), curve.precision.round(3).tolist()
    ([0.5, 0.5, 1.0, 1.0], [1.0, 0.5, 0.667, 0.5])
    """
    is_true = np.asarray(truth).ravel() != 0
    score = np.asarray(scores, dtype=np.float64).ravel()
    order = np.argsort(-score, kind="stable")
    is_true, score = is_true[order], score[order]
    last = np.flatnonzero(np.append(np.diff(score) != 0, len(score) > 0))
    if weights is None:
        hits = np.cumsum(is_true)[last].astype(np.float64)
        return Curve(score[last], hits, last + 1 - hits, float(is_true.sum()))
    weight = np.asarray(weights, dtype=np.float64).ravel()[order]
    found, taken = (np.cumsum(weight * one) for one in (is_true, ~is_true))
    return Curve(score[last], found[last], taken[last], float(found[-1]) if len(found) else 0.0)
