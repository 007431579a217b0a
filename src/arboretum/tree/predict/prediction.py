"""What a tree predicts for samples: by the values of its nodes, or by their models.

The value of a node that predicts classes holds one weight per class; the classes
of several targets follow one another in blocks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Schema
from arboretum.tree.models.node_models import Columns, FloatArray, IntArray
from arboretum.tree.predict.routing import Ends

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = [
    "class_blocks",
    "decide",
    "expected_loss",
    "label_shares",
    "predict",
    "predict_at",
    "predict_classes",
    "predict_values",
    "probabilities",
    "shares_at",
    "value_width",
    "values_at",
]


def class_blocks(schema: Schema) -> list[slice]:
    """Where the classes of each nominal target stand in a value."""
    ends = np.cumsum([len(target.classes or ()) for target in schema.targets]).tolist()
    return [slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]


def value_width(schema: Schema) -> int:
    """Length of the value of a node: one number per class, or one per numeric target."""
    if schema.is_classification:
        return sum(len(target.classes or ()) for target in schema.targets)
    return len(schema.targets)


def probabilities(schema: Schema, values: FloatArray) -> list[FloatArray]:
    """Class weights (n, width) as shares, one array per target; even shares without any weight."""
    shares = []
    for block in class_blocks(schema):
        weights = values[:, block]
        total = weights.sum(axis=1, keepdims=True)
        even = np.full_like(weights, 1.0 / max(1, weights.shape[1]))
        shares.append(np.divide(weights, total, out=even, where=total > 0))
    return shares


def label_shares(values: FloatArray) -> FloatArray:
    """The share that has each label, (n, 2 n_labels) -> (n, n_labels); 0 without any weight."""
    without, there = values[:, ::2], values[:, 1::2]
    total = without + there
    return np.divide(there, total, out=np.zeros_like(there), where=total > 0)


def decide(schema: Schema, values: FloatArray, loss: FloatArray | None) -> npt.NDArray[np.int32]:
    """The class code of each value and target, (n, width) -> (n, n_targets).

    The heaviest class or, with a loss matrix, the one of least expected loss;
    of equal ones the first.
    """
    codes = np.zeros((len(values), len(schema.targets)), dtype=np.int32)
    for k, block in enumerate(class_blocks(schema)):
        weights = values[:, block]
        if block.stop > block.start:
            best = weights.argmax(axis=1) if loss is None else (weights @ loss).argmin(axis=1)
            codes[:, k] = best
    return codes


def expected_loss(
    tree: Tree, nodes: IntArray, values: FloatArray, weight: FloatArray
) -> FloatArray:
    """What the decisions of some nodes cost samples of such weight, summed over targets.

    The samples have the classes in the proportions of ``values``, (n, width).  Without a loss
    matrix a mistake costs its weight.
    """
    codes = tree.decisions[nodes]
    total = np.zeros(len(nodes))
    rows = np.arange(len(nodes))
    for k, block in enumerate(class_blocks(tree.schema)):
        classes = values[:, block]
        whole = classes.sum(axis=1)
        # Subtracting before scaling keeps whole numbers whole if a value adds up to the weight.
        wrong = (
            whole - classes[rows, codes[:, k]]
            if tree.loss is None
            else (classes * tree.loss.T[codes[:, k]]).sum(axis=1)
        )
        total += wrong * np.divide(weight, whole, out=np.zeros_like(whole), where=whole > 0)
    return total


def values_at(tree: Tree, columns: Columns, row: IntArray, node: IntArray) -> FloatArray:
    """The value that ``node[i]`` has for ``row[i]``: class weights, or numbers; (n, width)."""
    if tree.models is None:
        return tree.value[node]
    return tree.models.evaluate(columns, row, node)


def shares_at(tree: Tree, columns: Columns, row: IntArray, node: IntArray) -> FloatArray:
    """The same with the shares of classes instead of their weights."""
    if tree.models is None:
        return tree.shares[node]
    values = tree.models.evaluate(columns, row, node)
    if not tree.schema.is_classification:
        return values
    return np.hstack(probabilities(tree.schema, values))


def predict_at(tree: Tree, columns: Columns, row: IntArray, node: IntArray) -> npt.NDArray[Any]:
    """What ``node[i]`` would predict for ``row[i]``: class codes or numbers, (n, n_targets)."""
    if not tree.schema.is_classification:
        return values_at(tree, columns, row, node)
    if tree.models is None:
        return tree.decisions[node]
    return tree.classes_of(values_at(tree, columns, row, node))


def predict_values(tree: Tree, ends: Ends, columns: Columns = ()) -> FloatArray:
    """What is predicted for samples by where they end, (n, width): shares of classes, or numbers.

    Models of nodes, if there are any, read ``columns``; a sample that ends at several nodes gets
    the average.
    """
    if tree.models is None:
        return ends.average(tree.shares)
    predicted = shares_at(tree, columns, np.arange(len(ends.node)), ends.node)
    if len(ends.rows):
        rows = np.repeat(ends.rows, np.diff(ends.start))
        parts = shares_at(tree, columns, rows, ends.nodes) * ends.shares[:, None]
        predicted[ends.rows] = np.add.reduceat(parts, ends.start[:-1], axis=0)
    return predicted


def predict_classes(tree: Tree, ends: Ends, columns: Columns = ()) -> npt.NDArray[np.int32]:
    """Class code for each sample and target, (n_samples, n_targets)."""
    if tree.models is not None:
        return tree.classes_of(predict_values(tree, ends, columns))
    codes = tree.decisions.take(ends.node, axis=0)
    if len(ends.rows):
        codes[ends.rows] = tree.classes_of(ends.average_of_rows(tree.shares))
    return codes


def predict(tree: Tree, ends: Ends, columns: Columns = ()) -> npt.NDArray[Any]:
    """Class codes or numbers of samples by where they end, (n, n_targets)."""
    if tree.schema.is_classification:
        return predict_classes(tree, ends, columns)
    return predict_values(tree, ends, columns)
