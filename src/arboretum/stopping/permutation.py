"""Stop where shuffled targets are split as well as the true ones."""

from __future__ import annotations

from arboretum.exceptions import ParameterError
from arboretum.part import Spec, require_whole
from arboretum.search import Choice, OpenNode, Searched
from arboretum.statistics import Statistics
from arboretum.stopping.split_test import SplitTest
from arboretum.tree import P_KINDS, PValue

__all__ = ["Permutation"]


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
