"""The rules of a tree: one for each leaf, and for each inner node where samples may stay."""

from __future__ import annotations

import math

import numpy as np

from arboretum.missing import Error
from arboretum.rules.regions import regions
from arboretum.rules.rule import Origin, Rule
from arboretum.rules.rule_set import RuleSet
from arboretum.tree import Tree

__all__ = ["rules_of"]


def rules_of(tree: Tree, simplify: bool = True) -> RuleSet:
    """A tree as rules that decide every sample as it does, missing values included.

    Parameters
    ----------
    tree : Tree
    simplify : bool
        Merge the conditions of a path that ask for the same feature.  Without,
        a rule has one condition an edge, in the order they are asked.
    """
    origin = Origin(
        tree.schema, float(tree.n_samples[0]), float(tree.weight[0]), tuple(tree.value[0].tolist())
    )
    n_samples, weight = _decided_by(tree)
    value, deviation = tree.value.tolist(), _deviations(tree)
    decision = tree.decisions.tolist() if tree.schema.is_classification else [()] * tree.n_nodes
    rules = tuple(
        Rule(
            region.conditions,
            tuple(value[region.node]),
            tuple(decision[region.node]),
            n_samples[region.node],
            weight[region.node],
            origin,
            deviation[region.node],
            region.node,
        )
        for region in regions(tree, simplify)
    )
    return RuleSet(rules, origin, loss=tree.loss, refuses=_refused(tree))


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
    criterion = tree.parts.get("criterion")
    name = criterion.get("name") if isinstance(criterion, dict) else None
    if name != "squared_error" or tree.schema.is_classification or len(tree.schema.targets) > 1:
        return [None] * tree.n_nodes
    return [math.sqrt(max(0.0, variance)) for variance in tree.impurity.tolist()]


def _refused(tree: Tree) -> tuple[str, ...]:
    """What the missing policy of the tree refuses to predict."""
    described = tree.parts.get("missing")
    if not isinstance(described, dict) or described.get("name") != Error.name:
        return ()
    params = described.get("params")
    is_strict = not isinstance(params, dict) or params.get("unseen", "error") == "error"
    return ("missing", "unseen") if is_strict else ("missing",)
