"""The training samples that a saved tree keeps, with nothing taken on trust."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Schema
from arboretum.tree.file import checks
from arboretum.tree.file.checks import fail
from arboretum.tree.kept_rows import KeptRows
from arboretum.tree.structure import subtree_ends

__all__ = ["check_rows"]

#: Parts of a sample, and weights of samples, add up except for rounding.
ROUNDING = 1e-6


def check_rows(
    value: Any, parent: npt.NDArray[np.integer], weight: npt.NDArray[np.float64], schema: Schema
) -> KeptRows:
    """The rows at the nodes, or :class:`TreeFileError` saying where they are wrong."""
    checks.record("rows", value, tuple(KeptRows._types))
    row = checks.integers("rows.row", value["row"])
    n = len(row)
    node = checks.integers("rows.node", value["node"], n, most=len(parent) - 1)
    share = checks.numbers("rows.share", value["share"], n)
    weights = checks.numbers("rows.weight", value["weight"], n)
    checks.fail_first("rows.share", (share <= 0) | (share > 1), "expected a share of a sample")
    checks.fail_first("rows.weight", weights < 0, "expected a number that is not negative")
    for i in np.flatnonzero(np.diff(node) < 0)[:1]:
        fail(f"rows.node[{i + 1}]", "nodes must not descend")
    for i in np.flatnonzero((np.diff(node) == 0) & (np.diff(row) <= 0))[:1]:
        fail(f"rows.row[{i + 1}]", "the rows of a node must ascend")
    kept = KeptRows(row, node, share, weights, _targets(value["targets"], n, schema))
    _check_whole(kept)
    _check_weights(kept, parent, weight)
    return kept


def _check_whole(kept: KeptRows) -> None:
    """A sample ends at one node, or by its parts at several."""
    rows, first, which = np.unique(kept.row, return_index=True, return_inverse=True)
    total = np.bincount(which, weights=kept.share)
    for i in np.flatnonzero(np.abs(total - 1.0) > ROUNDING)[:1]:
        fail(f"rows.share[{first[i]}]", f"the shares of row {rows[i]} add up to {total[i]:g}")


def _check_weights(
    kept: KeptRows, parent: npt.NDArray[np.integer], weight: npt.NDArray[np.float64]
) -> None:
    """What a node weighs are the samples that end there or below."""
    so_far = np.concatenate([[0.0], np.cumsum(kept.weight)])
    first = np.searchsorted(kept.node, np.arange(len(parent)))
    end = np.searchsorted(kept.node, subtree_ends(parent.astype(np.int32)))
    held = so_far[end] - so_far[first]
    for node in np.flatnonzero(np.abs(held - weight) > ROUNDING * weight[0])[:1]:
        fail("rows.weight", f"node {node} weighs {weight[node]:g}, its rows {held[node]:g}")


def _targets(value: Any, n: int, schema: Schema) -> npt.NDArray[np.float64]:
    where, width = "rows.targets", len(schema.targets)
    if not schema.is_classification:
        cells = checks.items(where, value, n)
        checks.only(where, cells, list)
        for i, of_row in enumerate(cells):
            if len(of_row) != width:
                fail(f"{where}[{i}]", f"expected {width} numbers, found {len(of_row)}")
        flat = [cell for of_row in cells for cell in of_row]
        numbers = checks.scores(where, flat, len(flat))
        checks.fail_first(where, np.isinf(numbers), "expected a finite number or null")
        return numbers.reshape(n, width)
    codes = checks.rows(where, value, n, width)
    most = np.array([len(target.classes or ()) - 1 for target in schema.targets])
    is_code = (codes == np.floor(codes)) & (codes >= 0) & (codes <= most)
    checks.fail_first(where, ~is_code.all(axis=1), "expected the position of a class")
    return codes
