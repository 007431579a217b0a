"""In what errors in cross-validation are told, which tables hold as shares."""

from __future__ import annotations

import math
from dataclasses import dataclass

from arboretum.growing.losses import loss_of
from arboretum.pruning.risk import Risk
from arboretum.search.loss import ClassLoss, SquaredLoss, VectorLoss
from arboretum.tree import Tree
from arboretum.tree.words.format import number_text, percent

__all__ = ["ErrorUnit", "unit_of"]


@dataclass(frozen=True)
class ErrorUnit:
    """In what the errors of trees are told, which tables hold as shares of the root's risk.

    Attributes
    ----------
    name : what the error is
    root : the risk of the root per sample, by which shares are multiplied
    is_square : whether the root of that is taken
    is_share : whether it is told in percent

    >>> unit = ErrorUnit("root mean square error", 100.0, is_square=True, is_share=False)
    >>> unit.value(0.25), unit.text(0.25), unit.spread(0.25, 0.05)
    (5.0, '5', 0.5)
    """

    name: str
    root: float
    is_square: bool = False
    is_share: bool = True

    def value(self, share: float) -> float:
        """The error of a tree that has a share of the root's risk."""
        return math.sqrt(share * self.root) if self.is_square else share * self.root

    def spread(self, share: float, spread: float) -> float:
        """Its standard error; that of a root follows from that of the square (delta method)."""
        if not self.is_square:
            return spread * self.root
        return spread * self.root / (2.0 * self.value(share)) if share > 0 else 0.0

    def text(self, share: float) -> str:
        """The same as ``value`` in words."""
        return self.written(self.value(share))

    def written(self, value: float) -> str:
        """A number in this unit in words."""
        return percent(value) if self.is_share else number_text(value, 4)


def unit_of(tree: Tree, root: float, risk: Risk = "loss") -> ErrorUnit:
    """In what to tell shares of the risk of predicting the same for all, ``root`` per sample.

    ``tree`` is one of those that were judged, by their ``risk``.
    """
    loss, is_loss = loss_of(tree), risk == "loss"
    if is_loss and isinstance(loss, SquaredLoss):
        of_all = " of all targets" if len(tree.schema.targets) > 1 else ""
        name = f"root mean square error{of_all}"
        return ErrorUnit(name, root, is_square=True, is_share=False)
    if is_loss and isinstance(loss, VectorLoss):
        return ErrorUnit("squared error, targets weighted", root, is_share=False)
    if is_loss and isinstance(loss, ClassLoss) and loss.matrix is None:
        return ErrorUnit("share of mistakes", root / len(tree.schema.targets))
    return ErrorUnit("mean loss" if is_loss else f"mean {risk}", root, is_share=False)
