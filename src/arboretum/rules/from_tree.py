"""The rules of a tree: one per leaf, and one per inner node where samples may stay.

What holds for the samples that end at a node is one condition per edge of its path, merged by
feature if asked for.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from arboretum.data.schema import Feature, Schema
from arboretum.exceptions import UnsupportedCombination
from arboretum.rules.condition import Condition, Spread, StandIn, by_feature, needed
from arboretum.rules.rule import Origin, Rule
from arboretum.rules.rule_set import RuleSet
from arboretum.tree import SPREADS, STAYS, Equation, LinearModels, Split, SurrogateSplit, Tree

__all__ = ["edge", "equation_of", "linear_models", "rules_of", "rules_of_nodes"]

#: A node, and what holds for the samples that end there.
_Region = tuple[int, tuple[Condition, ...]]


def rules_of(tree: Tree, simplify: bool = True) -> RuleSet:
    """A tree as rules that decide every sample as it does, missing values included.

    Parameters
    ----------
    tree : Tree
    simplify : bool
        Merge the conditions of a path that ask for the same feature.  Otherwise
        a rule has one condition per edge, in the order they are asked.
    """
    refuses = tree.missing_policy.refuses
    rules = _make_rules(tree, _regions(tree, simplify), *_decided_by(tree))
    return RuleSet(
        rules, _origin(tree), loss=tree.loss, refuses=refuses, models=linear_models(tree)
    )


def rules_of_nodes(tree: Tree, simplify: bool = True) -> tuple[Rule, ...]:
    """The rule that each node would be if it were a leaf; none for nodes out of reach.

    ``simplify`` as in :func:`rules_of`.
    """
    regions = ((node, path.conditions(tree.schema, simplify)) for node, path in _paths(tree))
    return _make_rules(tree, regions, tree.n_samples.tolist(), tree.weight.tolist())


def _make_rules(
    tree: Tree, regions: Iterable[_Region], n_samples: Sequence[float], weight: Sequence[float]
) -> tuple[Rule, ...]:
    """The rules of some regions, with the samples and the weight that each node decides."""
    origin, value, deviation = _origin(tree), tree.value.tolist(), _deviations(tree)
    smoothed = _smoothed(tree)
    regions_of = tree.region_numbers.tolist()
    decision = tree.decisions.tolist() if tree.schema.is_classification else [()] * tree.n_nodes
    return tuple(
        Rule(
            conditions,
            tuple(value[node]),
            tuple(decision[node]),
            n_samples[node],
            weight[node],
            origin,
            deviation[node],
            node,
            equation=equation_of(tree, node),
            smoothed=smoothed[node],
            region_number=regions_of[node] or None,
        )
        for node, conditions in regions
    )


def _smoothed(tree: Tree) -> Sequence[tuple[float, ...]]:
    """The class weights by which each node predicts shares, where they are not those it saw."""
    if not tree.schema.is_classification or np.array_equal(tree.smoothed, tree.value):
        return [()] * tree.n_nodes
    return [tuple(weights) for weights in tree.smoothed.tolist()]


def equation_of(tree: Tree, node: int) -> Equation | None:
    """The equation of a node, if it predicts by one."""
    models = linear_models(tree)
    return None if models is None else models.equation(node, tree.schema)


def linear_models(tree: Tree) -> LinearModels | None:
    """The equations of a tree, if it has some; refuses models that cannot be written down."""
    if tree.models is None or isinstance(tree.models, LinearModels):
        return tree.models
    raise UnsupportedCombination(
        "A rule says what follows, but the models of this tree are programs that cannot be "
        "written down. Use linear models in the leaves, or a tree without models."
    )


def _origin(tree: Tree) -> Origin:
    """All samples of the tree."""
    return Origin(
        tree.schema, float(tree.n_samples[0]), float(tree.weight[0]), tuple(tree.value[0].tolist())
    )


def _decided_by(tree: Tree) -> tuple[list[float], list[float]]:
    """Samples and weight that end at each node: all at a leaf, those that stay at an inner node."""
    found = []
    for column in (tree.n_samples, tree.weight):
        below = np.bincount(tree.parent[1:], weights=column[1:], minlength=tree.n_nodes)
        left = np.where(tree.is_leaf, column, column - below)
        # What rounding leaves over of a sum is nothing.
        found.append(np.where(left > 1e-9 * column, left, 0.0).tolist())
    return found[0], found[1]


def _deviations(tree: Tree) -> list[float | None]:
    """Standard deviation at each node, where the impurity is the variance of one number."""
    is_variance = tree.criterion.is_variance and tree.models is None
    if not is_variance or tree.schema.is_classification or len(tree.schema.targets) > 1:
        return [None] * tree.n_nodes
    return [math.sqrt(max(0.0, variance)) for variance in tree.impurity.tolist()]


# -- paths: where samples end -------------------------------------------------


def _regions(tree: Tree, simplify: bool) -> list[_Region]:
    """The regions of all leaves, then those of samples that stay at inner nodes.

    Regions that no sample can reach are left out.
    """
    leaves, stays = [], []
    for node, path in _paths(tree):
        split = tree.splits[node]
        if split is None:
            leaves.append((node, path.conditions(tree.schema, simplify)))
        elif split.missing_branch == STAYS:
            longer = path.extended(_unanswered(split, tree.schema, _asked(tree, node)))
            if longer is not None:
                stays.append((node, longer.conditions(tree.schema, simplify)))
    return leaves + stays


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
        merged = by_feature(more, self.merged)
        if any(merged[condition.feature].is_impossible for condition in more):
            return None
        return _Path((*self.asked, *more), merged)

    def conditions(self, schema: Schema, simplify: bool) -> tuple[Condition, ...]:
        return needed(self.merged, schema) if simplify else self.asked


# -- edges: what a branch asks ------------------------------------------------


def edge(
    split: Split,
    branch: int,
    schema: Schema,
    surrogates: Sequence[SurrogateSplit] = (),
    spread: Spread | None = None,
) -> Condition:
    """The condition that samples which go down a branch meet.

    ``spread`` is what the branch gets of a sample that is sent down every one.
    """
    feature = schema.columns[split.column]
    if split.kind == "presence":
        return (Condition.unknown if branch == 1 else Condition.known)(split.column, feature)
    if split.missing_branch != SPREADS or spread is None:
        spread = Spread(1.0 if split.missing_branch == branch else 0.0)
    return _question(split, branch, schema, surrogates, spread)


def _question(
    split: Split, branch: int, schema: Schema, surrogates: Sequence[SurrogateSplit], spread: Spread
) -> Condition:
    """The values whose answer is the branch; the others are asked the surrogates, one by one."""
    answers = _answers(split, branch, schema.columns[split.column])
    if not surrogates:
        return _with_unanswered(answers, split, spread)
    first, *others = surrogates
    side = 1 - branch if first.is_reversed else branch
    # What follows is asked for the branch of the node itself, whatever side the first is on.
    instead = _question(first.split, side, schema, [_turned(it, first) for it in others], spread)
    stand_in = StandIn(instead, _unknown(split))
    return replace(_with_unanswered(answers, split, Spread(1.0)), stand_ins=(stand_in,))


def _turned(surrogate: SurrogateSplit, first: SurrogateSplit) -> SurrogateSplit:
    """A surrogate as seen from the side of another."""
    return replace(surrogate, is_reversed=surrogate.is_reversed != first.is_reversed)


def _with_unanswered(answers: Condition, split: Split, spread: Spread) -> Condition:
    """The condition, which samples that cannot answer pass with a share."""
    if spread.share == 0:
        return answers
    unknown = _unknown(split)
    codes = None if answers.codes is None else answers.codes | unknown
    spreads = (replace(spread, codes=unknown),) if spread.share < 1 else ()
    return replace(answers, codes=codes, missing=True, spreads=spreads)


def _unanswered(
    split: Split, schema: Schema, surrogates: Sequence[SurrogateSplit] = ()
) -> list[Condition]:
    """The conditions of samples that can answer neither the split nor a surrogate."""
    conditions = []
    for asked in (split, *(surrogate.split for surrogate in surrogates)):
        nothing = Condition.unknown(asked.column, schema.columns[asked.column])
        is_number = nothing.codes is None
        conditions.append(nothing if is_number else replace(nothing, codes=_unknown(asked)))
    return conditions


def _unknown(split: Split) -> frozenset[int]:
    """Categories that cannot answer."""
    return frozenset(code for code, branch in enumerate(split.branches) if branch < 0)


def _answers(split: Split, branch: int, feature: Feature) -> Condition:
    """The values whose answer is the branch."""
    if split.kind == "category":
        codes = frozenset(code for code, to in enumerate(split.branches) if to == branch)
        return Condition(split.column, codes=codes)
    bounds = [-math.inf, *split.thresholds, math.inf]
    if branch > len(split.thresholds):  # the branch of missing values
        return replace(Condition.unknown(split.column, feature), missing=False)
    low, high = bounds[branch], bounds[branch + 1]
    if feature.kind == "numeric":
        return Condition(split.column, low, high)
    codes = frozenset(code for code in range(feature.n_categories) if low < code <= high)
    return Condition(split.column, codes=codes)
