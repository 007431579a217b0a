"""Where samples go: the one routing of a whole tree, done by the native core."""

from __future__ import annotations

import os
from collections.abc import Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.exceptions import DataError, ParameterError

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = ["n_threads", "route_to_leaves", "visited_nodes"]

Columns = Sequence[npt.NDArray[Any]]


def route_to_leaves(tree: Tree, columns: Columns, n_jobs: int | None = 1) -> npt.NDArray[np.int32]:
    """The node where each row ends; an inner node if the row cannot answer it."""
    return _core.leaves(**_arguments(tree, columns), n_threads=n_threads(n_jobs))


def visited_nodes(
    tree: Tree, columns: Columns, n_jobs: int | None = 1
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """All nodes each row passes: row ``i`` has ``nodes[start[i]:start[i + 1]]``."""
    return _core.paths(**_arguments(tree, columns), n_threads=n_threads(n_jobs))


def n_threads(n_jobs: int | None) -> int:
    """Threads meant by scikit-learn's ``n_jobs``: None is 1, -1 all cores, -2 all but one."""
    if n_jobs is None:
        return 1
    if not isinstance(n_jobs, Integral) or isinstance(n_jobs, bool) or n_jobs == 0:
        raise ParameterError(
            f"n_jobs={n_jobs!r} has no meaning. Use 1 for one thread, 2 for two, -1 for all cores."
        )
    return int(n_jobs) if n_jobs > 0 else max(1, (os.cpu_count() or 1) + 1 + int(n_jobs))


def _arguments(tree: Tree, columns: Columns) -> dict[str, Any]:
    if len(columns) != tree.schema.n_features:
        raise DataError(
            f"The tree knows {tree.schema.n_features} features, but {len(columns)} columns came. "
            f"Encode the data with the tree's own schema."
        )
    splits = tree.splits
    return {
        "columns": list(columns),
        "feature": splits.feature,
        "kind": splits.kind,
        "missing_branch": splits.missing_branch,
        "value_start": splits.value_start,
        "value_count": splits.value_count,
        "thresholds": splits.thresholds,
        "branches": splits.branches,
        "child_start": tree.child_start,
        "children": tree.children_flat,
    }
