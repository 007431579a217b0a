"""Leaves of classes: all of them, the largest alone, or weighed by their priors."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.leaves.base import FloatArray, LeafModel, StatisticsLeaf
from arboretum.part import Measured, require_number
from arboretum.search.loss import ClassLoss, Loss
from arboretum.statistics import ClassCounts, LabelCounts, Statistics
from arboretum.tree import Tree
from arboretum.tree.predict.prediction import probabilities
from arboretum.tree.words.format import plural

__all__ = ["ClassDistribution", "MEstimate", "Majority", "PriorDistribution"]


class ClassDistribution(StatisticsLeaf):
    """Predicts the class weights of the node; their shares are probabilities."""

    name = "distribution"
    holds_counts = True
    joins = "sum"

    def check(self, statistics: Statistics) -> None:
        self.require(statistics, ClassCounts, LabelCounts)

    def values(self, statistics: FloatArray) -> FloatArray:
        return np.array(statistics, dtype=np.float64)


class MEstimate(ClassDistribution):
    r"""Predicts the shares of the classes as if a few more samples had been seen at the node.

    .. math:: p_k = \frac{n_k + m \pi_k}{n + m}

    for :math:`n_k` samples of class k among n, and :math:`m` further ones (Cestnik 1990) in which
    the classes have the shares :math:`\pi_k` of all samples, or of those at the node above, as it
    predicts them.  So a leaf of two samples does not promise anything, and no class that training
    saw gets a share of 0.

    The value of a node remains the weights that were counted, by which trees are pruned.

    Parameters
    ----------
    m : float
        How many samples are added; 0 adds none.
    towards : {"root", "parent"}
        Whose shares they have.

    Examples
    --------
    >>> from arboretum import TreeClassifier
    >>> X, y = {"x": [1, 2, 3, 4, 5]}, ["a", "a", "a", "b", "b"]
    >>> model = TreeClassifier(leaf=MEstimate(m=2)).fit(X, y)
    >>> model.predict_proba({"x": [1]}).round(2), model.tree_.node(1).value
    (array([[0.84, 0.16]]), array([3., 0.]))
    """

    name = "m_estimate"
    joins = "sum"

    def __init__(self, m: float = 2.0, towards: Literal["root", "parent"] = "root") -> None:
        self.m = m
        self.towards = towards

    def check(self, statistics: Statistics) -> None:
        self.require(statistics, ClassCounts)
        require_number(self, "m")
        if math.isinf(self.m):
            raise ParameterError(
                "m=inf of MEstimate leaves nothing of the samples at a node. Pass a finite number."
            )
        if self.towards not in ("root", "parent"):
            raise ParameterError(
                f"towards={self.towards!r} of MEstimate is not known. Use 'root' or 'parent'."
            )

    def smoothing_in_words(self) -> str:
        if self.m == 0:
            return ""
        whose = "all samples" if self.towards == "root" else "the node above"
        return (
            f"as if {plural(self.m, 'more sample')} had been seen there, with the shares of {whose}"
        )

    def smoothed(self, tree: Tree) -> FloatArray:
        usual = np.hstack(probabilities(tree.schema, tree.value[:1]))
        if self.towards == "root":
            return np.asarray(tree.value + self.m * usual)
        added, found = usual, np.empty_like(tree.value)
        for depth in range(tree.depth + 1):
            nodes = np.flatnonzero(tree.depths == depth)
            if depth:
                added = np.hstack(probabilities(tree.schema, found[tree.parent[nodes]]))
            found[nodes] = tree.value[nodes] + self.m * added
        return found


class Majority(LeafModel):
    """Puts all the weight of the node on its largest class; the first of equals.

    Parameters
    ----------
    blocks : tuple of int, optional
        Number of classes of each target where there are several, as in
        ``ClassCounts.blocks``.
    """

    name = "majority"
    tells_errors: ClassVar[bool] = False

    def __init__(self, blocks: tuple[int, ...] | None = None) -> None:
        self.blocks = blocks

    def check(self, statistics: Statistics) -> None:
        self.require(statistics, ClassCounts)
        assert isinstance(statistics, ClassCounts)
        if statistics.blocks not in ((statistics.width,), self.blocks):
            raise UnsupportedCombination(
                f"{self!r} does not fit {len(statistics.blocks)} targets with "
                f"{statistics.blocks} classes. Use Majority(blocks={statistics.blocks})."
            )

    def value(
        self,
        statistics: FloatArray,
        targets: npt.NDArray | None = None,
        weights: FloatArray | None = None,
    ) -> FloatArray:
        value = np.zeros(len(statistics))
        blocks = self.blocks or (len(statistics),)
        for start, end in pairwise(accumulate(blocks, initial=0)):
            block = statistics[start:end]
            value[start + np.argmax(block)] = block.sum()
        return value


class PriorDistribution(StatisticsLeaf):
    """Predicts the class weights of the node, each times a multiplier.

    With the share a class has in the world over the share it has among the
    samples as its multiplier, the shares of the value are probabilities in
    the world.

    Parameters
    ----------
    multipliers : tuple of float, one per class, or PriorMultipliers
        The latter measures them from priors.
    """

    name = "prior_distribution"

    def __init__(self, multipliers: Any) -> None:
        self.multipliers = multipliers

    def fitted(self, dataset: Any) -> LeafModel:
        """The plain distribution where it turns out that no class is multiplied."""
        fitted: PriorDistribution = super().fitted(dataset)
        is_measured = isinstance(self.multipliers, Measured)
        is_plain = is_measured and all(one == 1.0 for one in fitted.multipliers)
        return ClassDistribution() if is_plain else fitted

    def loss(self, loss: Loss) -> Loss:
        return replace(loss, multipliers=self.multipliers) if isinstance(loss, ClassLoss) else loss

    def check(self, statistics: Statistics) -> None:
        self.require(statistics, ClassCounts)

    def values(self, statistics: FloatArray) -> FloatArray:
        return np.asarray(statistics * self.multipliers)
