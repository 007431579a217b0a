"""Standard deviation: the spread of numbers, in their own unit."""

from __future__ import annotations

import numpy as np

from arboretum import _core
from arboretum.criteria.base import FloatArray
from arboretum.criteria.impurity import ImpurityDecrease
from arboretum.criteria.squared_error import SquaredError
from arboretum.part import Spec
from arboretum.statistics import Moments

__all__ = ["StandardDeviation"]


class StandardDeviation(ImpurityDecrease):
    r"""Decrease of the standard deviation, by which M5 chooses splits.

    .. math:: \operatorname{sd}(D) - \sum_b \frac{w_b}{w} \operatorname{sd}(D_b)

    Beside the variance it cares less for a few samples that are far from the others.

    Parameters
    ----------
    root : float
        Which root of the variance: 2 is the standard deviation.  The higher it is, the less
        a split gains by setting a few far samples apart.
    """

    name = "standard_deviation"
    statistics = Moments

    def __init__(self, root: float = 2.0) -> None:
        self.root = root

    def native(self) -> Spec:
        return self.spec(root=float(self.root))

    def mean_loss(self, impurity: FloatArray) -> FloatArray:
        return np.asarray(impurity**self.root)

    def impurity(self, statistics: FloatArray) -> FloatArray:
        variance = SquaredError().impurity(statistics)
        if self.root == 2:
            return np.sqrt(variance)
        # NumPy's own powers differ in the last bit with the length of an array.
        flat = np.ascontiguousarray(variance, dtype=np.float64).reshape(-1)
        return _core.roots(flat, float(self.root)).reshape(np.shape(variance))
