"""What criteria share that score a split by how improbable it is."""

from __future__ import annotations

import math
from abc import abstractmethod

import numpy as np

from arboretum import _core
from arboretum.criteria.base import Criterion, FloatArray

__all__ = ["PValueCriterion"]


class PValueCriterion(Criterion):
    r"""Scores by a test that the branches are alike: :math:`-\log_{10} p`.

    A p-value compares splits of any arity.  Where a split is the best of many, as after
    merging categories, p is multiplied by their number (Bonferroni), up to 1.  Weights
    count as repetition.
    """

    @property
    @abstractmethod
    def test(self) -> str:
        """The test, as the core names it."""

    def score(self, parent: FloatArray, branches: FloatArray) -> FloatArray:
        tables = np.ascontiguousarray(branches, dtype=np.float64)
        return _core.log_p_alike(tables, self.test) / -math.log(10)

    def score_each(
        self, parents: FloatArray, branches: FloatArray, left_out: FloatArray | float = 0.0
    ) -> FloatArray:
        return self.score(parents, branches)  # it looks at the branches only

    def corrected(self, scores: FloatArray, log_trials: FloatArray | float) -> FloatArray:
        return np.maximum(scores - log_trials, 0.0)
