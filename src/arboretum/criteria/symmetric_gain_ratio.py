"""Symmetric gain ratio: gain shared out over what class and answer cost together."""

from __future__ import annotations

import numpy as np

from arboretum.criteria.base import FloatArray
from arboretum.criteria.information_gain import InformationGain, entropy
from arboretum.part import Spec

__all__ = ["SymmetricGainRatio"]


class SymmetricGainRatio(InformationGain):
    r"""Twice the information gain over the entropies of class and branch.

    .. math:: \frac{2 \, \text{gain}}{H(\text{class}) + H(\text{branch})}

    Between 0 and 1, and 1 only if class and branch say the same.  Unlike the
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
