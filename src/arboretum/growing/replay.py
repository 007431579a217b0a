"""A tree from given questions: what they would have made of some rows.

A solver, a person or another program says what is asked where; the rows say how many
samples get there, what they weigh, what is predicted, and how good each question is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from arboretum.exceptions import DataError, ParameterError
from arboretum.growing.choose import best_of_feature
from arboretum.growing.loop import Arrival, Growth, Progress, check_alone
from arboretum.growing.recipe import Recipe
from arboretum.growing.search import table_of
from arboretum.missing.base import Candidates, complete_presence
from arboretum.search import Choice, OpenNode, OpenSplit
from arboretum.sources import Source
from arboretum.splits import Column, Proposal
from arboretum.statistics import Branches, Table
from arboretum.tree import STAYS, Split, SplitFormat, Tree

__all__ = ["Questions", "questions_of", "replay"]

#: Why a node stopped where neither a question nor a reason is given.
NOT_ASKED = "no question was given here"

#: The branches taken from the root: ``()`` is the root, ``(0, 1)`` the second child of its first.
Path: TypeAlias = tuple[int, ...]

#: What is asked at each place, or the reason why nothing is.
Questions: TypeAlias = Mapping[Path, Split | str]


def questions_of(tree: Tree) -> dict[Path, Split | str]:
    """What a tree asks at each place, and why it stopped at the others."""
    paths: list[Path] = []
    questions: dict[Path, Split | str] = {}
    for node in range(tree.n_nodes):
        above = int(tree.parent[node])
        paths.append(() if above < 0 else (*paths[above], int(tree.branch[node])))
        questions[paths[node]] = tree.splits[node] or tree.node(node).stop_reason or NOT_ASKED
    return questions


def replay(
    questions: Questions, source: Source, recipe: Recipe, progress: Progress | None = None
) -> Tree:
    """Grow the tree that asks the given questions of the rows of a source.

    Statistics, values and scores are those that growing would have found.  Nothing is
    searched, so there are neither runner-ups nor ties, and the stopping rules of the
    recipe are not asked.  Where the missing policy would choose between branches for
    missing values, ``split.missing_branch`` decides, unless it is ``STAYS``.

    Parameters
    ----------
    questions : mapping from places to splits
        A place is the branches that lead to it from the root, ``()``.  A place that is
        not there is a leaf; a string says why.
    source : Source
    recipe : Recipe
        How branches are scored, missing values treated and leaves valued.
    progress : called with the weight that has reached leaves and the weight of all samples
    """
    check_alone(recipe, source)
    growth = _Replay(questions, source, replace(recipe, max_leaf_nodes=None), progress)
    tree = growth.run()
    unreached = set(questions).difference(growth.paths.values())
    if unreached:
        raise ParameterError(
            f"There is a question at {min(unreached)}, but no branch leads there. "
            "Pass a question for each place on the way, starting with () for the root."
        )
    return replace(tree, recipe=recipe)


class _Replay(Growth):
    """The loop with the questions known beforehand."""

    def __init__(
        self, questions: Questions, source: Source, recipe: Recipe, progress: Progress | None
    ) -> None:
        super().__init__(source, recipe, progress)
        self.questions = questions
        self.paths: dict[int, Path] = {0: ()}

    def look(self, nodes: Sequence[OpenNode]) -> list[OpenSplit | str]:
        return [self.asked_at(node) for node in nodes]

    def asked_at(self, node: OpenNode) -> OpenSplit | str:
        path = self.paths[node.id]
        asked = self.questions.get(path, NOT_ASKED)
        if isinstance(asked, str):
            return asked
        return OpenSplit(node, _choice_of(asked, path, node, self.source, self.recipe), [])

    def split(self, batch: Sequence[OpenSplit]) -> list[Arrival]:
        arrivals = super().split(batch)
        for child in arrivals:
            assert child.parent is not None  # the root arrives by itself
            self.paths[child.id] = (*self.paths[child.parent], child.branch)
        return arrivals


def _choice_of(split: Split, path: Path, node: OpenNode, source: Source, recipe: Recipe) -> Choice:
    """A given question as if it had been found at a node."""
    statistics, column = source.statistics, source.columns[split.column]
    table, fill = table_of(split.column, node, source, recipe)
    candidates = _completed(split, table, node, source, recipe)
    as_asked = [group for group in candidates if group.missing_branch[0] == split.missing_branch]
    choice = best_of_feature(as_asked or candidates, recipe.criterion, (), node, statistics)
    if choice is None:
        asked = SplitFormat(source.schema).split(split)
        raise DataError(
            f"The question {asked!r} at {path or 'the root'} leaves a branch without samples. "
            "Leave out the question, or pass samples that take every branch."
        )
    choice = replace(choice, merit=recipe.merit(choice.score, split.column, node))
    return recipe.missing.settle(choice, fill, column, statistics)


def _completed(
    split: Split, table: Table, node: OpenNode, source: Source, recipe: Recipe
) -> list[Candidates]:
    if split.kind == "presence":
        return [complete_presence(split.column, table, node.statistics)]
    column, statistics = source.columns[split.column], source.statistics
    given = GivenSplit(split, column, *_labels(split, table, column))
    found = recipe.missing.complete([given], table, node.statistics, column, statistics)
    return [group for group in found if group.proposal is given]


def _labels(split: Split, table: Table, column: Column) -> tuple[np.ndarray, np.ndarray]:
    """The bins of a table that a split knows, and the branch of each."""
    values: np.ndarray = table.bins
    if column.feature.kind == "numeric" and column.values is not None:
        values = column.values[table.bins]
    if split.kind == "interval":
        is_known = ~np.isnan(values) if values.dtype.kind == "f" else values >= 0
        labels = np.searchsorted(split.thresholds, values, side="left")
        return table.bins[is_known], labels[is_known].astype(np.int64)
    ask = replace(split, missing_branch=STAYS)
    labels = np.array([ask.branch(value) for value in values.tolist()], dtype=np.int64)
    return table.bins[labels >= 0], labels[labels >= 0]


@dataclass(frozen=True, eq=False)
class GivenSplit(Proposal):
    """One candidate: a question that is given."""

    given: Split
    column: Column
    bins: np.ndarray
    labels: np.ndarray

    @property
    def arity(self) -> int:  # type: ignore[override]
        """Branches that a known value can take."""
        given = self.given
        return len(given.thresholds) + 1 if given.kind == "interval" else max(given.branches) + 1

    def __len__(self) -> int:
        return 1

    def seen(self, table: Table) -> Table:
        return table.keep(self.bins)

    def branches(self, table: Table, missing_branch: int | None = None) -> Branches:
        return table.groups(self.labels[None], self.arity, missing_branch)

    def split(self, candidate: int, arity: int, missing_branch: int) -> Split:
        return replace(self.given, arity=arity, missing_branch=missing_branch)
