"""How the size of a tree was chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from arboretum.data import Dataset
from arboretum.pruning import ComplexityTable, CostComplexity
from arboretum.pruning.complexity_table import standard_errors
from arboretum.pruning.error_unit import ErrorUnit, unit_of
from arboretum.pruning.folds_words import folds_words
from arboretum.tree import Tree, number_text

__all__ = ["Choice", "best_tree", "choice_of", "pruned_alike"]


@dataclass(frozen=True, eq=False)
class Choice:
    """The nested trees that a tree was chosen from, by cross-validation.

    Attributes
    ----------
    table : ComplexityTable
    row : which of its rows is the tree
    rule : that picked it, such as "1se"; None if the price alone did
    cv : how samples were held out, as ``CostComplexity`` takes it
    repeats : how often they were dealt
    """

    table: ComplexityTable
    row: int
    rule: str | None
    cv: Any
    repeats: int = 1

    @property
    def folds_words(self) -> str:
        """The folds in words."""
        return folds_words(self.cv, self.repeats)

    @property
    def n_leaves(self) -> list[int]:
        """Of each row's tree."""
        return [int(n) + 1 for n in self.table["nsplit"]]

    @property
    def n_errors(self) -> float:
        """How many standard errors above the least error the rule allows."""
        return standard_errors(self.rule or "min")

    @property
    def margin_words(self) -> str:
        """The same in words."""
        n = self.n_errors
        return "one standard error" if n == 1 else f"{number_text(n)} standard errors"

    @property
    def best(self) -> int:
        """The row of least error, the smallest tree of equals."""
        return self.table.choose("min")

    def unit(self, tree: Tree) -> ErrorUnit:
        """In what to tell the errors of the trees to choose from."""
        root = float(self.table.sequence.risk[-1]) / float(tree.weight[0])
        return unit_of(tree, root, self.table.risk)

    def in_units(self, tree: Tree, share: float) -> str:
        """A share of the error without a tree as what it is of: mistakes, losses, or distances."""
        return self.unit(tree).text(share)

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
    return Choice(table, row, pruner.rule, pruner.cv, pruner.repeats)


def best_tree(estimator: Any, choice: Choice, dataset: Dataset) -> Tree:
    """The tree of least error in cross-validation, grown again: only the one chosen was kept."""
    table = choice.table
    price = float(table["CP"][choice.best])
    other = estimator.pruned_by(CostComplexity(cp=price, risk=table.risk, links=table.links))
    tree: Tree = other.fit_dataset(dataset).tree_
    return tree


def pruned_alike(estimator: Any, choice: Choice | None) -> Any:
    """An estimator that prunes at the price of the tree that was chosen, without choosing again.

    Choosing grows one tree per fold, many times more work than growing the tree itself.
    """
    if choice is None:
        return estimator.settled()
    table = choice.table
    at_price = CostComplexity(cp=choice.price, risk=table.risk, links=table.links)
    return estimator.pruned_by(at_price)
