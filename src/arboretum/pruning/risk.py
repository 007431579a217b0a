"""Risk: what the training samples cost at each node, were it a leaf."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import UnsupportedCombination
from arboretum.growing.losses import target_weights
from arboretum.leaves import Majority, ShrunkenRate
from arboretum.leaves.shrunken_rate import prior_of
from arboretum.tree import Tree
from arboretum.tree.decision import class_blocks, decide

__all__ = ["RISKS", "Risk", "node_impurities", "node_risks"]

FloatArray = npt.NDArray[np.float64]
Risk = Literal["loss", "impurity"]


def node_risks(tree: Tree) -> FloatArray:
    """The risk of each node as a leaf.

    Classes: the weight of the samples that are decided wrongly, or their loss
    by the loss matrix, with priors where the leaves have them.  Numbers:
    weight times impurity, such as the sum of squared deviations from the mean, or
    the squared residuals of the models of the nodes.
    Labels that were grown as a vector are numbers, 0 or 1.
    """
    if tree.models is not None:
        return tree.models.risk
    leaf = tree.parts.get("leaf", {})
    if leaf.get("name") == Majority.name:
        raise UnsupportedCombination(
            "Leaves of leaf='majority' do not tell how many samples they get wrong, so their risk "
            "is not known. Grow the tree with leaf='distribution'."
        )
    if tree.schema.is_classification and target_weights(tree) is None:
        return _losses(tree)
    risk = node_impurities(tree)
    if leaf.get("name") == ShrunkenRate.name:
        risk = risk + _shrinking_cost(tree, **leaf["params"])
    return risk


def node_impurities(tree: Tree) -> FloatArray:
    """Weight times impurity of each node, by the criterion it was grown by."""
    return np.asarray(tree.weight * tree.impurity)


def _losses(tree: Tree) -> FloatArray:
    total = np.zeros(tree.n_nodes)
    codes = decide(tree.schema, tree.value, tree.loss)
    for k, block in enumerate(class_blocks(tree.schema)):
        classes = tree.value[:, block]
        loss = 1.0 - np.eye(classes.shape[1]) if tree.loss is None else tree.loss
        total += (classes * loss.T[codes[:, k]]).sum(axis=1)
    return total


def _shrinking_cost(tree: Tree, shrink: float, overall: float) -> FloatArray:
    """What predicting another rate than the node's own adds to half the deviance."""
    events, weight = prior_of(shrink, overall)
    rate = tree.value[:, 0]
    own = np.maximum(rate * (tree.weight + weight) - events, 0.0)  # events at the node
    expected = rate * tree.weight
    log_ratio = np.log(
        np.divide(own, expected, out=np.ones_like(own), where=(own > 0) & (expected > 0))
    )
    return np.asarray(own * log_ratio - own + expected)


#: What may be weighed against leaves.
RISKS: dict[Risk, Callable[[Tree], FloatArray]] = {
    "loss": node_risks,
    "impurity": node_impurities,
}
