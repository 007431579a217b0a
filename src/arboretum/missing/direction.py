"""Missing values go where they fit best, learned split by split."""

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

__all__ = ["Direction"]


class Direction(MissingPolicy):
    """Tries the missing values in each branch and keeps the best.

    Where a feature has missing values at the node, "known or missing?" is a
    question too.  A split learned from complete rows sends later missing
    values down the branch that holds most of the training weight.
    """

    name = "direction"
    words = "goes where training sent missing values"
    unanswered = "placed"

    def native(self) -> Spec:
        return self.spec(fast=True, fast_missing=True)

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
            for branch in range(proposal.arity):
                branches = proposal.branches(seen, missing_branch=branch)
                goes_to = np.full(len(proposal), branch)
                yield Candidates(proposal, branches, parent, 1.0, goes_to)
        if table.n_bins > 0 and table.missing_count > 0:
            yield complete_presence(column.index, table, parent)
