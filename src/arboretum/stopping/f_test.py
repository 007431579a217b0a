"""Stop where the branches may well have one mean."""

from __future__ import annotations

import numpy as np

from arboretum import _core
from arboretum.exceptions import UnsupportedCombination
from arboretum.statistics import Moments, Statistics
from arboretum.stopping.base import Choice, OpenNode
from arboretum.stopping.split_test import FeatureTest
from arboretum.tree import PValue

__all__ = ["FTest"]


class FTest(FeatureTest):
    r"""The F-test of one-way analysis of variance: do the branches differ in their mean?

    .. math:: F = \frac{\sum_b n_b (\bar y_b - \bar y)^2 / (B - 1)}
                       {\sum_b \sum_{i \in b} (y_i - \bar y_b)^2 / (n - B)}

    has, if the numbers know nothing of the B branches and are about normal, an
    F distribution with B - 1 and n - B degrees of freedom.  n counts samples;
    weights count in sums and means.

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

    def check(self, statistics: Statistics) -> None:
        super().check(statistics)
        if not isinstance(statistics, Moments) or len(statistics.centre) > 1:
            raise UnsupportedCombination(
                f"{self!r} tests the mean of one numeric target, scored by squares, which is not "
                "so here. Use ChiSquare for classes, or Permutation for any target and criterion."
            )

    def test_alone(self, node: OpenNode, choice: Choice) -> PValue:
        moments = np.ascontiguousarray(choice.statistics)
        return PValue(*_core.f_test(moments, float(sum(choice.counts.tolist()))))
