"""What a tree predicts for samples: by the values of its nodes, or by their models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from arboretum.tree.models.node_models import Columns, FloatArray, IntArray
from arboretum.tree.predict import decision
from arboretum.tree.predict.ends import Ends

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = ["predict", "predict_at", "predict_classes", "predict_values", "shares_at", "values_at"]


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
    return np.hstack(decision.probabilities(tree.schema, values))


def predict_at(tree: Tree, columns: Columns, row: IntArray, node: IntArray) -> npt.NDArray[Any]:
    """What ``node[i]`` would predict for ``row[i]``: class codes or numbers, (n, n_targets)."""
    if not tree.schema.is_classification:
        return values_at(tree, columns, row, node)
    if tree.models is None:
        return tree.decisions[node]
    return tree.classes_of(values_at(tree, columns, row, node))


def predict_values(tree: Tree, ends: Ends, columns: Columns = ()) -> FloatArray:
    """What is predicted for samples that end so, (n, width): the shares of classes, or numbers.

    ``columns`` are theirs, which models read, if nodes have any; a sample that ends at several
    nodes gets the average.
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
    """Class codes or numbers of samples that end so, (n, n_targets)."""
    if tree.schema.is_classification:
        return predict_classes(tree, ends, columns)
    return predict_values(tree, ends, columns)
