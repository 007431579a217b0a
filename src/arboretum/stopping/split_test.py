"""Tests of significance: a split must be unlikely to be so good by chance."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import numpy as np

from arboretum import _core
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.part import Spec, is_number, require_whole
from arboretum.search import Choice, OpenNode, Searched
from arboretum.search.ties import RELATIVE_TOLERANCE
from arboretum.statistics import ClassCounts, Moments, Statistics, VectorMoments
from arboretum.stopping.base import StoppingRule
from arboretum.tree import P_KINDS, PValue

__all__ = [
    "ChiSquare",
    "FTest",
    "FeatureTest",
    "Permutation",
    "Significant",
    "SplitTest",
]

MASK = (1 << 64) - 1
EXACT = ("auto", "never", "always")


class SplitTest(StoppingRule):
    """A split must be unlikely to be so good by chance: its p-value at most ``alpha``.

    The p-value stays on the node, whether the node is split or not:
    ``node.p_value``, and how it was worked out: ``node.p_kind``.
    """

    alpha: float

    #: Whether every feature is tested before the best is chosen, not only the best.
    as_filter: bool = False

    def check(self, statistics: Statistics) -> None:
        alpha = self.alpha
        if not is_number(alpha) or not 0 <= alpha <= 1:
            raise ParameterError(f"alpha={alpha!r} of {self!r} must be a probability, from 0 to 1.")

    @abstractmethod
    def test(self, node: OpenNode, choice: Choice, searched: Searched) -> PValue:
        """How probable a split at least as good is by chance."""

    def is_significant(self, found: PValue) -> bool:
        """Equal up to rounding is enough: else the order of the samples would decide."""
        return found.p <= self.alpha * (1.0 + RELATIVE_TOLERANCE)


class FeatureTest(SplitTest):
    """A test of the best split of one feature, whatever the other features offer."""

    bonferroni: bool

    #: What the test is called, for people.
    title: ClassVar[str]

    def check(self, statistics: Statistics) -> None:
        super().check(statistics)
        for name in ("bonferroni", "as_filter"):
            if not isinstance(value := getattr(self, name), bool):
                raise ParameterError(f"{name}={value!r} of {self!r} must be True or False.")

    @property
    def reason(self) -> str:
        what = "no feature's split has" if self.as_filter else "the best split does not have"
        adjusted = ", times the number of features" if self.bonferroni else ""
        return f"{what} p <= {self.alpha:g} by the {self.title}{adjusted}"

    @abstractmethod
    def test_alone(self, node: OpenNode, choice: Choice, statistics: Statistics) -> PValue:
        """How probable it is that this feature splits so well by chance."""

    def test(self, node: OpenNode, choice: Choice, searched: Searched) -> PValue:
        found = self.test_alone(node, choice, searched.statistics)
        n_tests = searched.n_found if self.bonferroni else 1
        return PValue(min(1.0, found.p * n_tests), found.kind)


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
                f"{self!r} tests classes, which needs one nominal target. "
                "Use FTest for one numeric target, or Permutation for any."
            )

    def test_alone(self, node: OpenNode, choice: Choice, statistics: Statistics) -> PValue:
        key = (node.key + (self.random_state << 20) + choice.column) & MASK
        table = np.ascontiguousarray(choice.statistics)
        n_samples = float(sum(choice.counts.tolist()))
        return PValue(*_core.chi_square_test(table, n_samples, self.exact, self.n_simulations, key))


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
                f"{self!r} tests means, which needs one numeric target or a vector, scored by "
                "squares. Use ChiSquare for classes, or Permutation for any target and criterion."
            )

    def test_alone(self, node: OpenNode, choice: Choice, statistics: Statistics) -> PValue:
        n_samples = float(sum(choice.counts.tolist()))
        if isinstance(statistics, VectorMoments):
            between, within = statistics.squares(choice.statistics)
            return PValue(*_core.f_test_of_squares(between, within, len(choice.counts), n_samples))
        return PValue(*_core.f_test(np.ascontiguousarray(choice.statistics), n_samples))


class Significant(SplitTest):
    r"""The best split must have a p-value of at most ``alpha``.

    For criteria whose score is :math:`-\log_{10} p`, such as
    :class:`~arboretum.criteria.ChiSquarePValue`: the p-value that chose the split is the
    one that is compared, corrected for the number of ways in which the split was found.
    """

    name = "significant"

    def __init__(self, alpha: float = 0.05) -> None:
        self.alpha = alpha

    def native(self) -> Spec:
        return self.spec()

    @property
    def reason(self) -> str:
        return f"no split has p <= {self.alpha:g}"

    def test(self, node: OpenNode, choice: Choice, searched: Searched) -> PValue:
        return PValue(10.0**-choice.score, P_KINDS.index("asymptotic"))


class Permutation(SplitTest):
    r"""A permutation test of the whole search, for any criterion and any target.

    The targets of the node are shuffled, the search is made again, and so on;
    the p-value is the share of searches, this one included, whose best split is
    as good as the one found:

    .. math:: p = \frac{1 + \#\{i : s_i \ge s\}}{1 + n}

    All features, thresholds and sets that were tried are thereby accounted for;
    there is nothing to adjust.  It takes ``n_permutations`` times as long.

    Parameters
    ----------
    alpha : float
        The largest p-value that a split may have.
    n_permutations : int
        How often to shuffle; p-values are multiples of 1 / (n_permutations + 1).
    random_state : int
        Seed of the shuffling.  It depends on the place of the node, too, and on nothing else.
    """

    name = "permutation"

    def __init__(
        self, alpha: float = 0.05, n_permutations: int = 999, random_state: int = 0
    ) -> None:
        self.alpha = alpha
        self.n_permutations = n_permutations
        self.random_state = random_state

    def native(self) -> Spec:
        return self.spec()

    @property
    def reason(self) -> str:
        return f"the best split does not have p <= {self.alpha:g} among shuffled targets"

    def check(self, statistics: Statistics) -> None:
        super().check(statistics)
        require_whole(self, "n_permutations", at_least=1)
        require_whole(self, "random_state", at_least=0)
        if self.alpha * (self.n_permutations + 1) < 1:
            raise ParameterError(
                f"No p-value of {self!r} can be as small as alpha: the smallest is "
                f"1 / {self.n_permutations + 1}. Use more permutations."
            )

    def test(self, node: OpenNode, choice: Choice, searched: Searched) -> PValue:
        n_as_good = searched.n_as_good(choice, self.random_state, self.n_permutations)
        return PValue((1 + n_as_good) / (1 + self.n_permutations), P_KINDS.index("permutation"))
