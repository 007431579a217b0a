"""What happens to samples that cannot answer a question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset, Schema
from arboretum.part import Part
from arboretum.search import Choice
from arboretum.splits import Column, Presence, Proposal, Splitter
from arboretum.statistics import Branches, Statistics, Table
from arboretum.tree import SurrogateSplit, Tree

__all__ = [
    "Candidates",
    "Fill",
    "MissingPolicy",
    "complete_by",
    "complete_known",
    "complete_presence",
    "complete_without_missing",
    "weighs_as_much",
]

FloatArray = npt.NDArray[np.float64]

Unanswered = Literal["placed", "by class", "left out", "left out and counted"]

#: Weights this close, as a share of the larger, are equal.
TOLERANCE = 1e-9


@dataclass(frozen=True, eq=False)
class Candidates:
    """A proposal with the missing values put somewhere: ready to be scored.

    ``parent`` are the statistics the branches are compared with, ``share`` is
    what scores are multiplied by, ``missing_branch`` has one entry per candidate.
    ``left_out`` is what those rows weigh that are in no branch, for criteria
    that ask.
    """

    proposal: Proposal
    branches: Branches
    parent: FloatArray
    share: float
    missing_branch: npt.NDArray[np.integer]
    left_out: float = 0.0


@dataclass(frozen=True, eq=False)
class Fill:
    """What stands in for the missing values of a feature at a node.

    Codes of bins: ``of_class`` has one for the training samples of each class, or
    one for all; ``of_node`` is for all samples that come after training.
    """

    of_class: npt.NDArray[np.integer]
    of_node: int


def weighs_as_much(weight: FloatArray, other: FloatArray) -> npt.NDArray[np.bool_]:
    """Whether a branch weighs no less than another, except for rounding.

    The last bits of a sum depend on the order in which a grower adds.
    """
    return weight >= (1.0 - TOLERANCE) * other


def heaviest_branch(branches: Branches, statistics: Statistics) -> npt.NDArray[np.integer]:
    """The branch of each candidate with the largest weight; the first of equals."""
    weights = statistics.weight(branches.statistics)
    return np.argmax(weighs_as_much(weights, weights.max(axis=1, keepdims=True)), axis=1)


class MissingPolicy(Part):
    """Completes proposals with a place for missing values, in training and after.

    Categories never seen in training are treated as missing.
    """

    #: Whether nodes may hold fractions of samples.
    makes_fractions: ClassVar[bool] = False

    #: Whether training shares a sample out by its class.
    by_class: bool = False

    #: What a sample does that takes the branch for missing values, in words.
    words: ClassVar[str] = "goes down the branch for samples that cannot answer"

    #: What becomes of samples without an answer when a split is scored; None if not known.
    #: They follow its missing branch or the shares of their class, or are left out, and
    #: counted as such or not.  A subclass does not inherit it: see ``arboretum.part.own``.
    unanswered: ClassVar[Unanswered | None] = None

    #: How many surrogates a node keeps, and what their agreement is a share of.
    max_surrogates: int = 0
    style: int = 0

    @property
    def refuses(self) -> tuple[str, ...]:
        """What it refuses to predict: ``"missing"`` values, categories ``"unseen"`` in training."""
        return ()

    @property
    def on_unseen(self) -> str:
        """What happens to samples with a category never seen in training, in words."""
        return f"they are treated as missing (missing={self.name!r})"

    @property
    def settles(self) -> bool:
        """Whether training samples without a value may go another way than later ones."""
        return type(self).settle is not MissingPolicy.settle

    def check_training(self, dataset: Dataset) -> None:
        """Refuse training data this policy cannot handle."""

    def check_prediction(self, schema: Schema, columns: tuple[npt.NDArray, ...]) -> None:
        """Refuse data to predict that this policy cannot handle."""

    def check(self, statistics: Statistics) -> None:
        """Refuse, before any work is done, statistics this policy cannot work with."""

    def check_splitters(self, splitters: Sequence[Splitter]) -> None:
        """Refuse, before any work is done, splits this policy cannot complete."""

    def fill(self, table: Table, column: Column, statistics: Statistics) -> Fill | None:
        """What stands in for the missing values of a feature, before splits are proposed."""
        return None

    def complete(
        self,
        proposals: list[Proposal],
        table: Table,
        parent: FloatArray,
        column: Column,
        statistics: Statistics,
    ) -> Iterable[Candidates]:
        """The proposals of one feature with missing values put in every way worth scoring.

        ``parent`` are the statistics of all rows of the node.  What a proposal leaves out
        is missing to it: ask ``proposal.seen(table)`` for what is missing, not ``table``.
        A policy writes this, or ``place`` for one proposal at a time.
        """
        for proposal in proposals:
            yield from self.place(proposal, proposal.seen(table), parent, statistics)
        if table.missing_count > 0 and self.asks_presence(table.n_bins):
            yield complete_presence(column.index, table, parent)

    def place(
        self, proposal: Proposal, table: Table, parent: FloatArray, statistics: Statistics
    ) -> Iterable[Candidates]:
        """The same for one proposal, with the table as the proposal sees it."""
        raise NotImplementedError

    def asks_presence(self, n_bins: int) -> bool:
        """Whether "is it known?" is a question about a feature with ``n_bins`` known values."""
        return False

    def settle(
        self, choice: Choice, fill: Fill | None, column: Column, statistics: Statistics
    ) -> Choice:
        """The best split of a feature with the last word on where missing values go.

        A choice with ``shares`` sends training samples that cannot answer down every
        branch by its share; ``split.missing_branch`` is then for later ones alone.
        """
        return choice

    def to_ask(self, surrogates: Sequence[SurrogateSplit]) -> Sequence[SurrogateSplit]:
        """Those of a split's surrogates that training samples without a value are asked."""
        return surrogates

    def after_growth(self, tree: Tree) -> Tree:
        """The tree with what later samples do that depends on all of training."""
        return tree


def complete_without_missing(
    proposal: Proposal, table: Table, statistics: Statistics
) -> Candidates:
    """Score on the rows it knows; send any other value down the heaviest branch.

    ``table`` is as the proposal sees it.
    """
    branches = proposal.branches(table)
    return Candidates(proposal, branches, table.known(), 1.0, heaviest_branch(branches, statistics))


def complete_known(
    proposal: Proposal, table: Table, parent: FloatArray, statistics: Statistics
) -> Candidates:
    """Score on the rows it knows, times their share; the others go down the heaviest branch.

    ``table`` is as the proposal sees it.
    """
    known_rows = table.known()
    share = float(statistics.weight(known_rows) / statistics.weight(parent))
    branches = proposal.branches(table)
    return Candidates(proposal, branches, known_rows, share, heaviest_branch(branches, statistics))


def complete_by(branch: int, proposal: Proposal, table: Table, parent: FloatArray) -> Candidates:
    """Send missing values down one branch, a separate one if it is the ``arity``.

    ``table`` is as the proposal sees it.
    """
    branches = proposal.branches(table, branch)
    return Candidates(proposal, branches, parent, 1.0, np.full(len(proposal), branch))


def complete_presence(feature: int, table: Table, parent: FloatArray) -> Candidates:
    """The question whether a feature is known at all."""
    presence = Presence(feature)
    return Candidates(presence, presence.branches(table), parent, 1.0, np.array([1]))
