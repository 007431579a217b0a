"""How the size of a tree was chosen."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from arboretum.data import Dataset
from arboretum.growing.losses import loss_of
from arboretum.growing.many import unfitted
from arboretum.pruning import ComplexityTable, CostComplexity
from arboretum.pruning.complexity_table import standard_errors
from arboretum.search.loss import ClassLoss, SquaredLoss, VectorLoss
from arboretum.tree import Tree, number_text
from arboretum.tree.words.format import percent, plural

__all__ = ["Choice", "ErrorUnit", "best_tree", "choice_of", "pruned_alike"]


@dataclass(frozen=True)
class ErrorUnit:
    """In what the errors of nested trees are told, which tables hold as shares of the root's risk.

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


@dataclass(frozen=True, eq=False)
class Choice:
    """The nested trees that a tree was chosen from, by cross-validation.

    Attributes
    ----------
    table : ComplexityTable
    row : which of its rows is the tree
    rule : that picked it, such as "1se"; None if the price alone did
    n_folds : how many folds the samples were dealt into; None if folds were given
    repeats : how often they were dealt
    """

    table: ComplexityTable
    row: int
    rule: str | None
    n_folds: int | None
    repeats: int = 1

    @property
    def folds_words(self) -> str:
        """The folds in words."""
        if self.n_folds is None:
            return "given folds"
        folds = plural(self.n_folds, "fold")
        return folds if self.repeats == 1 else f"{folds}, dealt {self.repeats} times,"

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
        loss, is_loss = loss_of(tree), self.table.risk == "loss"
        if is_loss and isinstance(loss, SquaredLoss):
            of_all = " of all targets" if len(tree.schema.targets) > 1 else ""
            name = f"root mean square error{of_all}"
            return ErrorUnit(name, root, is_square=True, is_share=False)
        if is_loss and isinstance(loss, VectorLoss):
            return ErrorUnit("squared error, targets weighted", root, is_share=False)
        if is_loss and isinstance(loss, ClassLoss) and loss.matrix is None:
            return ErrorUnit("share of mistakes", root / len(tree.schema.targets))
        return ErrorUnit(
            "mean loss" if is_loss else f"mean {self.table.risk}", root, is_share=False
        )

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
    n_folds = pruner.cv if isinstance(pruner.cv, int) else None
    return Choice(table, row, pruner.rule, n_folds, pruner.repeats)


def best_tree(estimator: Any, choice: Choice, dataset: Dataset) -> Tree:
    """The tree of least error in cross-validation, grown again: only the one chosen was kept."""
    table, other = choice.table, unfitted(estimator)
    price = float(table["CP"][choice.best])
    other.set_params(pruning=CostComplexity(cp=price, risk=table.risk, links=table.links))
    tree: Tree = other.fit_dataset(dataset).tree_
    return tree


def pruned_alike(estimator: Any, choice: Choice | None) -> Any:
    """An estimator that prunes at the price of the tree that was chosen, without choosing again.

    Choosing grows one tree per fold, many times more work than growing the tree itself.
    """
    if choice is None and getattr(estimator, "level_scores_", None):
        return unfitted(estimator).set_params(f_test=estimator.level_)
    if choice is None:
        return estimator
    alike = unfitted(estimator)
    table = choice.table
    alike.set_params(pruning=CostComplexity(cp=choice.price, risk=table.risk, links=table.links))
    return alike
