"""Errors to expect of new samples, from those that training samples make: C4.5's upper limit."""

from __future__ import annotations

from numbers import Real
from statistics import NormalDist
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.exceptions import ParameterError

__all__ = ["Limit", "check_confidence", "extra_errors", "limit_parameters", "upper_limit"]

FloatArray = npt.NDArray[np.float64]
Limit = Literal["c45", "j48"]

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
            f"confidence={confidence!r} must be above 0 and at most 1. "
            "C4.5 uses 0.25; smaller prunes more."
        )
    return float(confidence)


def limit_parameters(confidence: Any, limit: Any = "c45") -> tuple[float, float, float, float]:
    """What the native core needs of a limit: confidence, deviate, and the high end."""
    confidence = check_confidence(confidence)
    if limit not in get_args(Limit):
        raise ParameterError(
            f"limit={limit!r} is not known. Known: {', '.join(map(repr, get_args(Limit)))}."
        )
    if limit == "c45":
        deviate = float(np.interp(confidence, _CONFIDENCE, _DEVIATE))
        return confidence, deviate, _OF_THE_OTHERS, -np.inf
    if confidence > 0.5:
        raise ParameterError(f"confidence={confidence!r} must be at most 0.5 with limit='j48'.")
    return confidence, NormalDist().inv_cdf(1.0 - confidence), 1.0, 0.0


def extra_errors(
    n_samples: npt.ArrayLike,
    errors: npt.ArrayLike,
    confidence: float = 0.25,
    limit: Limit = "c45",
) -> FloatArray:
    r"""How many more errors than were seen C4.5 expects among new samples.

    n times the upper limit of the error rate, less the errors e seen.  Without
    an error the limit is the exact one of the binomial distribution, at which
    that has the probability ``confidence``: :math:`n (1 - c^{1/n})`.  From one error
    on it is Wilson's with a correction for continuity,
    :math:`f = e + \frac{1}{2}`; between them a straight line:

    .. math:: n \, \frac{f + z^2 / 2 + z \sqrt{z^2 / 4 + f (1 - f / n)}}{n + z^2} - e

    Where f is n or more, 0.67 of the n - e other samples are added in C4.5, and
    all of them in J48.

    Parameters
    ----------
    n_samples, errors : arrays, or numbers
    confidence : C4.5's CF; smaller prunes more.
    limit : {"c45", "j48"}
        Whose program: C4.5 reads z off a short table (0.6925 at a confidence
        of 0.25), J48 works it out (0.6745).

    Examples
    --------
    >>> extra_errors([6.0, 9.0, 1.0], [0.0, 0.0, 0.0]).round(3)
    array([1.238, 1.285, 0.75 ])
    """
    n, seen = np.broadcast_arrays(
        np.asarray(n_samples, dtype=np.float64), np.asarray(errors, dtype=np.float64)
    )
    extra = _core.extra_errors(
        n.reshape(-1).copy(), seen.reshape(-1).copy(), limit_parameters(confidence, limit)
    )
    return extra.reshape(n.shape)


def upper_limit(
    n_samples: npt.ArrayLike,
    errors: npt.ArrayLike,
    confidence: float = 0.25,
    limit: Limit = "c45",
) -> FloatArray:
    """The share of errors that C4.5 expects; 1 where there are no samples.

    >>> upper_limit([6.0, 16.0], [0.0, 1.0]).round(3)
    array([0.206, 0.157])
    """
    n = np.asarray(n_samples, dtype=np.float64)
    expected = extra_errors(n, errors, confidence, limit) + np.asarray(errors, dtype=np.float64)
    return np.divide(expected, n, out=np.ones_like(expected), where=n > 0)
