"""Errors to expect of new samples, from those that training samples make: C4.5's upper limit."""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import ParameterError

__all__ = ["check_confidence", "extra_errors", "upper_limit"]

FloatArray = npt.NDArray[np.float64]

#: Quinlan's table of one-sided normal deviates, between which C4.5 interpolates.
_CONFIDENCE = (0.0, 0.001, 0.005, 0.01, 0.05, 0.1, 0.2, 0.4, 1.0)
_DEVIATE = (4.0, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0.0)
#: Where almost all samples are wrong: the share of the others that is added.
_OF_THE_OTHERS = 0.67


def check_confidence(confidence: Any) -> float:
    """A confidence above 0 and not above 1, or an error."""
    is_number = isinstance(confidence, Real) and not isinstance(confidence, bool)
    if not is_number or not 0 < confidence <= 1:
        raise ParameterError(
            f"confidence={confidence!r} must be a number above 0 and not above 1. "
            "C4.5 uses 0.25; smaller prunes more."
        )
    return float(confidence)


def extra_errors(
    n_samples: npt.ArrayLike, errors: npt.ArrayLike, confidence: float = 0.25
) -> FloatArray:
    """How many errors more than seen C4.5 expects among so many samples.

    Without an error it is the exact limit of the binomial distribution,
    :math:`n (1 - c^{1/n})`; from one error on Wilson's with a correction for
    continuity; between them a straight line.

    >>> extra_errors([6.0, 9.0, 1.0], [0.0, 0.0, 0.0]).round(3)
    array([1.238, 1.285, 0.75 ])
    """
    n, seen = np.broadcast_arrays(
        np.asarray(n_samples, dtype=np.float64), np.asarray(errors, dtype=np.float64)
    )
    none = n * -np.expm1(np.log(confidence) / np.maximum(n, np.finfo(float).tiny))
    several = _from_one_on(n, np.maximum(seen, 1.0), confidence)
    return np.where(seen < 1, none + seen * (several - none), several)


def upper_limit(
    n_samples: npt.ArrayLike, errors: npt.ArrayLike, confidence: float = 0.25
) -> FloatArray:
    """The share of errors that C4.5 expects; 1 of no samples.

    >>> upper_limit([6.0, 16.0], [0.0, 1.0]).round(3)
    array([0.206, 0.157])
    """
    n = np.asarray(n_samples, dtype=np.float64)
    expected = extra_errors(n, errors, confidence) + np.asarray(errors, dtype=np.float64)
    return np.divide(expected, n, out=np.ones_like(expected), where=n > 0)


def _from_one_on(n: FloatArray, errors: FloatArray, confidence: float) -> FloatArray:
    square = float(np.interp(confidence, _CONFIDENCE, _DEVIATE)) ** 2
    half = errors + 0.5
    is_most = half >= n
    share = np.where(is_most, 0.0, half / np.maximum(n, 1.0))
    root = np.sqrt(square * (half * (1 - share) + square / 4))
    wilson = n * (half + square / 2 + root) / (n + square) - errors
    return np.where(is_most, _OF_THE_OTHERS * (n - errors), wilson)
