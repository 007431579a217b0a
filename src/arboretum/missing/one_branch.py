"""Missing values go down one branch: the best, a separate one, or the heaviest."""

from __future__ import annotations

from collections.abc import Iterable

from arboretum.missing.base import (
    Candidates,
    FloatArray,
    MissingPolicy,
    complete_by,
    complete_known,
    complete_without_missing,
)
from arboretum.part import Spec
from arboretum.splits import Proposal
from arboretum.statistics import Statistics, Table

__all__ = ["Branch", "Direction", "Majority"]


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

    def place(
        self, proposal: Proposal, table: Table, parent: FloatArray, statistics: Statistics
    ) -> Iterable[Candidates]:
        if table.missing_count == 0:
            return [complete_without_missing(proposal, table, statistics)]
        return [complete_by(branch, proposal, table, parent) for branch in range(proposal.arity)]

    def asks_presence(self, n_bins: int) -> bool:
        return n_bins > 0


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

    def place(
        self, proposal: Proposal, table: Table, parent: FloatArray, statistics: Statistics
    ) -> Iterable[Candidates]:
        if table.missing_count == 0:
            return [complete_without_missing(proposal, table, statistics)]
        return [complete_by(proposal.arity, proposal, table, parent)]

    def asks_presence(self, n_bins: int) -> bool:
        return n_bins == 1


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

    def place(
        self, proposal: Proposal, table: Table, parent: FloatArray, statistics: Statistics
    ) -> Iterable[Candidates]:
        return [complete_known(proposal, table, parent, statistics)]
