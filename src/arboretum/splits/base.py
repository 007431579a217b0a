"""Where candidate splits come from."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from arboretum.data import Feature, Kind
from arboretum.exceptions import UnsupportedCombination
from arboretum.part import Part
from arboretum.statistics import Branches, Statistics, Table
from arboretum.tree import Split

__all__ = ["Column", "Proposal", "Splitter"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Column:
    """A feature as a splitter sees it.

    ``values[code]`` is the number behind a code: the distinct values of a
    numeric feature, the positions 0, 1, 2, … of ordered categories.  It is
    None for an unordered feature.
    """

    index: int
    feature: Feature
    values: FloatArray | None

    def require_at_most(self, limit: int, splitter: str, remedy: str) -> None:
        """Refuse a feature with more categories than a splitter can handle."""
        if self.feature.n_categories > limit:
            raise UnsupportedCombination(
                f"Feature {self.feature.name!r} has {self.feature.n_categories} categories, "
                f"more than the {limit} that {splitter} can handle. {remedy}"
            )


class Proposal(ABC):
    """Candidate splits of one feature at one node, all of one arity."""

    arity: int

    #: Where it puts missing values itself; None leaves that to the missing policy.
    missing_branch: int | None = None

    #: Decimal logarithm of the number of ways in which such a split could have been found.
    log_trials: float = 0.0

    #: Whether rules for the size of branches do not ask it.
    may_be_small: bool = False

    @abstractmethod
    def __len__(self) -> int:
        """Number of candidates."""

    def seen(self, table: Table) -> Table:
        """The table with what this proposal leaves open counted as missing."""
        return table

    @abstractmethod
    def branches(self, table: Table, missing_branch: int | None = None) -> Branches:
        """Statistics of the branches of every candidate, in a table as ``seen`` by it.

        Rows without a known value are left out unless ``missing_branch`` says
        where they go; ``arity`` gives them a separate branch.
        """

    @abstractmethod
    def split(self, candidate: int, arity: int, missing_branch: int) -> Split:
        """One candidate as the question a node asks."""

    def most_bits(self, candidate: int) -> float:
        """What names a candidate at most, where its number is not the shortest name."""
        return math.inf


class Splitter(Part):
    """Proposes splits of the kinds of features it handles."""

    #: The kinds of features this splitter proposes splits for.
    kinds: ClassVar[tuple[Kind, ...]]

    #: Whether all its splits have two branches.
    is_binary: ClassVar[bool] = False

    def check(self, column: Column, statistics: Statistics) -> None:
        """Refuse, before any work is done, a feature this splitter cannot handle."""

    @abstractmethod
    def propose(self, table: Table, column: Column, statistics: Statistics) -> Proposal | None:
        """Candidate splits of a table's bins, preferably in ascending order of threshold.

        ``None`` if the feature offers no question here.  The table always has
        at least two bins.
        """
