"""Whether shares can be taken at their word: of samples given 80 %, do 80 % turn out so?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import DataError, ParameterError
from arboretum.measures.wilson import wilson

__all__ = ["Bins", "Calibration", "calibration_curve"]

FloatArray = npt.NDArray[np.float64]
Bins = Literal["equal_width", "quantile"]

#: Rounding must not move a share of 0.3 to the bin above 0.3.
_NOISE = 1e-12


@dataclass(frozen=True, eq=False)
class Calibration:
    """Predicted shares of a class, bin by bin, beside how often it happened.

    Attributes
    ----------
    low, high : (n_bins,) between which shares a bin lies; ``high`` belongs to it
    predicted : (n_bins,) the mean share that its samples were given
    observed : (n_bins,) the share of them that turned out so
    interval : (n_bins, 2) where that share lies at a level of 95 %, by Wilson's score
    weights : (n_bins,) of its samples
    """

    low: FloatArray
    high: FloatArray
    predicted: FloatArray
    observed: FloatArray
    interval: FloatArray
    weights: FloatArray

    @property
    def error(self) -> float:
        """The expected calibration error: how far the two shares lie apart, by weight of bins."""
        return float(np.average(np.abs(self.predicted - self.observed), weights=self.weights))

    @property
    def is_off(self) -> npt.NDArray[np.bool_]:
        """Of which bins the interval does not reach the mean share that was given."""
        is_below = self.predicted < self.interval[:, 0] - _NOISE
        return np.asarray(is_below | (self.predicted > self.interval[:, 1] + _NOISE))


def calibration_curve(
    happened: npt.ArrayLike,
    shares: npt.ArrayLike,
    weights: npt.ArrayLike | None = None,
    *,
    counts: npt.ArrayLike | None = None,
    n_bins: int = 10,
    bins: Bins = "equal_width",
) -> Calibration:
    """Compare the shares that one class was given with how often it happened.

    Parameters
    ----------
    happened : (n,) whether the sample is of the class
    shares : (n,) that the class was given
    weights, counts : (n,) weight of each row, and how many samples it stands for
    n_bins : int
    bins : {"equal_width", "quantile"}
        Bins that are equally wide, or that hold equal weights.  A bin without a sample is left out.

    Examples
    --------
    >>> found = calibration_curve([0, 0, 1, 1, 1], [0.1, 0.3, 0.3, 0.9, 0.8], n_bins=2)
    >>> found.predicted.round(3), found.observed.round(3), round(found.error, 3)
    (array([0.233, 0.85 ]), array([0.333, 1.   ]), 0.12)
    """
    is_so, share = np.asarray(happened).ravel() != 0, np.asarray(shares, np.float64).ravel()
    weight, count = (
        np.ones(len(share)) if one is None else np.asarray(one, np.float64).ravel()
        for one in (weights, counts)
    )
    if len({len(one) for one in (is_so, share, weight, count)}) > 1 or len(share) == 0:
        raise DataError(
            f"happened, shares, weights and counts must have one value per sample, and there must "
            f"be a sample; their lengths are {len(is_so)}, {len(share)}, {len(weight)} and "
            f"{len(count)}."
        )
    if not 0 <= share.min() <= share.max() <= 1 + _NOISE:  # also where one is missing
        raise DataError(
            f"shares must lie between 0 and 1; they lie between {share.min():g} and "
            f"{share.max():g}. Pass what predict_proba returns for the class."
        )
    edges = _edges(share, weight, n_bins, bins)
    place = np.searchsorted(edges[1:-1], share - _NOISE)
    total, given, so, squares = (
        np.bincount(place, part, minlength=n_bins).astype(np.float64)
        for part in (weight, weight * share, weight * is_so, weight**2 / count)
    )
    held = np.flatnonzero(total > 0)
    observed = so[held] / total[held]
    # As many samples of equal weight would tell as much.
    n = total[held] ** 2 / squares[held]
    interval = np.array([wilson(*pair) for pair in zip(observed.tolist(), n.tolist(), strict=True)])
    predicted = given[held] / total[held]
    return Calibration(edges[held], edges[held + 1], predicted, observed, interval, total[held])


def _edges(share: FloatArray, weight: FloatArray, n_bins: int, bins: Bins) -> FloatArray:
    if n_bins < 1:
        raise ParameterError(f"n_bins={n_bins!r} must be a whole number of at least 1.")
    steps = np.linspace(0.0, 1.0, n_bins + 1)
    if bins == "equal_width":
        return steps
    if bins != "quantile":
        known = ", ".join(map(repr, get_args(Bins)))
        raise ParameterError(f"bins={bins!r} is not known. Known: {known}.")
    order = np.argsort(share, kind="stable")
    so_far = np.cumsum(weight[order])
    # The share at or below which such a part of the weight lies; 0.3 of 200 may be 60 + 1e-14.
    first = np.searchsorted(so_far, steps * so_far[-1] * (1 - _NOISE))
    return np.asarray(share[order][first])
