"""The best split of every feature at one node of a grown tree."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from arboretum.data.dataset_like import dataset_like
from arboretum.growing.grow import open_node
from arboretum.growing.known_parts import recipe_of
from arboretum.growing.search import search_features
from arboretum.sources import MemorySource
from arboretum.tree import Split, Tree, format_split

__all__ = ["Competitor", "competitors"]


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
    rows = np.flatnonzero(tree.passes(dataset.columns, node))
    at_node = dataset.take(rows)
    source = MemorySource(at_node, recipe.criterion.statistics(at_node))
    opened = open_node(source, recipe, 0, tree.node(node).depth, float(dataset.weights.sum()), 0)
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
