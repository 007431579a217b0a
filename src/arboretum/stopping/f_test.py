"""Stop where the branches may well have one mean."""

from __future__ import annotations

import numpy as np

from arboretum import _core
from arboretum.exceptions import UnsupportedCombination
from arboretum.part import Spec
from arboretum.search import Choice, OpenNode
from arboretum.statistics import Moments, Statistics, VectorMoments
from arboretum.stopping.split_test import FeatureTest
from arboretum.tree import PValue

__all__ = ["FTest"]


class FTest(FeatureTest):
    r"""The F-test of one-way analysis of variance: do the branches differ in their mean?

    .. math:: F = \frac{\sum_b n_b (\bar y_b - \bar y)^2 / (B - 1)}
                       {\sum_b \sum_{i \in b} (y_i - \bar y_b)^2 / (n - B)}

    has, if the numbers know nothing of the B branches and are about normal, an
    F distribution with B - 1 and n - B degrees of freedom.  n counts samples;
    weights count in sums and means.  Of many targets the squares are summed, by the weights
    of the targets, and compared with the same distribution, as CLUS does: a rule of thumb, for
    which there is no theorem.

    Parameters
    ----------
    alpha : float
        The largest p-value that a split may have.
    bonferroni, as_filter : bool
        As in :class:`~arboretum.stopping.ChiSquare`.
    """

    name = "f_test"
    title = "F-test"

    def __init__(
        self, alpha: float = 0.05, bonferroni: bool = False, as_filter: bool = False
    ) -> None:
        self.alpha = alpha
        self.bonferroni = bonferroni
        self.as_filter = as_filter

    def native(self) -> Spec:
        return self.spec()

    def check(self, statistics: Statistics) -> None:
        super().check(statistics)
        is_one = isinstance(statistics, Moments) and len(statistics.centre) == 1
        if not is_one and not isinstance(statistics, VectorMoments):
            raise UnsupportedCombination(
                f"{self!r} tests the mean of one numeric target or of a vector, scored by squares, "
                "which is not so here. Use ChiSquare for classes, or Permutation for any target "
                "and criterion."
            )

    def test_alone(self, node: OpenNode, choice: Choice, statistics: Statistics) -> PValue:
        n_samples = float(sum(choice.counts.tolist()))
        if isinstance(statistics, VectorMoments):
            between, within = statistics.squares(choice.statistics)
            return PValue(*_core.f_test_of_squares(between, within, len(choice.counts), n_samples))
        return PValue(*_core.f_test(np.ascontiguousarray(choice.statistics), n_samples))
