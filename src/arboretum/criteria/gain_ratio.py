"""Gain ratio: information gain for what the answer costs to describe."""

from __future__ import annotations

import numpy as np

from arboretum.criteria.base import FloatArray
from arboretum.criteria.information_gain import InformationGain, entropy
from arboretum.part import Spec

__all__ = ["GainRatio"]


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
