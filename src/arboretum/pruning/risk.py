"""Risk: what the training samples cost at each node as a leaf."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import UnsupportedCombination
from arboretum.growing.losses import loss_of
from arboretum.tree import Tree
from arboretum.tree.predict.prediction import class_blocks

__all__ = ["RISKS", "Risk", "node_impurities", "node_risks"]

FloatArray = npt.NDArray[np.float64]
Risk = Literal["loss", "impurity"]


def node_risks(tree: Tree) -> FloatArray:
    """The risk of each node as a leaf.

    Classes: the weight of the samples that are decided wrongly, or their loss
    by the loss matrix, with priors where the leaves have them.  Numbers: what
    ``growing.losses.loss_of`` makes of the samples, such as the sum of squared
    deviations from the mean, or the squared residuals of the models of the nodes.
    Labels that were grown as a vector are numbers, 0 or 1.
    """
    if tree.models is not None:
        return tree.models.risk
    leaf = tree.leaf_model
    if not leaf.tells_errors:
        raise UnsupportedCombination(
            f"Leaves of leaf={leaf.name!r} do not say how many samples they get wrong, so their "
            "risk is unknown. Grow the tree with leaf='distribution'."
        )
    if tree.schema.is_classification and not loss_of(tree).takes_shares:
        return _losses(tree)
    risk = tree.weight * tree.criterion.mean_loss(tree.impurity)
    return np.asarray(risk + leaf.added_risk(tree.value, tree.weight))


def node_impurities(tree: Tree) -> FloatArray:
    """Weight times impurity of each node, by the criterion it was grown by."""
    return np.asarray(tree.weight * tree.impurity)


def _losses(tree: Tree) -> FloatArray:
    total = np.zeros(tree.n_nodes)
    codes = tree.decisions
    for k, block in enumerate(class_blocks(tree.schema)):
        classes = tree.value[:, block]
        loss = 1.0 - np.eye(classes.shape[1]) if tree.loss is None else tree.loss
        total += (classes * loss.T[codes[:, k]]).sum(axis=1)
    return total


#: What may be weighed against leaves.
RISKS: dict[Risk, Callable[[Tree], FloatArray]] = {
    "loss": node_risks,
    "impurity": node_impurities,
}
