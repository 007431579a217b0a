"""A node of a grown tree as growth saw it, and the splits that competed there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.data.encode.dataset_from import dataset_like
from arboretum.growing.loop import Arrival, open_nodes
from arboretum.growing.recipe import Recipe, recipe_of
from arboretum.growing.search import search_features
from arboretum.search import Choice, OpenNode
from arboretum.sources import MemorySource, Route
from arboretum.tree import Split, Tree, format_split
from arboretum.tree.words.threshold import with_digits

__all__ = ["Competitor", "Reopened", "competitors", "reopen"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Reopened:
    """The samples of a node with all that decided about it.

    ``weight_then`` is what the samples there weighed when the tree was grown.
    """

    source: MemorySource
    node: OpenNode
    recipe: Recipe
    weight_then: float

    @property
    def is_training(self) -> bool:
        """Whether the samples weigh what those that the tree was grown from did."""
        return bool(np.isclose(self.node.weight, self.weight_then, rtol=1e-9))

    def ranked(self) -> list[Choice]:
        """The best split of every feature, best first."""
        choices = search_features(self.node, self.source, self.recipe)
        if not choices:
            return []
        ranked = self.recipe.selector.rank(choices, self.node, self.source.statistics)
        return [replace(choice, split=self.in_digits(choice.split)) for choice in ranked]

    def in_digits(self, split: Split) -> Split:
        """A split whose thresholds know the digits that they need before the samples here."""
        values = self.source.columns[split.column].values
        if split.kind != "interval" or values is None:
            return split
        closed = self.source.columns[split.column].feature.closed
        return replace(split, thresholds=with_digits(split.thresholds, values, closed))


def reopen(tree: Tree, node: int, dataset: Dataset) -> Reopened:
    """Send samples down a tree to one of its nodes, as growth did, and open it.

    All features compete there, also if growth drew some.
    """
    recipe = replace(recipe_of(tree), max_features=None)
    source, at = _source_at(tree, node, dataset, recipe)
    path = tree.node(node).path
    asked = frozenset(split.column for split, _ in path)
    arrival = Arrival(at, None, 0, len(path), 0, asked)
    (opened,) = open_nodes(source, recipe, [arrival], float(dataset.weights.sum()))
    return Reopened(source, opened, recipe, float(tree.weight[node]))


def _source_at(tree: Tree, node: int, dataset: Dataset, recipe: Recipe) -> tuple[MemorySource, int]:
    """A source with the samples of one node, and the number of the node there."""
    if not recipe.missing.settles:
        at_node = dataset.take(np.flatnonzero(tree.passes(dataset.columns, node)))
        return MemorySource(at_node, recipe.criterion.count(at_node)), 0
    # Training may send a sample without a value another way than prediction does.
    source = MemorySource(dataset, recipe.criterion.count(dataset))
    at, n_nodes = 0, 1
    for split, branch in tree.node(node).path:
        children = range(n_nodes, n_nodes + split.arity)
        shares = _training_shares(split, at, source, recipe)
        source.route([Route(at, split, children, shares)])
        at, n_nodes = children[branch], n_nodes + split.arity
    return source, at


def _training_shares(
    split: Split, node: int, source: MemorySource, recipe: Recipe
) -> FloatArray | None:
    """What part of samples that cannot answer goes down each branch of a split."""
    statistics, column = source.statistics, source.columns[split.column]
    table = source.table(node, split.column)
    is_number = column.feature.kind == "numeric"
    values = column.values[table.bins] if is_number and column.values is not None else table.bins
    labels = np.array([split.branch(value) for value in values.tolist()], dtype=np.int64)
    fill = recipe.missing.fill(table, column, statistics)
    known = table.keep(table.bins[labels >= 0])
    branches = known.groups(labels[None, labels >= 0], split.arity)
    choice = Choice(split, 0.0, 0.0, False, branches.counts[0], branches.statistics[0])
    return recipe.missing.settle(choice, fill, column, statistics).shares


@dataclass(frozen=True)
class Competitor:
    """The best split of one feature; ``rank`` 1 is the best of all."""

    rank: int
    feature: str
    split: Split
    score: float
    is_tie: bool
    text: str


def competitors(
    tree: Tree, node: int, X: Any, y: Any, sample_weight: Any = None
) -> list[Competitor]:
    """The best split of every feature at a node, best first.

    ``X`` and ``y`` are the samples the tree was grown from (or others: then it
    is what they would have chosen).  A recipe with ``max_competitors`` keeps
    the best of them while growing.
    """
    dataset = dataset_like(tree.schema, X, y, sample_weight=sample_weight)
    return [
        Competitor(
            rank,
            tree.schema.columns[choice.column].name,
            choice.split,
            choice.score,
            choice.is_tie,
            format_split(choice.split, tree.schema),
        )
        for rank, choice in enumerate(reopen(tree, node, dataset).ranked(), start=1)
    ]
