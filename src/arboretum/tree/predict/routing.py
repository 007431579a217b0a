"""Where samples go and end: the one routing of a whole tree, done by the native core."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data.read.kinds import refuse_infinity
from arboretum.exceptions import DataError
from arboretum.tree.models.node_models import Columns
from arboretum.tree.predict.threads import n_threads
from arboretum.tree.split import SPREADS

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = [
    "Columns",
    "Ends",
    "average_of_parts",
    "features_asked",
    "find_ends",
    "look_up",
    "make_predictor",
    "passes",
    "surrogate_arrays",
    "tree_arrays",
    "visited_nodes",
]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int32]

#: Bytes of a value that the walk itself looks up.
WIDTHS = (1, 8)


@dataclass(frozen=True, eq=False)
class Ends:
    """The nodes where samples end: most at one, some at several, with a share at each.

    Attributes
    ----------
    node : the node of each sample; of several that with the largest share, the first of equals.
    rows : samples that end at several nodes.
    start : ``rows[i]`` ends at ``nodes[start[i]:start[i + 1]]``, by the ``shares`` of the same
        positions, which add up to 1.
    """

    node: IntArray
    rows: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int32))
    start: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, dtype=np.int64))
    nodes: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int32))
    shares: FloatArray = field(default_factory=lambda: np.zeros(0))

    @classmethod
    def spread(
        cls,
        node: IntArray,
        rows: IntArray,
        start: npt.NDArray[np.int64],
        nodes: IntArray,
        shares: FloatArray,
    ) -> Ends:
        """Samples that end at ``node``, except some ``rows`` that end at several nodes."""
        largest = np.maximum.reduceat(shares, start[:-1])
        is_largest = np.flatnonzero(shares == np.repeat(largest, np.diff(start)))
        first = is_largest[np.searchsorted(is_largest, start[:-1])]
        node = node.copy()
        node[rows] = nodes[first]
        return cls(node, rows, start, nodes, shares)

    def parts(self) -> tuple[npt.NDArray[np.integer], IntArray, FloatArray]:
        """Every part of a sample: which sample, the node where it ends, and how much of it."""
        whole = np.delete(np.arange(len(self.node)), self.rows)
        row = np.concatenate([whole, np.repeat(self.rows, np.diff(self.start))])
        node = np.concatenate([self.node[whole], self.nodes])
        return row, node, np.concatenate([np.ones(len(whole)), self.shares])

    def average(self, values: FloatArray) -> FloatArray:
        """What each sample gets of the nodes where it ends, (n_nodes, k) -> (n_samples, k)."""
        found = values.take(self.node, axis=0)
        if len(self.rows):
            found[self.rows] = self.average_of_rows(values)
        return found

    def average_of_rows(self, values: FloatArray) -> FloatArray:
        """The same for ``rows`` alone."""
        return np.add.reduceat(values[self.nodes] * self.shares[:, None], self.start[:-1], axis=0)


def average_of_parts(values: npt.ArrayLike, shares: npt.ArrayLike) -> FloatArray:
    """What one sample gets of the nodes where it ends, (k, width) and (k,) -> (width,).

    Added up as for many samples, bit for bit: where classes differ by rounding
    alone, an explanation must not decide otherwise than the prediction.
    """
    parts = np.asarray(values) * np.asarray(shares)[:, None]
    return np.add.reduceat(parts, [0], axis=0)[0]


def make_predictor(tree: Tree) -> _core.Predictor:
    """The tree as the native core walks it: laid out once, for many calls; never saved."""
    splits = tree.splits
    return _core.Predictor(
        splits.column,
        splits.kind,
        splits.missing_branch,
        splits.value_start,
        splits.value_count,
        splits.thresholds,
        splits.branches,
        tree.child_start,
        tree.children_flat,
        len(tree.schema.columns),
        tree.weight,
        surrogate_arrays(tree),
    )


def features_asked(tree: Tree) -> frozenset[int]:
    """The features that a question or a surrogate is about."""
    tables = [tree.splits, *([] if tree.surrogates is None else [tree.surrogates.splits])]
    columns = {column for table in tables for column in table.column[table.asks].tolist()}
    return frozenset(one for column in columns for one in tree.schema.features_of(column))


def tree_arrays(tree: Tree) -> dict[str, npt.NDArray[Any]]:
    """The splits and the children of all nodes, as the native core reads them."""
    splits = {name: getattr(tree.splits, name) for name in tree.splits._types}
    return {**splits, "child_start": tree.child_start, "children": tree.children_flat}


def surrogate_arrays(tree: Tree) -> dict[str, npt.NDArray[Any]] | None:
    """What samples are asked that cannot answer, if they are asked anything."""
    found = tree.surrogates
    if found is None or not found.are_asked:
        return None
    splits = {one.name: getattr(found.splits, one.name) for one in fields(found.splits)}
    start = np.searchsorted(found.node, np.arange(tree.n_nodes + 1)).astype(np.int64)
    return {**splits, "start": start, "is_reversed": found.is_reversed}


def find_ends(tree: Tree, columns: Columns, n_jobs: int | None = 1) -> Ends:
    """The nodes where each row of encoded columns, or of a matrix of numbers, ends.

    An inner node if the row cannot answer it and stays there.
    """
    node = _walk(tree, columns, n_jobs)
    rows = _rows_that_spread(tree, node)
    if len(rows) == 0:
        return Ends(node)
    return Ends.spread(node, rows, *_parts(tree, columns, rows, node[rows], False, n_jobs))


def _rows_that_spread(tree: Tree, node: IntArray) -> IntArray:
    """Rows whose walk ended at a node that sends them down every branch."""
    if not tree.predictor.spreads:
        return np.zeros(0, dtype=np.int32)
    spreads = ~tree.is_leaf & (tree.splits.missing_branch == SPREADS)
    return np.flatnonzero(spreads[node]).astype(np.int32)


def _parts(
    tree: Tree,
    columns: Columns,
    rows: IntArray,
    starts: IntArray,
    keeps_all: bool,
    n_jobs: int | None,
) -> tuple[npt.NDArray[np.int64], IntArray, npt.NDArray[np.float64]]:
    predictor, threads = tree.predictor, n_threads(n_jobs, len(rows))
    columns = _with_combinations(tree, columns)
    if isinstance(columns, np.ndarray):
        return predictor.parts_of_matrix(columns, rows, starts, keeps_all, threads)
    return predictor.parts(columns, rows, starts, keeps_all, threads)


def _walk(tree: Tree, columns: Columns, n_jobs: int | None) -> IntArray:
    """The node where each row ends or would have to go down every branch."""
    columns = _with_combinations(tree, columns)
    if isinstance(columns, np.ndarray):
        threads = n_threads(n_jobs, len(columns))
        return _route_matrix(tree, columns, tree.predictor.leaves_of_matrix, threads)
    _require_columns(tree, len(columns))
    n_rows = len(columns[0]) if columns else 0
    return tree.predictor.leaves(columns, n_threads(n_jobs, n_rows))


def visited_nodes(
    tree: Tree, columns: Columns, n_jobs: int | None = 1
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """All nodes each row passes: row ``i`` has ``nodes[start[i]:start[i + 1]]``."""
    ends = _walk(tree, columns, n_jobs)
    start, nodes = tree.predictor.paths(ends, n_threads(n_jobs, len(ends)))
    rows = _rows_that_spread(tree, ends)
    if len(rows) == 0:
        return start, nodes
    of_rows, passed, _ = _parts(tree, columns, rows, np.zeros_like(rows), True, n_jobs)
    return _replaced(start, nodes, rows, of_rows, passed)


def _replaced(
    start: npt.NDArray[np.int64],
    nodes: IntArray,
    rows: IntArray,
    start_of_rows: npt.NDArray[np.int64],
    nodes_of_rows: IntArray,
) -> tuple[npt.NDArray[np.int64], IntArray]:
    """Lists of nodes, with other lists for some rows."""
    before = np.diff(start)
    after = before.copy()
    after[rows] = np.diff(start_of_rows)
    is_other = np.zeros(len(before), dtype=bool)
    is_other[rows] = True
    found = np.empty(after.sum(), dtype=np.int32)
    found[np.repeat(is_other, after)] = nodes_of_rows
    found[np.repeat(~is_other, after)] = nodes[np.repeat(~is_other, before)]
    return np.concatenate([[0], np.cumsum(after)]), found


def passes(tree: Tree, columns: Columns, node: int) -> npt.NDArray[np.bool_]:
    """Which rows pass a node on their way down, in whole or in part."""
    if tree.predictor.spreads:
        start, nodes = visited_nodes(tree, columns)
        return np.asarray(np.add.reduceat(nodes == node, start[:-1]), dtype=bool)
    ends_at = _walk(tree, columns, 1)
    return (ends_at >= node) & (ends_at < tree.subtree_end[node])


def look_up(
    tree: Tree, columns: Columns, values: npt.NDArray[Any], n_jobs: int | None = 1
) -> npt.NDArray[Any]:
    """What ``values`` has for the node where each row ends; no row may end at several."""
    columns = _with_combinations(tree, columns)
    width = values.itemsize
    if not isinstance(columns, np.ndarray) or width not in WIDTHS:
        return values.take(_walk(tree, columns, n_jobs))
    threads, bits = n_threads(n_jobs, len(columns)), values.view(f"u{width}")
    return _route_matrix(tree, columns, tree.predictor.values_of_matrix, bits, threads).view(
        values.dtype
    )


def _route_matrix(
    tree: Tree, matrix: npt.NDArray[np.floating], route: Callable[..., Any], *how: Any
) -> npt.NDArray[Any]:
    """What ``route(matrix, *how)`` finds, unless the matrix is refused."""
    _require_columns(tree, matrix.shape[1])
    found: npt.NDArray[Any] | None = route(matrix, *how)
    if found is None:
        for feature, column in zip(tree.schema.features, matrix.T, strict=True):
            refuse_infinity(f"column {feature.name!r}", column)
    assert found is not None
    return found


def _with_combinations(tree: Tree, columns: Columns) -> Columns:
    """What is asked about: the features, and behind them their combinations."""
    schema = tree.schema
    if not schema.combinations:
        return columns
    if not isinstance(columns, np.ndarray):
        return schema.all_columns(columns) if len(columns) == schema.n_features else columns
    for feature, values in zip(schema.features, columns.T, strict=True):
        refuse_infinity(f"column {feature.name!r}", values)
    return schema.all_columns([np.ascontiguousarray(values, np.float64) for values in columns.T])


def _require_columns(tree: Tree, n_columns: int) -> None:
    if n_columns != len(tree.schema.columns):
        raise DataError(
            f"The tree has {tree.schema.n_features} features, but got {n_columns} columns. "
            f"Encode the data with the schema of the tree."
        )
