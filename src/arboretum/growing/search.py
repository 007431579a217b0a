"""The best split of every feature at one node."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from arboretum.growing.draw import draw_order
from arboretum.growing.recipe import Recipe
from arboretum.growing.select import best_of_feature
from arboretum.missing.base import Candidates, Fill, complete_placed
from arboretum.sources import Source
from arboretum.statistics import Table
from arboretum.stopping import Choice, OpenNode

__all__ = ["best_split_of", "candidates_of", "search_features", "table_of"]


def table_of(
    feature: int, node: OpenNode, source: Source, recipe: Recipe
) -> tuple[Table, Fill | None]:
    """The table of one feature at a node, with what stands in for missing values filled in."""
    table = source.table(node.id, feature)
    fill = recipe.missing.fill(table, source.columns[feature], source.statistics)
    if fill is not None and table.missing_count > 0:
        table = source.table(node.id, feature, fill.of_class)
    return table, fill


def candidates_of(
    feature: int, table: Table, node: OpenNode, source: Source, recipe: Recipe
) -> list[Candidates]:
    """All splits of one feature at a node, with missing values in every place worth scoring."""
    policy, statistics, column = recipe.missing, source.statistics, source.columns[feature]
    proposals = [
        proposal
        for splitter in recipe.splitters
        if column.feature.kind in splitter.kinds and table.n_bins >= 2
        if (proposal := splitter.propose(table, column, statistics)) is not None
    ]
    open_ones = [proposal for proposal in proposals if proposal.missing_branch is None]
    completed = policy.complete(open_ones, table, node.statistics, column, statistics)
    placed = [proposal for proposal in proposals if proposal.missing_branch is not None]
    return [*completed, *(complete_placed(one, table, node.statistics) for one in placed)]


def best_split_of(feature: int, node: OpenNode, source: Source, recipe: Recipe) -> Choice | None:
    """The best admissible split of one feature at a node, or None."""
    if recipe.split_features is not None and feature not in recipe.split_features:
        return None
    statistics = source.statistics
    table, fill = table_of(feature, node, source, recipe)
    candidates = candidates_of(feature, table, node, source, recipe)
    choice = best_of_feature(candidates, recipe.criterion, recipe.stopping, node, statistics)
    if choice is None:
        return None
    choice = replace(choice, merit=recipe.merit(choice.score, feature, node))
    return recipe.missing.settle(choice, fill, source.columns[feature], statistics)


def search_features(node: OpenNode, source: Source, recipe: Recipe) -> list[Choice]:
    """The best splits of the features that compete at a node."""
    n_features = len(source.columns)
    if recipe.max_features is None or recipe.max_features >= n_features:
        return _found(range(n_features), node, source, recipe)
    order = draw_order(node.key, n_features)
    choices = _found(order[: recipe.max_features], node, source, recipe)
    # As scikit-learn does: where none of the drawn features can split, go on until one can.
    for feature in order[recipe.max_features :]:
        if choices:
            break
        choices = _found([feature], node, source, recipe)
    return choices


def _found(features: Iterable[int], node: OpenNode, source: Source, recipe: Recipe) -> list[Choice]:
    found = (best_split_of(feature, node, source, recipe) for feature in features)
    return [choice for choice in found if choice is not None]
