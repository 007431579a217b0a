"""The best split of every feature, at one node or at many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arboretum.growing.choose import best_of_feature
from arboretum.growing.draw import draw_order
from arboretum.growing.recipe import Recipe
from arboretum.growing.work import WorkDone
from arboretum.missing.base import Candidates, Fill, complete_by
from arboretum.search import Choice, OpenNode
from arboretum.sources import Source, Wanted
from arboretum.statistics import Table

__all__ = ["candidates_of", "search_features", "search_nodes", "table_of"]


def table_of(
    feature: int, node: OpenNode, source: Source, recipe: Recipe
) -> tuple[Table, Fill | None]:
    """The table of one feature at a node, with what stands in for missing values filled in."""
    return _filled(source.table(node.id, feature), feature, node, source, recipe)


def _filled(
    table: Table, feature: int, node: OpenNode, source: Source, recipe: Recipe
) -> tuple[Table, Fill | None]:
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
    placed = (
        complete_by(proposal.missing_branch, proposal, proposal.seen(table), node.statistics)
        for proposal in proposals
        if proposal.missing_branch is not None
    )
    return [*completed, *placed]


def search_nodes(
    nodes: Sequence[OpenNode], source: Source, recipe: Recipe, work: WorkDone | None = None
) -> list[list[Choice]]:
    """The best splits of the features that compete at each node, by one round of tables.

    As scikit-learn does: where none of the features that a node drew can split, it goes
    on, one feature per further round, until one can.
    """
    n_features = len(source.columns)
    n_drawn = n_features if recipe.max_features is None else recipe.max_features
    all_compete = n_drawn >= n_features
    orders = [
        list(range(n_features)) if all_compete else draw_order(node.key, n_features)
        for node in nodes
    ]
    choices: list[list[Choice]] = [[] for _ in nodes]
    waiting, begin, end = list(range(len(nodes))), 0, n_drawn
    while waiting and begin < n_features:
        asked = [(i, feature) for i in waiting for feature in orders[i][begin:end]]
        asked = [(i, feature) for i, feature in asked if recipe.may_ask(feature)]
        pairs = [(nodes[i], feature) for i, feature in asked]
        for (i, _), choice in zip(asked, _best_splits(pairs, source, recipe, work), strict=True):
            if choice is not None:
                choices[i].append(choice)
        waiting = [i for i in waiting if not choices[i]]
        begin, end = end, end + 1
    return choices


def search_features(
    node: OpenNode, source: Source, recipe: Recipe, work: WorkDone | None = None
) -> list[Choice]:
    """The best splits of the features that compete at one node."""
    return search_nodes([node], source, recipe, work)[0]


def _best_splits(
    asked: Sequence[tuple[OpenNode, int]], source: Source, recipe: Recipe, work: WorkDone | None
) -> Iterator[Choice | None]:
    """The best admissible split of each feature at its node, or None."""
    tables = source.tables([Wanted(node.id, feature) for node, feature in asked])
    for (node, feature), table in zip(asked, tables, strict=True):
        filled, fill = _filled(table, feature, node, source, recipe)
        if work is not None:
            work.at(node.depth).samples += source.n_rows(node.id)
        yield _best_split(feature, filled, fill, node, source, recipe, work)


def _best_split(
    feature: int,
    table: Table,
    fill: Fill | None,
    node: OpenNode,
    source: Source,
    recipe: Recipe,
    work: WorkDone | None,
) -> Choice | None:
    statistics = source.statistics
    candidates = candidates_of(feature, table, node, source, recipe)
    choice = best_of_feature(candidates, recipe.criterion, recipe.stopping, node, statistics, work)
    if choice is None:
        return None
    choice = replace(choice, merit=recipe.merit(choice.score, feature, node))
    return recipe.missing.settle(choice, fill, source.columns[feature], statistics)
