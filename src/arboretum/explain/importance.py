"""How much each feature contributed to a tree."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.explain.improvement import improvements
from arboretum.tree import Tree

__all__ = ["impurity_importance", "surrogate_importance"]

FloatArray = npt.NDArray[np.float64]


def impurity_importance(tree: Tree) -> FloatArray:
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


def surrogate_importance(tree: Tree) -> FloatArray:
    """Improvement by each feature's own splits and by those it is a surrogate for.

    A surrogate is credited with the improvement of the split it stands for, as
    far as its adjusted agreement reaches: features that another one hides are
    seen.  These are the numbers of rpart's ``variable.importance``, not
    normalised; 0 for a feature that plays no part.
    """
    improve = improvements(tree)
    if tree.parts["criterion"]["name"] == "squared_error":
        improve = improve * tree.weight * tree.impurity  # a share of the deviance before
    inner = np.flatnonzero(~tree.is_leaf)
    total = np.zeros(tree.schema.n_features)
    np.add.at(total, tree.splits.feature[inner], improve[inner])
    kept = tree.surrogates
    if kept is not None:
        np.add.at(total, kept.splits.feature, improve[kept.node] * kept.adjusted)
    return total
