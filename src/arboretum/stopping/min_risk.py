"""Stop where too little can be saved for a split to pay."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.measured import NEARLY
from arboretum.part import Spec
from arboretum.search import Choice, OpenNode
from arboretum.stopping.base import StoppingRule

__all__ = ["MinRisk"]

#: This part of a risk is rounding.
ROUNDING = 1e-12


class MinRisk(StoppingRule):
    """A node where no subtree can save ``value`` a leaf is not split.

    A subtree saves no more than the risk of its root, which must be ``value`` at
    least.  Where ``loss`` says what a branch costs, a split is also not made if what
    it saves is too little, and its branches cost too little to make up for it.
    With cost-complexity pruning at this price nothing is lost.

    Parameters
    ----------
    value : float, or a measured share of the root's risk
    loss : tuple of tuples of float, DecisionCosts, "squared_error" or None
        For classes: what deciding for the class of a column costs a unit of
        weight of the class of a row.  The risk is that of the best decision.
        For numbers, "squared_error": the risk is the sum of squares about the
        mean, a target.  None: the risk is weight times impurity.
    cuts_back : bool
        Whether the tree is pruned at this price as soon as it is grown.  Then
        competitors, and surrogates that no training sample needs, are only found
        for splits that may stay.
    """

    name = "min_risk"

    def __init__(self, value: Any, loss: Any = None, cuts_back: bool = False) -> None:
        self.value = value
        self.loss = loss
        self.cuts_back = cuts_back

    def native(self) -> Spec:
        of_classes = isinstance(self.loss, tuple)
        loss = np.array(self.loss, dtype=np.float64) if of_classes else self.loss
        return self.spec(value=float(self.value), loss=loss, fast=True)

    def at_price(self, price: float) -> StoppingRule:
        return MinRisk(price * NEARLY, self.loss, cuts_back=True) if self.cuts_back else self

    @property
    def reason(self) -> str:
        return f"no split below it saves {self.value:.4g} of risk a leaf"

    def stops(self, node: OpenNode) -> bool:
        if self.loss is None:
            return node.weight * node.impurity < self.value
        return self._risk(node.statistics) < self.value

    def rejects(self, node: OpenNode, choice: Choice) -> bool:
        if self.loss is None or not self.value > 0:
            return False
        at_node = self._risk(node.statistics)
        branches = [self._risk(of_branch) for of_branch in choice.statistics]
        saved = at_node
        for of_branch in branches:
            saved -= of_branch
        below = sum(max(of_branch - self.value, 0.0) for of_branch in branches)
        return saved - (len(branches) - 1) * self.value + below + ROUNDING * at_node < 0

    def _risk(self, statistics: npt.NDArray[np.float64]) -> float:
        """What the best decision costs."""
        if self.loss == "squared_error":
            return _squared_error(statistics)
        return float((statistics[:, None] * np.array(self.loss)).sum(axis=0).min())


def _squared_error(moments: npt.NDArray[np.float64]) -> float:
    """The sum of squares about the mean, a target: see ``Moments``."""
    weight, n_targets = moments[0], len(moments) // 2
    if weight == 0:
        return 0.0
    sums, squares = moments[1 : 1 + n_targets], moments[1 + n_targets :]
    return float((squares - sums * sums / weight).sum() / n_targets)
