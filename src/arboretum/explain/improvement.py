"""How much better splits make things, in the units of R's rpart."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.tree import Tree

__all__ = ["improvements", "to_improvement"]

FloatArray = npt.NDArray[np.float64]


def improvements(tree: Tree) -> FloatArray:
    """What rpart calls ``improve`` of each node's split; NaN at a leaf."""
    improve = np.full(tree.n_nodes, np.nan)
    inner = np.flatnonzero(~tree.is_leaf)
    improve[inner] = to_improvement(tree, inner, tree.splits.feature[inner], tree.score[inner])
    return improve


def to_improvement(
    tree: Tree, nodes: npt.NDArray[np.integer], features: npt.NDArray[np.integer], score: FloatArray
) -> FloatArray:
    """Scores of splits of some nodes as rpart measures them.

    For classes the weight of the node times the score; for the squared error
    the score as a share of the node's impurity; for counts the decrease of the
    deviance.  All are divided by what the feature costs.
    """
    if tree.parts["criterion"]["name"] == "squared_error":
        unit = 1.0 / tree.impurity[nodes]
    else:
        unit = tree.weight[nodes] * _units(tree.parts["criterion"])
    costs = np.ones(tree.schema.n_features)
    for feature, cost in tree.parts.get("feature_costs", {}).items():
        costs[int(feature)] = cost
    return np.asarray(score * unit / costs[features])


def _units(criterion: dict[str, Any]) -> float:
    """Units of rpart in one of a criterion."""
    inner = criterion["params"].get("criterion", criterion)
    if inner["name"] == "poisson":
        return 2.0  # the impurity is half the mean deviance
    if inner["name"] == "entropy":
        base = inner["params"]["base"]
        return 1.0 if base == "e" else math.log(base)  # rpart measures in nats
    return 1.0
