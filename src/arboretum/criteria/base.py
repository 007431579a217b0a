"""How counts are scored."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset, Schema
from arboretum.part import Part
from arboretum.search.loss import ClassLoss, Loss, SquaredLoss
from arboretum.statistics import Statistics

__all__ = ["Criterion"]

FloatArray = npt.NDArray[np.float64]


class Criterion(Part):
    """Scores candidate splits from statistics alone; higher is better.

    A criterion never sees a row, a feature or a threshold.  It sees the
    statistics of the node and of all branches of each candidate, so that
    criteria which compare branches (gain ratio, chi-square) fit as well as
    those that sum impurities.
    """

    #: The statistics that ``score`` reads.
    statistics: ClassVar[type[Statistics]]

    #: Whether the impurity of a node is the variance of its numbers.
    is_variance: ClassVar[bool] = False

    #: Whether the impurity of a target that is 0 or 1 is twice its variance.
    is_variance_of_labels: ClassVar[bool] = False

    #: Whether scores are made of information.
    is_information: ClassVar[bool] = False

    #: How many of R's rpart's units one is, of a score times the weight of the node.
    rpart_unit: float = 1.0

    @property
    def inner(self) -> Criterion:
        """The criterion that scores: this one, or that which it hands other statistics to."""
        return self

    def count(self, dataset: Dataset) -> Statistics:
        """The statistics of a dataset's targets, as ``score`` reads them."""
        return self.statistics(dataset)

    @abstractmethod
    def score(self, parent: FloatArray, branches: FloatArray) -> FloatArray:
        """Score candidates.

        Parameters
        ----------
        parent : (width,) statistics of the samples to be split.
        branches : (n_candidates, arity, width); an empty branch is all zero.

        Returns
        -------
        (n_candidates,) scores.
        """

    def score_known(
        self, parent: FloatArray, branches: FloatArray, left_out: FloatArray | float
    ) -> FloatArray:
        """Score candidates on the samples whose value is known.

        ``left_out`` is what the others at the node weigh.  Most criteria do not
        ask; the gain ratio counts them as one more branch.
        """
        return self.score(parent, branches)

    def score_each(
        self, parents: FloatArray, branches: FloatArray, left_out: FloatArray | float = 0.0
    ) -> FloatArray:
        """Score one split at each of many nodes: (n, width) and (n, arity, width) to (n,).

        ``left_out`` has one weight per node; those of one call are all 0 or all above.
        """
        nodes = zip(parents, branches, np.broadcast_to(left_out, len(parents)), strict=True)
        return np.array([self.score_known(p, b[None], weight)[0] for p, b, weight in nodes])

    def corrected(self, scores: FloatArray, log_trials: FloatArray | float) -> FloatArray:
        """The scores of splits that are the best of many, 10 to the ``log_trials``.

        The best of many looks good by chance; a criterion that is a probability
        allows for that.  Others leave the scores as they are.
        """
        return scores

    def loss(self, schema: Schema, matrix: FloatArray | None) -> Loss:
        """What a prediction costs that trees of this criterion are judged by.

        ``matrix`` is ``loss[true, predicted]``, where the tree has one.
        """
        return ClassLoss(matrix) if schema.is_classification else SquaredLoss()

    def mean_loss(self, impurity: FloatArray) -> FloatArray:
        """The mean loss of the samples of nodes, of numbers, from their impurity."""
        return impurity

    def restored(
        self, value: FloatArray, weight: FloatArray, impurity: FloatArray
    ) -> FloatArray | None:
        """The statistics of nodes from what they keep; None if that is too little.

        Those of class counts are the values.  Others may be measured from any centre, as long
        as scores and impurities are the same.  A subclass does not inherit it.
        """
        return None

    @abstractmethod
    def impurity(self, statistics: FloatArray) -> FloatArray:
        """How mixed nodes are, (..., width) -> (...); 0 for a pure node."""
