"""Where counts come from.

A learner asks a source for tables of statistics, scores them, and tells the
source how to route.  The source alone knows where the rows are.  Everything is
asked for many nodes at once: what is far away is read once per round.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NamedTuple, NoReturn

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset, Schema
from arboretum.exceptions import UnsupportedCombination
from arboretum.splits import Column
from arboretum.statistics import CrossTable, Statistics, Table
from arboretum.tree import KINDS, STAYS, Split, SurrogateSplit

__all__ = ["Route", "Source", "Totals", "Wanted", "ask"]

FloatArray = npt.NDArray[np.float64]
Rows = npt.NDArray[np.int32]


class Totals(NamedTuple):
    """What a node holds: how many samples, their statistics, and whether they have one target."""

    n_samples: float
    statistics: FloatArray
    is_constant: bool


@dataclass(frozen=True, eq=False)
class Wanted:
    """A table that is wanted: of a node, for each bin of a column.

    ``fill`` has a code for each class, or one for all: rows without a known value are
    counted as if they had that.
    """

    node: int
    column: int
    fill: npt.NDArray[np.integer] | None = None


@dataclass(frozen=True, eq=False)
class Route:
    """Where the rows of a node go: to its children, one for each branch of a split.

    Rows that cannot answer are asked the surrogates, one after another; those that
    cannot answer these either go down ``split.missing_branch``.  With ``shares``, one row
    per class or one for all, they go down every branch ``b`` by the share
    ``shares[class, b]``; from then on a row counts by its share.
    """

    node: int
    split: Split
    children: Sequence[int]
    shares: FloatArray | None = None
    surrogates: Sequence[SurrogateSplit] = ()


class Source(ABC):
    """Rows that are being sent down a growing tree.

    All rows start at node 0.  Nodes are named by the numbers the learner gives
    them; a node's rows are forgotten once it has been routed or released.
    """

    #: Where the rows are, in one word.
    name: ClassVar[str]

    #: Whether the native core can read the rows; if not, the readable loop grows.
    is_native: ClassVar[bool] = False

    columns: Sequence[Column]

    #: Whether ``targets``, ``answers``, ``groups``, ``counts`` and ``shuffled`` work; a
    #: source that keeps only sums cannot hand out rows.
    keeps_targets: bool = False

    #: How many values it has put in order, so that thresholds can be found.
    n_sorted: int = 0

    def __init__(self, dataset: Dataset, statistics: Statistics) -> None:
        self.schema: Schema = dataset.schema
        self.statistics = statistics

    @classmethod
    @abstractmethod
    def takes(cls, dataset: Dataset) -> bool:
        """Whether the columns of a dataset are where this source reads them."""

    @classmethod
    @abstractmethod
    def store(cls, dataset: Dataset, folder: Path) -> Dataset:
        """The same samples with their columns where this source reads them, such as in a folder."""

    @abstractmethod
    def totals(self, nodes: Sequence[int]) -> list[Totals]:
        """What each node holds."""

    @abstractmethod
    def tables(self, wanted: Sequence[Wanted]) -> Iterable[Table]:
        """The tables that are wanted, in their order.

        They may be made while they are read, so that few are in memory at a time.
        """

    @abstractmethod
    def route(self, routes: Sequence[Route]) -> None:
        """Send the rows of nodes to their children."""

    @abstractmethod
    def release(self, nodes: Sequence[int]) -> None:
        """Forget the rows of nodes that stay leaves."""

    def table(self, node: int, column: int, fill: npt.NDArray[np.integer] | None = None) -> Table:
        """One table."""
        (found,) = self.tables([Wanted(node, column, fill)])
        return found

    def refuse(self, what: str) -> NoReturn:
        """Raise an error that says what a source cannot do; the methods below do, by default."""
        raise UnsupportedCombination(
            f"Rows in {self.name} cannot {what}. Choose parts that do without, or fit in memory."
        )

    def cross_tables(self, node: int, split: Split, columns: Sequence[int]) -> Iterable[CrossTable]:
        """Weights of a node by bin of each column and by branch of a split of another."""
        self.refuse("be counted by two columns at once, as surrogates need")

    def targets(self, node: int) -> tuple[npt.NDArray, FloatArray]:
        """Target rows and weights of a node."""
        self.refuse("hand out their targets")

    def answers(self, node: int, split: Split) -> npt.NDArray[np.int32]:
        """The branch of each row of a node, in the order of the data; -1 if it cannot answer."""
        self.refuse("say one by one which branch they take")

    def groups(self, node: int, labels: npt.NDArray[np.int32], n_groups: int) -> Table:
        """Statistics of a node for each group of its rows; ``labels`` are in their order."""
        self.refuse("be counted in groups of rows")

    def counts(self, node: int) -> FloatArray:
        """How many samples each row of a node stands for, or what part of one."""
        self.refuse("say one by one how many samples they stand for")

    def n_rows(self, node: int) -> int:
        """How many rows a node has, in whole or in part."""
        self.refuse("be counted while a tree grows")

    def shuffled(self, node: int, key: int) -> Source:
        """The same rows at a node, with their targets in an order that depends on the key."""
        self.refuse("shuffle their targets")


def ask(column: npt.NDArray, rows: Rows, split: Split) -> list[Rows]:
    """The rows of each branch of a split of a column, and last those that cannot answer."""
    rows, offsets = _core.route(
        column,
        rows,
        KINDS.index(split.kind),
        np.array(split.thresholds, dtype=np.float64),
        np.array(split.branches, dtype=np.int32),
        STAYS,
        split.arity,
    )
    return np.split(rows, offsets[1:-1])
