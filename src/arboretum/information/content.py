"""Information content, entropy, and the divergence of one distribution from another."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum import criteria
from arboretum.criteria.information import bits_per_unit
from arboretum.exceptions import ParameterError
from arboretum.information.distribution import Distribution, pair, probabilities

__all__ = [
    "conditional_entropy",
    "cross_entropy",
    "entropy",
    "gain_by_branch",
    "information_content",
    "information_gain",
    "kl_divergence",
]

FloatArray = npt.NDArray[np.float64]


def information_content(probability: Any, base: float | str = 2) -> Any:
    r"""How much a message says that comes with a probability.

    .. math:: \mathrm{Inf}_P(F) = -\log_2 P(F)

    The less probable, the more; a certain one says nothing, an impossible one would say
    infinitely much.  ``base`` is the unit: 2 for bits, ``"e"`` for nats, 10 for dits.

    Examples
    --------
    >>> information_content(1 / 2), information_content(1.0)
    (1.0, 0.0)
    >>> information_content([0.25, 0.125])
    array([2., 3.])
    """
    try:
        values = np.asarray(probability, dtype=np.float64)
    except (TypeError, ValueError):
        raise ParameterError(
            f"{probability!r} is not a probability. Pass numbers from 0 to 1."
        ) from None
    wrong = values[~((values >= 0) & (values <= 1))]
    if wrong.size:
        raise ParameterError(
            f"{float(wrong.flat[0])!r} is not a probability. Pass numbers from 0 to 1."
        )
    with np.errstate(divide="ignore"):
        units = 0.0 - np.log2(values) / bits_per_unit(base)
    return units if values.ndim else float(units)


def entropy(P: Distribution, base: float | str = 2, *, normalise: bool = False) -> float:
    r"""The expected information content of the events of a distribution.

    .. math:: H(P) = E_P(\mathrm{Inf}_P) = -\sum_F P(F) \log_2 P(F)

    The number of yes/no questions that even the best code cannot do without, on average.
    ``normalise`` divides numbers such as counts by their sum; otherwise they have to add up
    to 1.  For the entropy of many nodes at once see :func:`arboretum.criteria.entropy`.

    Examples
    --------
    >>> round(entropy([0.10, 0.15, 0.16, 0.19, 0.40]), 5)
    2.14975
    >>> round(entropy({"plays": 310, "does not": 690}, normalise=True), 4)
    0.8932
    """
    return float(criteria.entropy(probabilities(P, "P", normalise=normalise), base))


def cross_entropy(
    P: Distribution, belief: Distribution, base: float | str = 2, *, normalise: bool = False
) -> float:
    r"""The expected information content for someone who believes in other probabilities.

    .. math:: E_P(\mathrm{Inf}_Q) = -\sum_F P(F) \log_2 Q(F)

    Events come by ``P``, and surprise by ``belief``, which is :math:`Q`.  Infinite if
    something comes that was believed to be impossible.

    Examples
    --------
    >>> cross_entropy([0.5, 0.5], [0.25, 0.75]) > entropy([0.5, 0.5])
    True
    >>> cross_entropy([0.5, 0.25, 0.25], [0.25, 0.25, 0.5])
    1.75
    """
    comes, believed = pair(P, belief, ("P", "belief"), normalise=normalise)
    return _expected_surprise(comes, believed, base)


def kl_divergence(
    P: Distribution, belief: Distribution, base: float | str = 2, *, normalise: bool = False
) -> float:
    r"""How much more is expected by a belief than by the truth (Kullback & Leibler 1951).

    .. math:: D(P \,\|\, Q) = E_P(\mathrm{Inf}_Q) - E_P(\mathrm{Inf}_P)

    Never negative, 0 only where both are the same, and not the same both ways round.

    Examples
    --------
    >>> round(kl_divergence([0.10, 0.15, 0.16, 0.19, 0.40], [1 / 5] * 5), 4)
    0.1722
    >>> kl_divergence([1.0, 0.0], [0.5, 0.5]), kl_divergence([0.5, 0.5], [1.0, 0.0])
    (1.0, inf)
    """
    comes, believed = pair(P, belief, ("P", "belief"), normalise=normalise)
    return _divergence(comes, believed, base)


def conditional_entropy(joint: Any, base: float | str = 2, *, normalise: bool = False) -> float:
    r"""What remains to be asked about the columns when the row is known.

    .. math:: H(C | A) = \sum_a P(a) H(C | a)

    Parameters
    ----------
    joint : table of probabilities
        One row per answer to the question A, one column per class of C, as the branches of a
        split; all of it adds up to 1.
    base, normalise : as for ``entropy``

    Examples
    --------
    >>> gender = [[10, 490], [300, 200]]
    >>> round(conditional_entropy(gender, normalise=True), 4)
    0.5562
    """
    table = probabilities(joint, "joint", normalise=normalise, n_axes=2)
    return float(criteria.expected(lambda rows: criteria.entropy(rows, base), table))


def gain_by_branch(
    joint: Any, base: float | str = 2, *, normalise: bool = False
) -> tuple[FloatArray, FloatArray]:
    r"""The probability of each row, and how far the classes there diverge from those of all.

    Their products add up to the information gain.  A row that never comes diverges by 0.

    Examples
    --------
    >>> pressure = [[3, 0], [3, 3], [0, 3]]  # high, normal, low; drug A, drug B
    >>> shares, divergences = gain_by_branch(pressure, normalise=True)
    >>> shares.tolist(), divergences.tolist()
    ([0.25, 0.5, 0.25], [1.0, 0.0, 1.0])
    """
    table = probabilities(joint, "joint", normalise=normalise, n_axes=2)
    parent, children = table.sum(axis=0), criteria.shares(table)
    return table.sum(axis=1), np.array([_divergence(child, parent, base) for child in children])


def information_gain(joint: Any, base: float | str = 2, *, normalise: bool = False) -> float:
    r"""How far a question moves the classes, on average: the expected divergence of its branches.

    .. math:: I(C, A) = \sum_a P(a) \, D(P(C | a) \,\|\, P(C)) = H(C) - H(C | A)

    The same number as the score of :class:`arboretum.criteria.InformationGain`.

    Examples
    --------
    >>> gender = [[10, 490], [300, 200]]
    >>> round(information_gain(gender, normalise=True), 4)
    0.337
    """
    weights, divergences = gain_by_branch(joint, base, normalise=normalise)
    return float(weights @ divergences)


def _expected_surprise(comes: FloatArray, believed: FloatArray, base: float | str) -> float:
    possible = comes > 0
    return float(comes[possible] @ information_content(believed[possible], base))


def _divergence(comes: FloatArray, believed: FloatArray, base: float | str) -> float:
    excess = _expected_surprise(comes, believed, base) - _expected_surprise(comes, comes, base)
    return max(0.0, excess)  # Rounding can make it less than nothing.
