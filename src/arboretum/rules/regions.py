"""What holds for the samples that end at a node: one condition for each edge, or merged ones."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from arboretum.data.schema import Feature, Schema
from arboretum.rules.condition import Condition
from arboretum.tree import SPREADS, STAYS, Split, Tree

__all__ = ["Region", "merge", "regions"]


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
    paths = {0: _Path()}
    for node in range(tree.n_nodes):
        if node not in paths:  # nothing gets here
            continue
        path = paths.pop(node)
        split = tree.splits[node]
        if split is None:
            leaves.append(Region(node, path.conditions(tree.schema, simplify)))
            continue
        children = tree.children(node).tolist()
        for branch, (child, share) in enumerate(
            zip(children, _shares(tree, children), strict=True)
        ):
            longer = path.extended(edge(split, branch, tree.schema, share))
            if longer is not None:
                paths[child] = longer
        if split.missing_branch == STAYS:
            longer = path.extended(unanswered(split, tree.schema))
            if longer is not None:
                stays.append(Region(node, longer.conditions(tree.schema, simplify)))
    return leaves + stays


def _shares(tree: Tree, children: list[int]) -> list[float]:
    """What each child gets of a sample that is sent to all."""
    weights = [float(tree.weight[child]) for child in children]
    whole = sum(weights)
    return [weight / whole if whole > 0 else 1 / len(weights) for weight in weights]


@dataclass(frozen=True)
class _Path:
    """The conditions from the root to a node, as they were asked and merged by feature."""

    asked: tuple[Condition, ...] = ()
    merged: Mapping[int, Condition] = field(default_factory=dict)

    def extended(self, condition: Condition) -> _Path | None:
        """The path with one condition more; None if nothing meets them all."""
        known = self.merged.get(condition.feature)
        both = condition if known is None else known.meet(condition)
        if both.is_impossible:
            return None
        return _Path((*self.asked, condition), {**self.merged, condition.feature: both})

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
        if not condition.is_certain(schema.features[feature])
    )


def edge(split: Split, branch: int, schema: Schema, share: float = 0.0) -> Condition:
    """What a sample meets that goes down a branch.

    ``share`` is what the branch gets of a sample that is sent down every one.
    """
    feature = schema.features[split.feature]
    if split.kind == "presence":
        return _nothing(split.feature, feature) if branch == 1 else _known(split.feature, feature)
    if split.missing_branch != SPREADS:
        share = 1.0 if split.missing_branch == branch else 0.0
    return _with_unanswered(_answers(split, branch, feature), _unknown(split), share)


def _with_unanswered(answers: Condition, unknown: frozenset[int], share: float) -> Condition:
    """The condition, that samples which cannot answer pass with a share."""
    if share == 1 and unknown:
        answers = replace(answers, codes=(answers.codes or frozenset()) | unknown)
    elif share > 0 and unknown:
        answers = replace(answers, partial=tuple((code, share) for code in sorted(unknown)))
    return replace(answers, missing=share)


def unanswered(split: Split, schema: Schema) -> Condition:
    """What a sample meets that cannot answer."""
    nothing = _nothing(split.feature, schema.features[split.feature])
    return nothing if nothing.codes is None else replace(nothing, codes=_unknown(split))


def _known(index: int, feature: Feature) -> Condition:
    if feature.kind == "numeric":
        return Condition(index)
    return Condition(index, codes=frozenset(range(feature.n_categories)))


def _nothing(index: int, feature: Feature) -> Condition:
    if feature.kind == "numeric":
        return Condition(index, math.inf, -math.inf, missing=1.0)
    return Condition(index, codes=frozenset(), missing=1.0)


def _unknown(split: Split) -> frozenset[int]:
    """Categories that cannot answer."""
    return frozenset(code for code, branch in enumerate(split.branches) if branch < 0)


def _answers(split: Split, branch: int, feature: Feature) -> Condition:
    """The values whose answer is the branch."""
    if split.kind == "category":
        codes = frozenset(code for code, to in enumerate(split.branches) if to == branch)
        return Condition(split.feature, codes=codes)
    bounds = [-math.inf, *split.thresholds, math.inf]
    if branch > len(split.thresholds):  # a branch of its own for missing values
        return replace(_nothing(split.feature, feature), missing=0.0)
    low, high = bounds[branch], bounds[branch + 1]
    if feature.kind == "numeric":
        return Condition(split.feature, low, high)
    return Condition(split.feature, codes=frozenset(_positions(low, high, feature)))


def _positions(low: float, high: float, feature: Feature) -> Iterator[int]:
    """Codes of the ordered categories in an interval."""
    return (code for code in range(feature.n_categories) if low < code <= high)
