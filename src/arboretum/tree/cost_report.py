"""What a tree costs to ask: each feature is paid for once per sample."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from arboretum.data.encode.weights import encode_weights
from arboretum.exceptions import ParameterError
from arboretum.tree import doors
from arboretum.tree.words.format import name_text, number_text
from arboretum.tree.words.tabulate import aligned

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = ["CostReport", "cost_report"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class CostReport:
    """What it costs to observe the features that a tree asks for.

    Attributes
    ----------
    expected : float
        Cost per sample, on average.
    best, worst : float
        The lowest and the highest cost of a sample.
    costs : dict
        What each feature costs that the tree asks for.
    shares : dict
        Share of the samples that pay for it.
    """

    expected: float
    best: float
    worst: float
    costs: dict[str, float]
    shares: dict[str, float]

    def __str__(self) -> str:
        head = (
            f"cost per sample: {number_text(self.expected)} expected, "
            f"{number_text(self.best)} at best, {number_text(self.worst)} at worst"
        )
        rows = [("feature", "cost", "paid by")]
        rows += [
            (name_text(name), number_text(cost), f"{self.shares[name]:.1%}")
            for name, cost in self.costs.items()
        ]
        return "\n".join([head, *(f"  {line}" for line in aligned(rows))])


def cost_report(
    tree: Tree,
    X: Any = None,
    *,
    sample_weight: Any = None,
    feature_costs: Mapping[str, float] | None = None,
) -> CostReport:
    """What asking for the features costs: expected, at best, at worst, feature by feature.

    Parameters
    ----------
    X, sample_weight : samples, and how much each counts; by default those of training.
        Each pays once for a feature, whether it has a value or not.
    feature_costs : mapping from feature name to cost
        In place of the costs that the tree was grown by; features not named cost 1.
    """
    tree.schema.refuse_combinations("the cost of a sample")
    costs = _costs_of(tree, feature_costs)
    if X is not None:
        return _of_samples(tree, costs, X, sample_weight)
    if sample_weight is not None:
        raise ParameterError("sample_weight weighs the samples of X. Pass X as well, or neither.")
    return _of_training(tree, costs)


def grown_costs(tree: Tree) -> FloatArray:
    """What each feature cost when the tree was grown; 1 where none was given."""
    costs = np.ones(tree.schema.n_features)
    for position, cost in tree.parts.get("feature_costs", {}).items():
        costs[int(position)] = cost
    return costs


def _costs_of(tree: Tree, given: Mapping[str, float] | None) -> FloatArray:
    """The cost of each feature: as given by name, as the tree was grown by, or 1."""
    if given is None:
        return grown_costs(tree)
    schema = tree.schema
    costs = np.ones(schema.n_features)
    for name, cost in given.items():
        if name not in schema.feature_index:
            raise ParameterError(
                f"feature_costs names {name!r}, which is not a feature. "
                f"The features are: {', '.join(schema.feature_names)}."
            )
        if not 0 <= cost < np.inf:
            raise ParameterError(
                f"feature_costs[{name!r}]={cost!r} must be a number of at least 0."
            )
        costs[schema.feature_index[name]] = cost
    return costs


def _of_training(tree: Tree, costs: FloatArray) -> CostReport:
    """By the training samples: the weight that reached each node."""
    feature = tree.splits.column
    pays = _asks_first(tree)
    price = np.where(pays, costs[feature], 0.0)
    cost = np.zeros(tree.n_nodes)  # of getting to each node
    for depth in range(1, tree.depth + 1):
        nodes = np.flatnonzero(tree.depths == depth)
        above = tree.parent[nodes]
        cost[nodes] = cost[above] + price[above]
    weight = tree.weight
    paid = _sums(feature[pays], weight[pays], len(costs))
    return _report(tree, costs, paid, cost[tree.is_leaf], weight[tree.is_leaf])


def _asks_first(tree: Tree) -> npt.NDArray[np.bool_]:
    """Whether a node asks for a feature that no node above it has asked for."""
    first = ~tree.is_leaf
    by_feature = np.argsort(tree.splits.column, kind="stable")
    starts = np.flatnonzero(np.diff(tree.splits.column[by_feature])) + 1
    for nodes in np.split(by_feature, starts):
        if not tree.is_leaf[nodes[0]]:
            # The nodes below one come right after it: below all of those before, where they end.
            ends = np.maximum.accumulate(tree.subtree_end[nodes])
            first[nodes[1:]] = nodes[1:] >= ends[:-1]
    return first


def _of_samples(tree: Tree, costs: FloatArray, X: Any, sample_weight: Any) -> CostReport:
    columns = doors.encode(tree, X)
    start, nodes = tree.decision_path(columns)
    n_samples = len(start) - 1
    weights, _ = encode_weights(sample_weight, n_samples)
    sample = np.repeat(np.arange(n_samples), np.diff(start))
    asked = ~tree.is_leaf[nodes]
    both = sample[asked] * len(costs) + tree.splits.column[nodes[asked]]
    sample, feature = np.divmod(np.unique(both), len(costs))
    cost = _sums(sample, costs[feature], n_samples)
    paid = _sums(feature, weights[sample], len(costs))
    return _report(tree, costs, paid, cost, weights)


def _sums(groups: npt.NDArray[np.integer], values: FloatArray, n_groups: int) -> FloatArray:
    return np.bincount(groups, weights=values, minlength=n_groups).astype(np.float64)


def _report(
    tree: Tree, costs: FloatArray, paid: FloatArray, cost: FloatArray, weight: FloatArray
) -> CostReport:
    """The report of samples, or leaves, of some cost and weight."""
    asked = np.unique(tree.splits.column[~tree.is_leaf]).tolist()
    names = tree.schema.feature_names
    # Divided last: sums of whole numbers are the same in any order, as machines add differently.
    total = weight.sum()
    return CostReport(
        expected=float(cost @ weight / total),
        best=float(cost.min()),
        worst=float(cost.max()),
        costs={names[feature]: float(costs[feature]) for feature in asked},
        shares={names[feature]: float(paid[feature] / total) for feature in asked},
    )
