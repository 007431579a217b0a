"""What a tree tells samples: by the values of its nodes, or by their models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from arboretum.tree import decision
from arboretum.tree.ends import Ends
from arboretum.tree.node_models import Columns, FloatArray, IntArray

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = ["answers", "answers_at", "decide", "tell", "values_at"]


def values_at(tree: Tree, columns: Columns, row: IntArray, node: IntArray) -> FloatArray:
    """The value that ``node[i]`` has for ``row[i]``: class weights, or numbers; (n, width)."""
    if tree.models is None:
        return tree.value[node]
    return tree.models.evaluate(columns, row, node)


def answers_at(tree: Tree, columns: Columns, row: IntArray, node: IntArray) -> npt.NDArray[Any]:
    """What ``node[i]`` would predict for ``row[i]``: class codes or numbers, (n, n_targets)."""
    if not tree.schema.is_classification:
        return values_at(tree, columns, row, node)
    if tree.models is None:
        return tree.decisions[node]
    return tree.classes_of(values_at(tree, columns, row, node))


def tell(tree: Tree, ends: Ends, columns: Columns = ()) -> FloatArray:
    """What samples that end so are told, (n, width): the shares of classes, or numbers.

    ``columns`` are theirs, which models read, if nodes have any; a sample that ends at several
    nodes is told the average.
    """
    if tree.models is None:
        is_classes = tree.schema.is_classification
        return ends.average(np.hstack(tree.probabilities) if is_classes else tree.value)
    told = _told_at(tree, columns, np.arange(len(ends.node)), ends.node)
    if len(ends.rows):
        rows = np.repeat(ends.rows, np.diff(ends.start))
        parts = _told_at(tree, columns, rows, ends.nodes) * ends.shares[:, None]
        told[ends.rows] = np.add.reduceat(parts, ends.start[:-1], axis=0)
    return told


def _told_at(tree: Tree, columns: Columns, row: IntArray, node: IntArray) -> FloatArray:
    values = values_at(tree, columns, row, node)
    if not tree.schema.is_classification:
        return values
    return np.hstack(decision.probabilities(tree.schema, values))


def decide(tree: Tree, ends: Ends, columns: Columns = ()) -> npt.NDArray[np.int32]:
    """Class code for each sample and target, (n_samples, n_targets)."""
    if tree.models is not None:
        return tree.classes_of(tell(tree, ends, columns))
    codes = tree.decisions.take(ends.node, axis=0)
    if len(ends.rows):
        shares = np.hstack(tree.probabilities)
        codes[ends.rows] = tree.classes_of(ends.average_of_rows(shares))
    return codes


def answers(tree: Tree, ends: Ends, columns: Columns = ()) -> npt.NDArray[Any]:
    """What samples that end so are predicted: class codes or numbers, (n, n_targets)."""
    if tree.schema.is_classification:
        return decide(tree, ends, columns)
    return tell(tree, ends, columns)
