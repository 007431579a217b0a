"""Stop where branches and classes may well be independent."""

from __future__ import annotations

import numpy as np

from arboretum import _core
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.part import Spec, require_whole
from arboretum.search import Choice, OpenNode
from arboretum.statistics import ClassCounts, Statistics
from arboretum.stopping.split_test import FeatureTest
from arboretum.tree import PValue

__all__ = ["ChiSquare"]

MASK = (1 << 64) - 1
EXACT = ("auto", "never", "always")


class ChiSquare(FeatureTest):
    r"""The chi-square test of independence between branches and classes.

    .. math:: \chi^2 = \sum_{b,k} \frac{(n_{bk} - e_{bk})^2}{e_{bk}},
              \qquad e_{bk} = \frac{n_b \, n_k}{n}

    has, if the classes know nothing of the branches, about a chi-square
    distribution with (branches - 1)(classes - 1) degrees of freedom; classes
    that are not at the node do not count.  Weights are scaled so that they add
    up to the number of samples.

    Where fewer than 5 samples are expected in some cell, that distribution is a
    poor guide.  Then the p-value is exact: the probability of all tables with
    the same margins that are no more probable than this one (Fisher 1922;
    Freeman and Halton 1951).  Where these tables are too many to look at each,
    some are drawn at random; where the weights are not whole numbers, there are
    none, and the p-value is called rough.  ``node.p_kind`` says what was done.

    Parameters
    ----------
    alpha : float
        The largest p-value that a split may have.
    bonferroni : bool
        Multiply p-values by the number of features that offered a split at the node.  The
        thresholds or sets that were tried for a feature are not counted: for those,
        :class:`~arboretum.stopping.Permutation` answers.
    as_filter : bool
        Test the best split of every feature first; only features that pass compete.
    exact : {"auto", "never", "always"}
        When to do without the chi-square distribution; "auto" is where few are expected.
    n_simulations : int
        How many tables to draw where they are too many.
    random_state : int
        Seed of that draw.  It depends on the place of the node, too, and on nothing else.
    """

    name = "chi_square"
    title = "chi-square test"

    def __init__(
        self,
        alpha: float = 0.05,
        bonferroni: bool = False,
        as_filter: bool = False,
        exact: str = "auto",
        n_simulations: int = 1999,
        random_state: int = 0,
    ) -> None:
        self.alpha = alpha
        self.bonferroni = bonferroni
        self.as_filter = as_filter
        self.exact = exact
        self.n_simulations = n_simulations
        self.random_state = random_state

    def native(self) -> Spec:
        return self.spec()

    def check(self, statistics: Statistics) -> None:
        super().check(statistics)
        require_whole(self, "n_simulations", at_least=1)
        require_whole(self, "random_state", at_least=0)
        if self.exact not in EXACT:
            known = ", ".join(map(repr, EXACT))
            raise ParameterError(f"exact={self.exact!r} of {self!r} must be one of {known}.")
        if not isinstance(statistics, ClassCounts) or len(statistics.blocks) > 1:
            raise UnsupportedCombination(
                f"{self!r} tests the classes of one nominal target, which this target is not. "
                "Use FTest for one numeric target, or Permutation for any."
            )

    def test_alone(self, node: OpenNode, choice: Choice, statistics: Statistics) -> PValue:
        key = (node.key + (self.random_state << 20) + choice.column) & MASK
        table = np.ascontiguousarray(choice.statistics)
        n_samples = float(sum(choice.counts.tolist()))
        return PValue(*_core.chi_square_test(table, n_samples, self.exact, self.n_simulations, key))
