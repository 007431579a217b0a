"""Information gain: how much an answer tells about the class."""

from __future__ import annotations

import math

import numpy as np

from arboretum.criteria.base import FloatArray
from arboretum.criteria.impurity import ClassImpurity, row_sums, shares
from arboretum.exceptions import ParameterError
from arboretum.part import Spec

__all__ = ["InformationGain", "entropy"]


def entropy(weights: FloatArray, base: float | str = 2) -> FloatArray:
    r"""Bits needed to name the class of one sample drawn by weight.

    .. math:: H(w) = -\sum_k p_k \log_2 p_k, \qquad p_k = w_k / \sum_j w_j

    Classes are on the last axis; the axes before it are kept.  An empty node
    needs no bits: the entropy of all-zero weights is 0.  ``base`` changes the
    unit: 2 for bits, ``"e"`` for nats, 10 for dits.

    >>> entropy(np.array([[9.0, 5.0], [4.0, 0.0]])).round(3)
    array([0.94, 0.  ])
    """
    share = shares(weights)
    bits = np.log2(share, out=np.zeros_like(share), where=share > 0)
    # A bare minus would show -0.0 for pure nodes.
    return 0.0 - row_sums(share * bits) / _bits_per_unit(base)


def _bits_per_unit(base: float | str) -> float:
    if base == "e":
        return float(np.log2(np.e))
    if isinstance(base, str) or not 1 < base < np.inf:
        raise ParameterError(
            f"base={base!r} is no base of a logarithm. "
            "Use 2 (bits), 'e' (nats), 10 (dits) or another number above 1."
        )
    return float(np.log2(base))


class InformationGain(ClassImpurity):
    """Decrease of the class entropy (Quinlan 1986).

    Parameters
    ----------
    base : 2, "e", 10 or any number above 1
        Unit of the entropy: bits, nats, dits.  It scales every score alike.
    """

    name = "entropy"
    is_information = True

    def __init__(self, base: float | str = 2) -> None:
        self.base = base

    def native(self) -> Spec:
        return self.spec(bits=self.bits, unit=self.bits, fast=True)

    @property
    def bits(self) -> float:
        """How many bits one unit is."""
        return _bits_per_unit(self.base)

    @property
    def rpart_unit(self) -> float:  # type: ignore[override]
        """rpart measures in nats."""
        return 1.0 if self.base == "e" else math.log(float(self.base))

    def impurity(self, statistics: FloatArray) -> FloatArray:
        return entropy(statistics, self.base)
