"""What holds for the samples that end at a node: one condition for each edge, or merged ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from arboretum.data.schema import Schema
from arboretum.rules.condition import Condition, Spread
from arboretum.rules.edges import edge, unanswered
from arboretum.tree import STAYS, SurrogateSplit, Tree

__all__ = ["Region", "merge", "regions", "regions_of_nodes"]


@dataclass(frozen=True)
class Region:
    """Where samples end at a node, as conditions that all hold."""

    node: int
    conditions: tuple[Condition, ...]


def regions(tree: Tree, simplify: bool) -> list[Region]:
    """The regions of all leaves, then those of samples that stay at inner nodes.

    Regions that no sample can reach are left out.
    """
    leaves, stays = [], []
    for node, path in _paths(tree):
        split = tree.splits[node]
        if split is None:
            leaves.append(Region(node, path.conditions(tree.schema, simplify)))
        elif split.missing_branch == STAYS:
            longer = path.extended(unanswered(split, tree.schema, _asked(tree, node)))
            if longer is not None:
                stays.append(Region(node, longer.conditions(tree.schema, simplify)))
    return leaves + stays


def regions_of_nodes(tree: Tree) -> list[Region]:
    """Where samples pass each node, with merged conditions: its region if it were a leaf."""
    return [Region(node, path.conditions(tree.schema, True)) for node, path in _paths(tree)]


def _paths(tree: Tree) -> Iterator[tuple[int, _Path]]:
    """The path to each node that a sample can reach, parents first."""
    paths = {0: _Path()}
    for node in range(tree.n_nodes):
        if node not in paths:  # nothing gets here
            continue
        path = paths.pop(node)
        yield node, path
        split = tree.splits[node]
        if split is None:
            continue
        children = tree.children(node).tolist()
        shares, surrogates = _shares(tree, children), _asked(tree, node)
        for branch, child in enumerate(children):
            spread = Spread(shares[branch], step=len(path.asked))
            condition = edge(split, branch, tree.schema, surrogates, spread)
            longer = path.extended([condition])
            if longer is not None:
                paths[child] = longer


def _shares(tree: Tree, children: list[int]) -> list[float]:
    """What each child gets of a sample that is sent to all."""
    weights = [float(tree.weight[child]) for child in children]
    whole = sum(weights)
    return [weight / whole if whole > 0 else 1 / len(weights) for weight in weights]


def _asked(tree: Tree, node: int) -> list[SurrogateSplit]:
    """What samples are asked instead that cannot answer."""
    found = tree.surrogates
    return found.of(node) if found is not None and found.are_asked else []


@dataclass(frozen=True)
class _Path:
    """The conditions from the root to a node, as they were asked and merged by feature."""

    asked: tuple[Condition, ...] = ()
    merged: Mapping[int, Condition] = field(default_factory=dict)

    def extended(self, more: Sequence[Condition]) -> _Path | None:
        """The path with more conditions; None if nothing meets them all."""
        merged = dict(self.merged)
        for condition in more:
            known = merged.get(condition.feature)
            both = condition if known is None else known.meet(condition)
            if both.is_impossible:
                return None
            merged[condition.feature] = both
        return _Path((*self.asked, *more), merged)

    def conditions(self, schema: Schema, simplify: bool) -> tuple[Condition, ...]:
        return _needed(self.merged, schema) if simplify else self.asked


def merge(conditions: Iterable[Condition], schema: Schema) -> tuple[Condition, ...]:
    """The same with one condition a feature, and none that always holds.

    ``X1 <= 5.45`` and ``X1 <= 4.7`` become ``X1 <= 4.7``.
    """
    merged: dict[int, Condition] = {}
    for condition in conditions:
        known = merged.get(condition.feature)
        merged[condition.feature] = condition if known is None else known.meet(condition)
    return _needed(merged, schema)


def _needed(merged: Mapping[int, Condition], schema: Schema) -> tuple[Condition, ...]:
    return tuple(
        condition
        for feature, condition in merged.items()
        if not condition.is_certain(schema.columns[feature])
    )
