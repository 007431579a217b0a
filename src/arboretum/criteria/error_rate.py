"""Error rate: how often the majority class is wrong."""

from __future__ import annotations

import numpy as np

from arboretum.criteria.base import FloatArray
from arboretum.criteria.impurity import ClassImpurity, shares
from arboretum.part import Spec

__all__ = ["ErrorRate", "purity"]


def purity(weights: FloatArray) -> FloatArray:
    """Share of the largest class: how often the majority is right.

    >>> purity(np.array([[44.0, 1.0], [1.0, 6.0]])).round(3)
    array([0.978, 0.857])
    """
    return shares(weights).max(axis=-1)


class ErrorRate(ClassImpurity):
    """Decrease of the rate of wrongly classified samples.

    Weak as a guide: it sees only the largest class, and a split counts for
    nothing unless the majority differs between branches.
    """

    name = "error"

    def native(self) -> Spec:
        return self.spec(fast=True)

    def impurity(self, statistics: FloatArray) -> FloatArray:
        has_weight = self.weight(statistics) > 0
        return np.where(has_weight, 1.0 - purity(statistics), 0.0)
