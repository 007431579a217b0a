"""Missing values follow the crowd."""

from __future__ import annotations

from collections.abc import Iterator

from arboretum.missing.base import Candidates, FloatArray, MissingPolicy, complete_known
from arboretum.part import Spec
from arboretum.splits import Column, Proposal
from arboretum.statistics import Statistics, Table

__all__ = ["Majority"]


class Majority(MissingPolicy):
    """Scores a split on the known rows, then sends the others down the heaviest branch.

    The score is multiplied by the share of the weight that is known, so that a
    feature that is mostly missing has to be that much better.
    """

    name = "majority"
    words = "follows the heaviest branch"
    unanswered = "left out"

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
            yield complete_known(proposal, proposal.seen(table), parent, statistics)
