"""Gain ratio: information gain for what the answer costs to describe."""

from __future__ import annotations

import numpy as np

from arboretum.criteria.base import FloatArray
from arboretum.criteria.information_gain import InformationGain, entropy

__all__ = ["GainRatio"]


class GainRatio(InformationGain):
    """Information gain divided by the entropy of the branch sizes.

    Plain gain favours features with many values: a split into singletons is
    pure, yet useless.  Dividing by what the split costs to describe removes
    most of that bias (Quinlan 1993, ch. 2).  A split with one branch scores 0.
    """

    name = "gain_ratio"

    def score(self, parent: FloatArray, branches: FloatArray) -> FloatArray:
        gain = super().score(parent, branches)
        cost = entropy(branches.sum(axis=-1), self.base)
        return np.divide(gain, cost, out=np.zeros_like(gain), where=cost > 0)
