"""How counts are scored."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from arboretum.part import Part
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

    def score_each(self, parents: FloatArray, branches: FloatArray) -> FloatArray:
        """Score one split at each of many nodes: (n, width) and (n, arity, width) to (n,)."""
        pairs = zip(parents, branches, strict=True)
        return np.array([self.score(parent, of_node[None])[0] for parent, of_node in pairs])

    @abstractmethod
    def impurity(self, statistics: FloatArray) -> FloatArray:
        """How mixed nodes are, (..., width) -> (...); 0 for a pure node."""
