"""How far predicted shares of classes are from what happened: the Brier score and the log loss.

Both are proper: on average no shares do better than the true ones.  ``actual`` holds the code of
each sample's class, which is its column in ``shares``, (n_samples, n_classes).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import DataError

__all__ = [
    "LEAST_SHARE",
    "brier_losses",
    "brier_score",
    "is_impossible",
    "log_loss",
    "log_losses",
]

FloatArray = npt.NDArray[np.float64]

#: What a share of 0 counts as in a log loss, as in scikit-learn: else one sample would make the
#: mean infinite, whatever the others are.
LEAST_SHARE = float(np.finfo(np.float64).eps)


def brier_score(
    actual: npt.ArrayLike, shares: npt.ArrayLike, weights: npt.ArrayLike | None = None
) -> float:
    r"""The mean squared distance between shares and what happened, from 0 to 2.

    .. math:: \frac{1}{n} \sum_i \sum_k (p_{ik} - y_{ik})^2

    with :math:`y_{ik} = 1` for the class of the sample and 0 for the others: Brier's own sum over
    all classes (1950).  Of two classes it is twice the squared distance of one of them, which is
    called by the same name elsewhere.

    >>> brier_score([1, 0], [[0.2, 0.8], [0.5, 0.5]])
    0.29
    """
    return _mean(brier_losses(actual, shares), weights)


def log_loss(
    actual: npt.ArrayLike, shares: npt.ArrayLike, weights: npt.ArrayLike | None = None
) -> float:
    r"""The mean of :math:`-\ln p` for the share p that what happened was given.

    Natural logarithms, as in scikit-learn; divide by :math:`\ln 2` for bits.  By right the loss of
    a share of 0 is infinite: it counts as ``LEAST_SHARE``, which costs 36, and
    :func:`is_impossible` says where.

    >>> round(log_loss([1, 0], [[0.2, 0.8], [0.5, 0.5]]), 4)
    0.4581
    """
    return _mean(log_losses(actual, shares), weights)


def brier_losses(actual: npt.ArrayLike, shares: npt.ArrayLike) -> FloatArray:
    """What each sample adds to :func:`brier_score`."""
    code, given = _checked(actual, shares)
    off = given.copy()
    off[np.arange(len(code)), code] -= 1.0
    return np.asarray((off * off).sum(axis=1))


def log_losses(actual: npt.ArrayLike, shares: npt.ArrayLike) -> FloatArray:
    """What each sample adds to :func:`log_loss`."""
    # A bare minus would show -0.0 for a share of 1.
    return np.asarray(0.0 - np.log(np.maximum(_of_actual(actual, shares), LEAST_SHARE)))


def is_impossible(actual: npt.ArrayLike, shares: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Which samples are of a class that was given a share of 0.

    >>> is_impossible([1, 0], [[1.0, 0.0], [0.5, 0.5]])
    array([ True, False])
    """
    return np.asarray(_of_actual(actual, shares) < LEAST_SHARE)


def _mean(losses: FloatArray, weights: npt.ArrayLike | None) -> float:
    return float(np.average(losses, weights=None if weights is None else np.asarray(weights)))


def _of_actual(actual: npt.ArrayLike, shares: npt.ArrayLike) -> FloatArray:
    code, given = _checked(actual, shares)
    return given[np.arange(len(code)), code]


def _checked(
    actual: npt.ArrayLike, shares: npt.ArrayLike
) -> tuple[npt.NDArray[np.integer], FloatArray]:
    code, given = np.asarray(actual), np.asarray(shares, dtype=np.float64)
    if given.ndim != 2 or code.shape != given.shape[:1]:
        raise DataError(
            "shares must have one row per sample and one column per class, and actual one code "
            f"per sample; they have the shapes {given.shape} and {code.shape}."
        )
    is_code = code.dtype.kind in "iu"
    if not is_code or (len(code) and not 0 <= code.min() <= code.max() < given.shape[1]):
        raise DataError(
            f"actual must hold codes of classes, whole numbers from 0 to {given.shape[1] - 1}: the "
            "columns of shares. Look names up in classes_ first."
        )
    return code, given
