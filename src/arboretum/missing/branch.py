"""Missing values get a branch of their own."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from arboretum.missing.base import (
    Candidates,
    FloatArray,
    MissingPolicy,
    complete_presence,
    complete_without_missing,
)
from arboretum.part import Spec
from arboretum.splits import Column, Proposal
from arboretum.statistics import Statistics, Table

__all__ = ["Branch"]


class Branch(MissingPolicy):
    """Adds a branch for the missing values to every split of a feature that has some.

    Where all known values are alike the question is whether the value is
    known.  A split learned from complete rows has no such branch; later missing
    values go down the heaviest one.
    """

    name = "branch"
    words = "goes down the branch for missing values"
    unanswered = "placed"

    def native(self) -> Spec:
        return self.spec(fast=True)

    def complete(
        self,
        proposals: list[Proposal],
        table: Table,
        parent: FloatArray,
        column: Column,
        statistics: Statistics,
    ) -> Iterator[Candidates]:
        for proposal in proposals:
            seen = proposal.seen(table)
            if seen.missing_count == 0:
                yield complete_without_missing(proposal, seen, statistics)
                continue
            own = proposal.arity
            branches = proposal.branches(seen, missing_branch=own)
            yield Candidates(proposal, branches, parent, 1.0, np.full(len(proposal), own))
        if table.n_bins == 1 and table.missing_count > 0:
            yield complete_presence(column.index, table, parent)
