"""Criteria that score a split by how much purer its branches are than the node."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from arboretum.criteria.base import Criterion, FloatArray
from arboretum.part import Spec
from arboretum.statistics import ClassCounts

__all__ = [
    "ClassImpurity",
    "ErrorRate",
    "Gini",
    "ImpurityDecrease",
    "average",
    "expected",
    "gini",
    "homogeneity",
    "purity",
    "row_sums",
    "shares",
]

#: Of fewer numbers, NumPy adds up one after another, too: sums are the same to the last bit.
SHORT = 8


class ImpurityDecrease(Criterion):
    r"""Impurity of the node less the average impurity of the branches.

    .. math:: \Delta = I(\text{parent}) - \sum_b \frac{w_b}{\sum_c w_c} I(b)

    A subclass writes ``impurity`` and, unless the weight is the first entry of
    the statistics, ``weight``.
    """

    def weight(self, statistics: FloatArray) -> FloatArray:
        """Total weight behind statistics (..., width) -> (...)."""
        return statistics[..., 0]

    def score(self, parent: FloatArray, branches: FloatArray) -> FloatArray:
        return self.impurity(parent) - average(self.impurity(branches), self.weight(branches))

    def score_each(
        self, parents: FloatArray, branches: FloatArray, left_out: FloatArray | float = 0.0
    ) -> FloatArray:
        # ``impurity`` takes any number of nodes, so one call does for all.
        return self.score_known(parents, branches, left_out)


class ClassImpurity(ImpurityDecrease):
    """Decrease of an impurity of class weights; a subclass writes ``impurity``."""

    statistics = ClassCounts

    def weight(self, statistics: FloatArray) -> FloatArray:
        return row_sums(statistics)


def row_sums(values: FloatArray) -> FloatArray:
    """Sums along the last axis, quickly also where rows are short.

    NumPy adds up one row after another; here one column after another is added.

    >>> row_sums(np.array([[1.0, 3.0], [0.0, 0.5]]))
    array([4. , 0.5])
    """
    if not 0 < values.shape[-1] < SHORT:
        return np.asarray(values.sum(axis=-1))
    total = values[..., 0].copy()
    for k in range(1, values.shape[-1]):
        total += values[..., k]
    return total


def shares(weights: FloatArray) -> FloatArray:
    """Each weight as a part of the whole along the last axis; 0 where there is no weight.

    >>> shares(np.array([[1.0, 3.0], [0.0, 0.0]]))
    array([[0.25, 0.75],
           [0.  , 0.  ]])
    """
    weights = np.asarray(weights, dtype=np.float64)
    total = row_sums(weights)[..., None]
    return np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)


def average(values: FloatArray, weights: FloatArray) -> FloatArray:
    """Average over the last axis by weight; 0 where there is no weight.

    >>> float(average(np.array([1.0, 4.0]), np.array([200.0, 100.0])))
    2.0
    """
    return row_sums(values * shares(weights))


def expected(measure: Callable[[FloatArray], FloatArray], branches: FloatArray) -> FloatArray:
    """Average of a measure of class weights over the branches of a split.

    What is left to expect once the question has been answered: with
    ``entropy`` the split entropy, with ``gini`` the classification cost.

    Parameters
    ----------
    measure : maps class weights (..., n_classes) to (...)
    branches : (..., arity, n_classes) class weights

    Examples
    --------
    >>> from arboretum.criteria import gini
    >>> float(expected(gini, np.array([[50.0, 0.0, 0.0], [0.0, 50.0, 50.0]])).round(4))
    0.3333
    """
    branches = np.asarray(branches, dtype=np.float64)
    return average(measure(branches), branches.sum(axis=-1))


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
    is_variance_of_labels = True

    def native(self) -> Spec:
        return self.spec(fast=True, fast_known=True, fast_far_apart=True)

    def impurity(self, statistics: FloatArray) -> FloatArray:
        return gini(statistics)


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
