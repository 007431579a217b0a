"""What a node predicts."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Literal

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.exceptions import UnsupportedCombination
from arboretum.part import Part
from arboretum.search.loss import Loss
from arboretum.statistics import Statistics
from arboretum.tree import Tree

__all__ = ["LeafModel", "StatisticsLeaf"]

FloatArray = npt.NDArray[np.float64]


class LeafModel(Part):
    """Turns the samples of a node into the value the node predicts.

    Every node gets a value, inner ones too: they become leaves when pruned.
    For classes the value is one weight per class (they need not sum to one);
    for numbers it is one number per target.
    """

    #: Whether ``value`` needs the target values themselves, not only their statistics.
    needs_targets: ClassVar[bool] = False
    #: Whether the value of a node of classes shows how many samples it gets wrong.
    tells_errors: ClassVar[bool] = True
    #: How the value of several nodes together follows from theirs; None if it does not.  A
    #: subclass does not inherit it: see ``arboretum.part.own``.
    joins: ClassVar[Literal["sum", "mean"] | None] = None
    #: Whether that value is the weights of the classes among its samples.
    holds_counts: bool = False

    @property
    def value_word(self) -> str:
        """What the number of a node is called, such as ``mean``."""
        return str(self.describe()["name"])

    def check(self, statistics: Statistics) -> None:
        """Refuse, before any work is done, statistics this leaf model cannot read."""

    def require(self, statistics: Statistics, *known: type[Statistics]) -> None:
        """Refuse statistics of any but the known types."""
        if not isinstance(statistics, known):
            names = " or ".join(statistics_type.__name__ for statistics_type in known)
            raise UnsupportedCombination(
                f"The leaf model {type(self).__name__} reads {names}, but the criterion counts "
                f"{type(statistics).__name__}. Choose another leaf model, such as one with "
                "needs_targets = True, which reads the target values themselves, or a criterion "
                "that goes with it."
            )

    def values(self, statistics: FloatArray) -> FloatArray:
        """The values of many nodes at once, (n, width) -> (n, width of a value)."""
        return np.array([self.value(of_node) for of_node in statistics])

    def smoothing_in_words(self) -> str:
        """How the shares that nodes predict differ from those counted; empty if they do not."""
        return ""

    def smoothed(self, tree: Tree) -> FloatArray:
        """The class weights of each node by which a tree predicts shares, (n_nodes, width).

        Those that were counted, unless a leaf model trusts few samples less than many.
        """
        return tree.value

    def loss(self, loss: Loss) -> Loss:
        """What predictions cost: the loss of the criterion, unless ``value`` lowers another."""
        return loss

    def added_risk(self, values: FloatArray, weight: FloatArray) -> FloatArray | float:
        """What predicting such values adds to the least risk of nodes of numbers."""
        return 0.0

    def after_growth(self, tree: Tree, dataset: Dataset) -> Tree:
        """The tree with models at its nodes, fitted to the samples it was grown from, if any."""
        return tree

    @abstractmethod
    def value(
        self,
        statistics: FloatArray,
        targets: npt.NDArray | None = None,
        weights: FloatArray | None = None,
    ) -> FloatArray:
        """The value of a node.

        Parameters
        ----------
        statistics : (width,) what ``Statistics.natural`` makes of a node's statistics.
        targets : (n, n_targets) target rows of the node, or None if not asked for.
        weights : (n,) their weights, or None.
        """


class StatisticsLeaf(LeafModel):
    """A leaf model that needs statistics only; a subclass writes ``values``."""

    def value(
        self,
        statistics: FloatArray,
        targets: npt.NDArray | None = None,
        weights: FloatArray | None = None,
    ) -> FloatArray:
        return self.values(statistics[None])[0]
