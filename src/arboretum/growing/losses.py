"""What the nodes of a tree say, and what that costs, for trees of many targets."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.criteria import VectorVariance
from arboretum.tree import Tree
from arboretum.tree.decision import label_shares
from arboretum.tree.ends import Ends
from arboretum.tree.node_models import Columns

__all__ = ["said_by_nodes", "said_to", "target_weights", "vector_losses"]

FloatArray = npt.NDArray[np.float64]


def target_weights(tree: Tree) -> FloatArray | None:
    """How much each target counts in the squared error that a tree was grown by; else None."""
    criterion = tree.parts.get("criterion", {})
    if criterion.get("name") != VectorVariance.name:
        return None
    return np.array(criterion["params"]["weights"], dtype=np.float64)


def said_by_nodes(tree: Tree) -> npt.NDArray[Any]:
    """What each node says of each target, in the unit in which it is judged.

    Class codes; numbers; or, of labels that were grown as a vector, the share that has each.
    """
    if not tree.schema.is_classification:
        return tree.value
    return tree.decisions if target_weights(tree) is None else label_shares(tree.value)


def said_to(tree: Tree, ends: Ends, columns: Columns = ()) -> npt.NDArray[Any]:
    """What samples are told that end at one node or at several, as :func:`said_by_nodes`.

    ``columns`` are theirs, which models read, if nodes have any.
    """
    if tree.models is not None:
        return tree.predict(ends, columns)
    if tree.schema.is_classification and target_weights(tree) is None:
        return tree.predict_classes(ends)
    return ends.average(said_by_nodes(tree))


def vector_losses(truth: Any, said: FloatArray, weights: FloatArray) -> FloatArray:
    """Squared errors, by the weights of the targets; cells that are not known cost nothing."""
    away = np.asarray(truth, dtype=np.float64) - said
    return np.nansum(away * away * weights, axis=1)
