"""Where counts come from.

A learner asks a source for tables of statistics, scores them, and tells the
source how to route.  The source alone knows where the rows are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from arboretum.data import Schema
from arboretum.splits import Column
from arboretum.statistics import CrossTable, Statistics, Table
from arboretum.tree import Split, SurrogateSplit

__all__ = ["Source"]

FloatArray = npt.NDArray[np.float64]


class Source(ABC):
    """Rows that are being sent down a growing tree.

    All rows start at node 0.  Nodes are named by the numbers the learner gives
    them; a node's rows are forgotten once it has been routed or released.
    """

    schema: Schema
    statistics: Statistics
    columns: Sequence[Column]

    #: Whether ``targets`` works; a source that keeps only sums cannot hand out rows.
    keeps_targets: bool = False

    @abstractmethod
    def totals(self, nodes: Sequence[int]) -> list[tuple[float, FloatArray]]:
        """Number of samples and statistics of each node."""

    @abstractmethod
    def is_constant(self, node: int, statistics: FloatArray) -> bool:
        """Whether all samples of a node have the same target."""

    @abstractmethod
    def table(self, node: int, feature: int, fill: npt.NDArray[np.integer] | None = None) -> Table:
        """Statistics of a node for each bin of a feature.

        ``fill`` has a code for each class, or one for all: rows without a
        known value are counted as if they had that.
        """

    @abstractmethod
    def cross_table(self, node: int, split: Split, feature: int) -> CrossTable:
        """Weights of a node by bin of a feature and by branch of a split of another."""

    @abstractmethod
    def route(
        self,
        node: int,
        split: Split,
        children: Sequence[int],
        shares: FloatArray | None = None,
        surrogates: Sequence[SurrogateSplit] = (),
    ) -> None:
        """Send the rows of a node to its children, one for each branch.

        Rows that cannot answer are asked the surrogates, one after another; those
        that cannot answer these either go down ``split.missing_branch``.  With
        ``shares``, one row a class or one for all, they go down every branch ``b``
        by the share ``shares[class, b]``; from then on a row counts by its share.
        """

    @abstractmethod
    def release(self, node: int) -> None:
        """Forget the rows of a node that stays a leaf."""

    def shuffled(self, node: int, key: int) -> Source:
        """The same rows at a node, with their targets in an order that depends on the key."""
        raise NotImplementedError

    def targets(self, node: int) -> tuple[npt.NDArray, FloatArray]:
        """Target rows and weights of a node."""
        raise NotImplementedError
