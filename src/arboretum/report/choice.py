"""How the size of a tree was chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from arboretum.growing.many import unfitted
from arboretum.pruning import ComplexityTable, CostComplexity

__all__ = ["Choice", "choice_of", "pruned_alike"]


@dataclass(frozen=True, eq=False)
class Choice:
    """The nested trees that a tree was chosen from, by cross-validation.

    Attributes
    ----------
    table : ComplexityTable
    row : which of its rows is the tree
    rule : that picked it, such as "1se"; None if the price alone did
    n_folds : how many folds the samples were dealt into; None if folds were given
    """

    table: ComplexityTable
    row: int
    rule: str | None
    n_folds: int | None

    @property
    def n_leaves(self) -> list[int]:
        """Of each row's tree."""
        return [int(n) + 1 for n in self.table["nsplit"]]

    @property
    def price(self) -> float:
        """A price of a leaf that is typical of the tree, as a share of the root's risk.

        The tree is the best from its row's price up to that of the row above; at the geometric
        mean of the two, trees of other samples are pruned to about its size.
        """
        return float(self.table.plotcp_columns()["cp"][self.row])


def choice_of(estimator: Any) -> Choice | None:
    """How the tree of a fitted estimator was chosen; None if not by cross-validation."""
    pruner = estimator.chosen_pruner()
    if not isinstance(pruner, CostComplexity) or pruner.cv is None:
        return None
    table = estimator.cp_table_
    row = int(np.flatnonzero(np.array(table["nsplit"]) + 1 == estimator.tree_.n_leaves)[0])
    n_folds = pruner.cv if isinstance(pruner.cv, int) else None
    return Choice(table, row, pruner.rule, n_folds)


def pruned_alike(estimator: Any, choice: Choice | None) -> Any:
    """An estimator that prunes at the price of the tree that was chosen, without choosing again.

    Choosing grows one tree per fold, many times more work than growing the tree itself.
    """
    if choice is None:
        return estimator
    alike = unfitted(estimator)
    table = choice.table
    alike.set_params(pruning=CostComplexity(cp=choice.price, risk=table.risk, links=table.links))
    return alike
