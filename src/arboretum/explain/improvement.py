"""How much better splits make things, in the units of R's rpart."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.tree import Tree
from arboretum.tree.cost_report import grown_costs

__all__ = ["improvements", "to_improvement"]

FloatArray = npt.NDArray[np.float64]


def improvements(tree: Tree) -> FloatArray:
    """What rpart calls ``improve`` of each node's split; NaN at a leaf."""
    improve = np.full(tree.n_nodes, np.nan)
    inner = np.flatnonzero(~tree.is_leaf)
    improve[inner] = to_improvement(tree, inner, tree.splits.column[inner], tree.score[inner])
    return improve


def to_improvement(
    tree: Tree, nodes: npt.NDArray[np.integer], features: npt.NDArray[np.integer], score: FloatArray
) -> FloatArray:
    """Scores of splits of some nodes as rpart measures them.

    For classes the weight of the node times the score; for the squared error
    the score as a share of the node's impurity; for counts the decrease of the
    deviance.  All are divided by what the feature costs.
    """
    if tree.criterion.is_variance:
        unit = 1.0 / tree.impurity[nodes]
    else:
        unit = tree.weight[nodes] * tree.criterion.inner.rpart_unit
    return np.asarray(score * unit / grown_costs(tree)[features])
