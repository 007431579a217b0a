"""The rules of a tree: one for each leaf, and for each inner node where samples may stay."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from arboretum.exceptions import UnsupportedCombination
from arboretum.rules.regions import Region, regions, regions_of_nodes
from arboretum.rules.rule import Origin, Rule
from arboretum.rules.rule_set import RuleSet
from arboretum.tree import Equation, LinearModels, Tree

__all__ = ["equation_of", "refused_values", "rules_of", "rules_of_nodes"]


def rules_of(tree: Tree, simplify: bool = True) -> RuleSet:
    """A tree as rules that decide every sample as it does, missing values included.

    Parameters
    ----------
    tree : Tree
    simplify : bool
        Merge the conditions of a path that ask for the same feature.  Without,
        a rule has one condition an edge, in the order they are asked.
    """
    rules = _make_rules(tree, regions(tree, simplify), *_decided_by(tree))
    return RuleSet(
        rules, _origin(tree), loss=tree.loss, refuses=refused_values(tree), models=_linear(tree)
    )


def rules_of_nodes(tree: Tree) -> tuple[Rule, ...]:
    """The rule that each node would be if it were a leaf; none for nodes out of reach."""
    regions = regions_of_nodes(tree)
    return _make_rules(tree, regions, tree.n_samples.tolist(), tree.weight.tolist())


def _make_rules(
    tree: Tree, regions: Iterable[Region], n_samples: Sequence[float], weight: Sequence[float]
) -> tuple[Rule, ...]:
    """The rules of some regions, with the samples and the weight that each node decides."""
    origin, value, deviation = _origin(tree), tree.value.tolist(), _deviations(tree)
    decision = tree.decisions.tolist() if tree.schema.is_classification else [()] * tree.n_nodes
    return tuple(
        Rule(
            region.conditions,
            tuple(value[region.node]),
            tuple(decision[region.node]),
            n_samples[region.node],
            weight[region.node],
            origin,
            deviation[region.node],
            region.node,
            equation=equation_of(tree, region.node),
        )
        for region in regions
    )


def equation_of(tree: Tree, node: int) -> Equation | None:
    """The equation of a node, if it predicts by one."""
    models = _linear(tree)
    return None if models is None else models.equation(node, tree.schema)


def _linear(tree: Tree) -> LinearModels | None:
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


def refused_values(tree: Tree) -> tuple[str, ...]:
    """What the missing policy of the tree refuses to predict."""
    return tree.missing_policy.refuses
