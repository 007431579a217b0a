"""Missing values follow the crowd."""

from __future__ import annotations

from collections.abc import Iterator

from arboretum.missing.base import (
    Candidates,
    FloatArray,
    MissingPolicy,
    heaviest_branch,
    known,
)
from arboretum.splits import Proposal
from arboretum.statistics import Statistics, Table

__all__ = ["Majority"]


class Majority(MissingPolicy):
    """Scores a split on the known rows, then sends the others down the heaviest branch.

    The score is multiplied by the share of the weight that is known, so that a
    feature that is mostly missing has to be that much better.
    """

    name = "majority"

    def complete(
        self,
        proposals: list[Proposal],
        table: Table,
        parent: FloatArray,
        feature: int,
        statistics: Statistics,
    ) -> Iterator[Candidates]:
        for proposal in proposals:
            seen = proposal.seen(table)
            known_rows = known(seen)
            share = float(statistics.weight(known_rows) / statistics.weight(parent))
            branches = proposal.branches(seen)
            goes_to = heaviest_branch(branches, statistics)
            yield Candidates(proposal, branches, known_rows, share, goes_to)
