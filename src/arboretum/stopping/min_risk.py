"""Stop where too little is wrong for a split to pay."""

from __future__ import annotations

import numpy as np

from arboretum.stopping.base import OpenNode, StoppingRule

__all__ = ["MinRisk"]


class MinRisk(StoppingRule):
    """A node whose risk is below ``value`` is not split.

    A subtree saves no more than the risk of its root.  Where it would have to
    save ``value`` a split, as in cost-complexity pruning, looking for one is
    in vain.

    Parameters
    ----------
    value : float
    loss : tuple of tuples of float, or None
        For classes: what deciding for the class of a column costs a unit of
        weight of the class of a row.  The risk is that of the best decision.
        None for numbers: the risk is weight times impurity.
    """

    name = "min_risk"

    def __init__(self, value: float, loss: tuple[tuple[float, ...], ...] | None = None) -> None:
        self.value = value
        self.loss = loss

    @property
    def reason(self) -> str:
        return f"its risk is below {self.value:.4g}, which a split must save"

    def stops(self, node: OpenNode) -> bool:
        if self.loss is None:
            return node.weight * node.impurity < self.value
        of_decisions = (node.statistics[:, None] * np.array(self.loss)).sum(axis=0)
        return bool(of_decisions.min() < self.value)
