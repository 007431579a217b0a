"""How much each feature contributed to a tree."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.tree import Tree

__all__ = ["impurity_importance"]


def impurity_importance(tree: Tree) -> npt.NDArray[np.float64]:
    """Share of each feature in the decrease of impurity over the whole tree.

    The decrease at a node is its weight times its impurity less the same for
    its children; it is credited to the feature the node asks about.  The
    shares add up to 1, or are all 0 for a tree without splits.  Features with
    many distinct values are favoured, as in scikit-learn.
    """
    inner = np.flatnonzero(~tree.is_leaf)
    mass = tree.weight * tree.impurity
    below = np.zeros(tree.n_nodes)
    np.add.at(below, tree.parent[1:], mass[1:])
    decrease = (mass - below)[inner]
    total = np.zeros(tree.schema.n_features)
    np.add.at(total, tree.splits.feature[inner], decrease)
    total = np.maximum(total, 0.0)  # a criterion without impurity may lose a little
    return np.asarray(total / total.sum()) if total.sum() > 0 else total
