"""Cost-complexity pruning: what a subtree saves must be worth its leaves."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.data.folds import make_folds
from arboretum.exceptions import ParameterError
from arboretum.growing import Progress
from arboretum.part import require_number, require_whole
from arboretum.pruning.base import Pruner, require_training
from arboretum.pruning.complexity_table import ComplexityTable, geometric_means
from arboretum.pruning.cross_validated_risk import cross_validated_risk
from arboretum.pruning.risk import RISKS, Risk
from arboretum.pruning.weakest_links import (
    ROUNDING,
    Links,
    prices,
    pruning_sequence,
    weakest_links,
)
from arboretum.tree import Tree
from arboretum.tree.collapse import collapse

__all__ = ["CostComplexity"]

FloatArray = npt.NDArray[np.float64]

OF_ROOT = " of the root's risk"


class CostComplexity(Pruner):
    r"""Keeps the smallest tree of least risk plus ``alpha`` times its leaves.

    .. math:: R_\alpha(T) = R(T) + \alpha |T|

    (Breiman et al. 1984, 3.3).  Risk is what the training samples cost:
    mistakes, or their loss, for classes; squared error or deviance for
    numbers.  The price may be given, or found by cross-validation: a tree is
    grown without each fold, and the samples of the fold are predicted by all
    trees that it is pruned to.

    Parameters
    ----------
    alpha : float or None
        What a leaf costs, in units of risk.  With ``cv`` the lowest price that
        is tried.
    cp : float or None
        The same as a share of the root's risk, as in rpart; pass one of the two.
    cv : int, float, array, splitter or None
        How to hold out samples: a number of folds, dealt class by class; a share, such as 1/3,
        that is held out once; the fold of each sample; or a splitter of scikit-learn.  None does
        not cross-validate.
    rule : str or None
        Which tree to keep by its error in cross-validation: ``"min"`` the one of
        least error, ``"1se"`` the smallest within one standard error of it,
        ``"2se"`` and so on; None goes by the price alone and only makes the table.
    repeats : int
        How often a number of folds is dealt; the errors are those of all dealings together, which
        depend less on chance, and the work is as many times more.
    groups : one label per sample, or None
        Samples of one group are held out together.
    random_state : int
        Decides how samples are dealt.
    risk : {"loss", "impurity"}
        What is weighed against leaves: the loss as above, or, as in
        scikit-learn, weight times impurity; then ``alpha`` is its ``ccp_alpha``.
    links : {"weakest", "rpart"} or None
        How the price is found at which a node becomes a leaf; see
        :func:`weakest_links`.  None is "rpart" for a tree of CART, else "weakest".
        Of such a tree no price below its ``complexity`` is tried, unless ``alpha`` is given.

    Examples
    --------
    >>> from arboretum import TreeClassifier, datasets
    >>> from arboretum.pruning import CostComplexity
    >>> penguins = datasets.penguins()
    >>> model = TreeClassifier(pruning=CostComplexity(cv=10, rule="1se"))
    >>> model = model.fit(penguins.X, penguins.y)
    >>> model.n_leaves_
    8
    """

    name = "cost_complexity"

    def __init__(
        self,
        alpha: float | None = None,
        *,
        cp: float | None = None,
        cv: Any = None,
        rule: str | None = "1se",
        repeats: int = 1,
        groups: Any = None,
        random_state: int = 0,
        risk: Risk = "loss",
        links: Links | None = None,
    ) -> None:
        self.alpha = alpha
        self.cp = cp
        self.cv = cv
        self.rule = rule
        self.repeats = repeats
        self.groups = groups
        self.random_state = random_state
        self.risk = risk
        self.links = links

    @property
    def wants_training(self) -> bool:
        return self.cv is not None

    def as_grown(self, tree: Tree) -> CostComplexity:
        """The pruner with what it leaves open filled in from the species of a tree."""
        self._check()
        complexity = tree.parts.get("complexity")
        if complexity is None:
            return self
        filled = copy.copy(self)
        if self.links is None:
            filled.links = "rpart"
        if self.alpha is None and self.risk == "loss":
            filled.cp = max(complexity, self.cp or 0.0)
        return filled

    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        """The pruned tree; with ``cv``, ``dataset`` is what the tree was grown from."""
        if self.cv is None:
            return self.as_grown(tree)._prune_at_price(tree)
        return self.prune_by(self.table(tree, dataset), tree)

    def prune_by(self, table: ComplexityTable, tree: Tree) -> Tree:
        """The tree that the rule picks from a table of its nested trees."""
        filled = self.as_grown(tree)
        if self.rule is None:
            return filled._prune_at_price(tree)
        alpha = float(table.alpha[table.choose(self.rule)])
        root = table.sequence.risk[-1] or 1.0
        return collapse(tree, filled._weak_links(tree) <= alpha, _reason(alpha / root, OF_ROOT))

    def _prune_at_price(self, tree: Tree) -> Tree:
        # Shares are compared, as the table has them: their products would be rounded.
        root = float(self._risks(tree)[0]) or 1.0
        share = self._weak_links(tree) / root - ROUNDING
        if self.cp is None:
            price = self.alpha or 0.0
            return collapse(tree, share <= price * self._unit(tree) / root, _reason(price))
        return collapse(tree, share <= self.cp, _reason(self.cp, OF_ROOT))

    def table(
        self,
        tree: Tree,
        dataset: Dataset | None = None,
        n_threads: int = 1,
        progress: Progress | None = None,
    ) -> ComplexityTable:
        """Every nested tree with its price and, with ``cv``, its error in cross-validation.

        ``dataset`` is what the tree was grown from.
        """
        filled = self.as_grown(tree)
        links, least = filled._kind_of_links, filled._least(tree)
        sequence = pruning_sequence(tree, self._risks(tree), links, least)
        if self.cv is None:
            return ComplexityTable(sequence, risk=self.risk, links=links)
        training = require_training(
            tree,
            dataset,
            purpose="Cross-validation grows trees again and",
            instead="prune in fit: pruning=CostComplexity(cv=...)",
        )
        xerror, xstd = cross_validated_risk(
            tree,
            training,
            make_folds(training, self.cv, self.groups, self.random_state, self.repeats),
            geometric_means(sequence.alpha[::-1]),
            lambda grown: prices(grown, self._risks(grown), links),
            n_threads,
            progress,
        )
        return ComplexityTable(sequence, xerror, xstd, self.risk, links)

    def _check(self) -> None:
        if self.alpha is not None and self.cp is not None:
            raise ParameterError(
                f"alpha={self.alpha!r} and cp={self.cp!r} are two prices of a leaf. Pass one: cp "
                "is a share of the root's risk."
            )
        for name in ("alpha", "cp"):
            if getattr(self, name) is not None:
                require_number(self, name)
        require_whole(self, "random_state", at_least=0)
        require_whole(self, "repeats", at_least=1)
        if self.risk not in RISKS:
            raise ParameterError(
                f"risk={self.risk!r} is not known. Known: {', '.join(map(repr, RISKS))}."
            )

    @property
    def _kind_of_links(self) -> Links:
        return "weakest" if self.links is None else self.links

    def _risks(self, tree: Tree) -> FloatArray:
        return RISKS[self.risk](tree)

    def _weak_links(self, tree: Tree) -> FloatArray:
        return weakest_links(tree, self._risks(tree), self._kind_of_links)

    def _unit(self, tree: Tree) -> float:
        """What a unit of ``alpha`` is in risk; for impurity it is per unit of weight."""
        return float(tree.weight[0]) if self.risk == "impurity" else 1.0

    def _least(self, tree: Tree) -> float:
        """The lowest price that is tried, in risk."""
        if self.cp is not None:
            return self.cp * float(self._risks(tree)[0])
        return (self.alpha or 0.0) * self._unit(tree)


def _reason(price: float, unit: str = "") -> str:
    return f"pruned: its splits save no more than {price:.4g}{unit} each"
