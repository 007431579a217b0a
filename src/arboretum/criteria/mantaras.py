"""Mántaras distance: how near the partition by branch is to the partition by class."""

from __future__ import annotations

import numpy as np

from arboretum.criteria.base import FloatArray
from arboretum.criteria.information_gain import InformationGain, entropy
from arboretum.part import Spec

__all__ = ["Mantaras"]


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
