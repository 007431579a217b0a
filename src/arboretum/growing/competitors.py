"""The best split of every feature at one node of a grown tree."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.data.dataset_like import dataset_like
from arboretum.growing.grow import open_node
from arboretum.growing.known_parts import recipe_of
from arboretum.growing.recipe import Recipe
from arboretum.growing.search import search_features
from arboretum.sources import MemorySource
from arboretum.stopping import Choice
from arboretum.tree import Split, Tree, format_split

__all__ = ["Competitor", "competitors"]

FloatArray = npt.NDArray[np.float64]


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
    recipe = replace(recipe_of(tree), max_features=None)
    source, at = _source_at(tree, node, dataset, recipe)
    path = tree.node(node).path
    asked = frozenset(split.feature for split, _ in path)
    opened = open_node(source, recipe, at, len(path), float(dataset.weights.sum()), 0, asked)
    choices = search_features(opened, source, recipe)
    ranked = recipe.selector.rank(choices, opened, source.statistics) if choices else []
    return [
        Competitor(
            rank,
            tree.schema.features[choice.feature].name,
            choice.split,
            choice.score,
            choice.is_tie,
            format_split(choice.split, tree.schema),
        )
        for rank, choice in enumerate(ranked, start=1)
    ]


def _source_at(tree: Tree, node: int, dataset: Dataset, recipe: Recipe) -> tuple[MemorySource, int]:
    """A source with the samples of one node, and the number of the node there."""
    if not recipe.missing.settles:
        at_node = dataset.take(np.flatnonzero(tree.passes(dataset.columns, node)))
        return MemorySource(at_node, recipe.criterion.statistics(at_node)), 0
    # Training may send a sample without a value another way than prediction does.
    source = MemorySource(dataset, recipe.criterion.statistics(dataset))
    at, n_nodes = 0, 1
    for split, branch in tree.node(node).path:
        children = range(n_nodes, n_nodes + split.arity)
        source.route(at, split, children, _training_shares(split, at, source, recipe))
        at, n_nodes = children[branch], n_nodes + split.arity
    return source, at


def _training_shares(
    split: Split, node: int, source: MemorySource, recipe: Recipe
) -> FloatArray | None:
    """What part of samples that cannot answer goes down each branch of a split."""
    statistics, column = source.statistics, source.columns[split.feature]
    table = source.table(node, split.feature)
    is_number = column.feature.kind == "numeric"
    values = column.values[table.bins] if is_number and column.values is not None else table.bins
    labels = np.array([split.branch(value) for value in values.tolist()], dtype=np.int64)
    fill = recipe.missing.fill(table, column, statistics)
    known = table.keep(table.bins[labels >= 0])
    branches = known.groups(labels[None, labels >= 0], split.arity)
    choice = Choice(split, 0.0, 0.0, False, branches.counts[0], branches.statistics[0])
    return recipe.missing.settle(choice, fill, column, statistics).shares
