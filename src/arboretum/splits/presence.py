"""The question "is the value known?"."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arboretum.splits.base import Proposal
from arboretum.statistics import Branches, Table
from arboretum.tree import Split

__all__ = ["Presence"]


@dataclass(frozen=True, eq=False)
class Presence(Proposal):
    """One candidate: known values into branch 0, missing ones into branch 1."""

    feature: int
    arity: int = 2

    def __len__(self) -> int:
        return 1

    def branches(self, table: Table, missing_branch: int | None = 1) -> Branches:
        everything_known = np.zeros((1, table.n_bins), dtype=np.int64)
        return table.groups(everything_known, arity=1, missing_branch=1)

    def split(self, candidate: int, arity: int, missing_branch: int) -> Split:
        return Split(self.feature, "presence", arity, (), (), missing_branch)
