"""What happens to samples that cannot answer a question."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset, Schema
from arboretum.part import Part
from arboretum.splits import Presence, Proposal
from arboretum.statistics import Branches, Statistics, Table

__all__ = ["Candidates", "MissingPolicy", "heaviest_branch"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Candidates:
    """A proposal with the missing values put somewhere: ready to be scored.

    ``parent`` are the statistics the branches are compared with, ``share`` is
    what scores are multiplied by, ``missing_branch`` has one entry a candidate.
    """

    proposal: Proposal
    branches: Branches
    parent: FloatArray
    share: float
    missing_branch: npt.NDArray[np.integer]


def heaviest_branch(branches: Branches, statistics: Statistics) -> npt.NDArray[np.integer]:
    """The branch of each candidate with the largest weight; the first of equals."""
    return np.argmax(statistics.weight(branches.statistics), axis=1)


def known(table: Table) -> FloatArray:
    """Statistics of the rows whose value is known."""
    together = np.zeros((1, table.n_bins), dtype=np.int64)
    return table.groups(together, arity=1).statistics[0, 0]


class MissingPolicy(Part):
    """Completes proposals with a place for missing values, in training and after.

    Categories never seen in training are treated as missing.
    """

    @property
    def on_unseen(self) -> str:
        """What happens to samples with a category never seen in training, in words."""
        return f"they are treated as missing (missing={self.name!r})"

    def check_training(self, dataset: Dataset) -> None:
        """Refuse training data this policy cannot handle."""

    def check_prediction(self, schema: Schema, columns: tuple[npt.NDArray, ...]) -> None:
        """Refuse data to predict that this policy cannot handle."""

    @abstractmethod
    def complete(
        self,
        proposals: list[Proposal],
        table: Table,
        parent: FloatArray,
        feature: int,
        statistics: Statistics,
    ) -> Iterable[Candidates]:
        """The proposals of one feature with missing values put in every way worth scoring.

        ``parent`` are the statistics of all rows of the node.  What a proposal leaves out
        is missing to it: ask ``proposal.seen(table)`` for what is missing, not ``table``.
        """


def complete_without_missing(
    proposal: Proposal, table: Table, statistics: Statistics
) -> Candidates:
    """Score on the rows it knows; send any other value down the heaviest branch.

    ``table`` is as the proposal sees it.
    """
    branches = proposal.branches(table)
    return Candidates(proposal, branches, known(table), 1.0, heaviest_branch(branches, statistics))


def complete_presence(feature: int, table: Table, parent: FloatArray) -> Candidates:
    """The question whether a feature is known at all."""
    presence = Presence(feature)
    return Candidates(presence, presence.branches(table), parent, 1.0, np.array([1]))
