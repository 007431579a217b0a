"""The best split of every feature at one node of a grown tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from arboretum.data.encode.dataset_from import dataset_like
from arboretum.growing.reopen import reopen
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
