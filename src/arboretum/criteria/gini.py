"""Gini: how often two samples drawn from a node differ in class."""

from __future__ import annotations

import numpy as np

from arboretum.criteria.base import FloatArray
from arboretum.criteria.impurity import ClassImpurity, shares
from arboretum.part import Spec

__all__ = ["Gini", "gini", "homogeneity"]


def gini(weights: FloatArray) -> FloatArray:
    r"""Chance that two samples drawn by weight differ in class.

    .. math:: 1 - \sum_k p_k^2, \qquad p_k = w_k / \sum_j w_j

    Classes are on the last axis.  0 for a pure or an empty node, at most
    :math:`(K - 1) / K`.

    >>> gini(np.array([[50.0, 50.0, 50.0], [0.0, 49.0, 5.0]])).round(4)
    array([0.6667, 0.168 ])
    """
    share = shares(weights)
    return (share * (1.0 - share)).sum(axis=-1)


def homogeneity(weights: FloatArray) -> FloatArray:
    r"""Chance that two samples drawn by weight have the same class.

    .. math:: \sum_k p_k^2, \qquad p_k = w_k / \sum_j w_j

    The other convention of the Gini index: 1, the largest, for a pure node.
    An empty node has 0.

    >>> homogeneity(np.array([[10.0, 490.0], [300.0, 200.0]])).round(4)
    array([0.9608, 0.52  ])
    """
    return np.square(shares(weights)).sum(axis=-1)


class Gini(ClassImpurity):
    """Decrease of the Gini impurity (Breiman et al. 1984, 4.3.1)."""

    name = "gini"

    def native(self) -> Spec:
        return self.spec(fast=True, fast_known=True)

    def impurity(self, statistics: FloatArray) -> FloatArray:
        return gini(statistics)
