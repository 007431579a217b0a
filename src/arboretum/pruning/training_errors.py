"""What the training samples say about each node, counted in samples."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum.criteria.impurity import row_sums
from arboretum.exceptions import UnsupportedCombination
from arboretum.pruning.base import Pruner
from arboretum.tree import Tree
from arboretum.tree.predict.decision import class_blocks

__all__ = ["TrainingErrors", "class_counts", "require_counts", "staying_values"]

FloatArray = npt.NDArray[np.float64]

#: Sums of fractions leave this much of a sample behind.
ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class TrainingErrors:
    """How many samples are at each node, and how many of them it gets wrong.

    Weights are counted in samples of mean weight.  A mistake counts 1; with a
    loss matrix the dearest mistake does, and others less.  Of several targets
    the mean is counted.

    Attributes
    ----------
    n, errors : of each node, were it a leaf
    n_staying, errors_staying : of the samples that can answer an inner node in
        no way and end there; 0 at a leaf
    """

    n: FloatArray
    errors: FloatArray
    n_staying: FloatArray
    errors_staying: FloatArray

    @classmethod
    def of(cls, tree: Tree, pruner: Pruner) -> TrainingErrors:
        """Read them off the values of the nodes."""
        require_counts(tree, pruner)
        staying, values = staying_values(tree)
        a_sample = tree.weight[0] / tree.n_samples[0]
        return cls(
            tree.weight / a_sample,
            _errors(tree, tree.value, tree.weight),
            staying / a_sample,
            _errors(tree, values, staying),
        )


def _errors(tree: Tree, values: FloatArray, weight: FloatArray) -> FloatArray:
    """How many samples the decision of each node gets wrong, where they have such values."""
    loss = tree.loss
    dearest = 1.0 if loss is None else float(loss.max(initial=0.0)) or 1.0
    errors = np.zeros(tree.n_nodes)
    for k, counts in enumerate(class_counts(tree, values, weight)):
        costs = 1.0 - np.eye(counts.shape[1]) if loss is None else loss / dearest
        errors += row_sums(counts * costs.T[tree.decisions[:, k]])
    return errors / len(tree.schema.targets)


def require_counts(tree: Tree, pruner: Pruner) -> None:
    """Refuse trees whose nodes do not tell how many samples of each class they hold."""
    if not tree.schema.is_classification:
        raise UnsupportedCombination(
            f"{type(pruner).__name__} counts the errors of classes, but the target is numeric. "
            "Use a pruner that knows numbers, such as 'cost_complexity' or 'reduced_error'."
        )
    if tree.models is not None:
        raise UnsupportedCombination(
            f"{type(pruner).__name__} counts what the classes of a node say, but the nodes of this "
            "tree hold models. Use 'cost_complexity' or 'reduced_error', which ask the models."
        )
    leaf = tree.leaf_model
    if not leaf.tells_errors:
        raise UnsupportedCombination(
            f"Leaves of leaf={leaf.name!r} do not tell how many samples they get wrong, which "
            f"{type(pruner).__name__} needs. Grow the tree with leaf='distribution'."
        )


def class_counts(tree: Tree, values: FloatArray, weight: FloatArray) -> list[FloatArray]:
    """Samples of each class, (n_nodes, n_classes) a target: the shares times the weight."""
    a_sample = tree.weight[0] / tree.n_samples[0]
    counts = []
    for block in class_blocks(tree.schema):
        classes = values[:, block]
        whole = row_sums(classes)
        scale = np.divide(weight / a_sample, whole, out=np.zeros_like(whole), where=whole > 0)
        counts.append(classes * scale[:, None])
    return counts


def staying_values(tree: Tree) -> tuple[FloatArray, FloatArray]:
    """Weight and value of the samples that end at each inner node."""
    weight, values = tree.weight.copy(), tree.value.copy()
    np.subtract.at(weight, tree.parent[1:], tree.weight[1:])
    np.subtract.at(values, tree.parent[1:], tree.value[1:])
    some = ~tree.is_leaf & (weight > ROUNDING * tree.weight)
    return np.where(some, weight, 0.0), np.where(some[:, None], np.maximum(values, 0.0), 0.0)
