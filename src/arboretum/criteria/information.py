"""Criteria of information: how much an answer reveals about the class."""

from __future__ import annotations

import math

import numpy as np

from arboretum.criteria.base import FloatArray
from arboretum.criteria.impurity import ClassImpurity, row_sums, shares
from arboretum.exceptions import ParameterError
from arboretum.part import Spec

__all__ = [
    "GainRatio",
    "InformationGain",
    "Mantaras",
    "SymmetricGainRatio",
    "bits_per_unit",
    "entropy",
]


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
    return 0.0 - row_sums(share * bits) / bits_per_unit(base)


def bits_per_unit(base: float | str) -> float:
    """How many bits one unit of information is, by the base of its logarithm."""
    if base == "e":
        return float(np.log2(np.e))
    if isinstance(base, str) or not 1 < base < np.inf:
        raise ParameterError(
            f"base={base!r} is not the base of a logarithm. "
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
        return self.spec(bits=self.bits, unit=self.bits, fast=True, fast_far_apart=True)

    @property
    def bits(self) -> float:
        """How many bits one unit is."""
        return bits_per_unit(self.base)

    @property
    def rpart_unit(self) -> float:  # type: ignore[override]
        """rpart measures in nats."""
        return 1.0 if self.base == "e" else math.log(float(self.base))

    def impurity(self, statistics: FloatArray) -> FloatArray:
        return entropy(statistics, self.base)


class GainRatio(InformationGain):
    """Information gain divided by the entropy of the branch sizes.

    Plain gain favours features with many values: a split into singletons is
    pure, yet useless.  Dividing by what the split costs to describe removes
    most of that bias (Quinlan 1993, ch. 2).  A split with one branch scores 0.
    Samples without a value that take no part in the gain are one more branch
    of what is described.
    """

    name = "gain_ratio"
    rpart_unit = 1.0  # a ratio has no unit

    def native(self) -> Spec:
        return self.spec(bits=self.bits, fast=True)

    def score(self, parent: FloatArray, branches: FloatArray) -> FloatArray:
        return self.score_known(parent, branches, 0.0)

    def score_known(
        self, parent: FloatArray, branches: FloatArray, left_out: FloatArray | float
    ) -> FloatArray:
        gain = super().score(parent, branches)
        sizes = branches.sum(axis=-1)
        if np.any(left_out):
            others = np.broadcast_to(left_out, sizes.shape[:-1])
            sizes = np.concatenate([sizes, others[..., None]], axis=-1)
        cost = entropy(sizes, self.base)
        return np.divide(gain, cost, out=np.zeros_like(gain), where=cost > 0)


class SymmetricGainRatio(InformationGain):
    r"""Twice the information gain over the entropies of class and branch.

    .. math:: \frac{2 \, \text{gain}}{H(\text{class}) + H(\text{branch})}

    Between 0 and 1, and 1 only if class and branch determine each other.  Unlike the
    gain ratio it does not soar where a split is very lopsided (Press et al.
    1988, 14.4, "symmetrical uncertainty").
    """

    name = "symmetric_gain_ratio"
    rpart_unit = 1.0  # a ratio has no unit

    def native(self) -> Spec:
        return self.spec(bits=self.bits)

    def score(self, parent: FloatArray, branches: FloatArray) -> FloatArray:
        gain = super().score(parent, branches)
        cost = self.impurity(parent) + entropy(branches.sum(axis=-1), self.base)
        return np.divide(2.0 * gain, cost, out=np.zeros_like(gain), where=cost > 0)


class Mantaras(InformationGain):
    r"""One less the normalised distance of López de Mántaras (1991).

    .. math:: 1 - d_N = \frac{\text{gain}}{H(\text{class}, \text{branch})}

    Between 0 and 1.  A true distance between partitions, and like the gain
    ratio without a bias towards features with many values.
    """

    name = "mantaras"
    rpart_unit = 1.0  # a ratio has no unit

    def native(self) -> Spec:
        return self.spec(bits=self.bits)

    def score(self, parent: FloatArray, branches: FloatArray) -> FloatArray:
        gain = super().score(parent, branches)
        together = entropy(branches.reshape(len(branches), -1), self.base)
        return np.divide(gain, together, out=np.zeros_like(gain), where=together > 0)
