"""Where samples go: the one routing of a whole tree, done by the native core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data.kinds import refuse_infinity
from arboretum.exceptions import DataError
from arboretum.tree.threads import n_threads

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = ["make_predictor", "route_to_leaves", "visited_nodes"]

#: One array a feature, or a matrix of numbers whose columns are the features.
Columns = Sequence[npt.NDArray[Any]] | npt.NDArray[np.floating]


def make_predictor(tree: Tree) -> _core.Predictor:
    """The tree as the native core walks it: checked and laid out once, for many calls."""
    splits = tree.splits
    return _core.Predictor(
        splits.feature,
        splits.kind,
        splits.missing_branch,
        splits.value_start,
        splits.value_count,
        splits.thresholds,
        splits.branches,
        tree.child_start,
        tree.children_flat,
        tree.schema.n_features,
    )


def route_to_leaves(tree: Tree, columns: Columns, n_jobs: int | None = 1) -> npt.NDArray[np.int32]:
    """The node where each row ends; an inner node if the row cannot answer it."""
    if isinstance(columns, np.ndarray):
        return _route_matrix(tree, columns, n_threads(n_jobs, len(columns)))
    _require_features(tree, len(columns))
    n_rows = len(columns[0]) if columns else 0
    return tree.predictor.leaves(columns, n_threads(n_jobs, n_rows))


def visited_nodes(
    tree: Tree, columns: Columns, n_jobs: int | None = 1
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """All nodes each row passes: row ``i`` has ``nodes[start[i]:start[i + 1]]``."""
    leaves = route_to_leaves(tree, columns, n_jobs)
    return tree.predictor.paths(leaves, n_threads(n_jobs, len(leaves)))


def _route_matrix(
    tree: Tree, matrix: npt.NDArray[np.floating], threads: int
) -> npt.NDArray[np.int32]:
    _require_features(tree, matrix.shape[1])
    leaves = tree.predictor.leaves_of_matrix(matrix, threads)
    if leaves is None:
        for feature, column in zip(tree.schema.features, matrix.T, strict=True):
            refuse_infinity(f"column {feature.name!r}", column)
    assert leaves is not None
    return leaves


def _require_features(tree: Tree, n_columns: int) -> None:
    if n_columns != tree.schema.n_features:
        raise DataError(
            f"The tree knows {tree.schema.n_features} features, but {n_columns} columns came. "
            f"Encode the data with the tree's own schema."
        )
