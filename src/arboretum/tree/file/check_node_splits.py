"""Checks of the competitors and surrogates of a saved tree."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Schema
from arboretum.tree.file import checks
from arboretum.tree.file.check_splits import QUESTION_FIELDS, check_questions, check_splits
from arboretum.tree.file.checks import fail
from arboretum.tree.ranked_splits import RankedSplits
from arboretum.tree.split_table import PRESENCE, SplitTable
from arboretum.tree.surrogates import Surrogates

__all__ = ["check_competing", "check_surrogates"]

_SURROGATE_FIELDS = ("node", *QUESTION_FIELDS, "agreement", "adjusted", "is_reversed", "are_asked")


def check_competing(value: Any, splits: SplitTable, schema: Schema) -> RankedSplits:
    """The splits that lost and were kept."""
    if not isinstance(value, dict) or "node" not in value:
        fail("competing", "expected an object with the field 'node'")
    node = _nodes("competing", value["node"], splits)
    others = {name: column for name, column in value.items() if name != "node"}
    table, score = check_splits("competing", others, len(node), schema)
    _check_owners("competing", node, table, splits, "competitors")
    return RankedSplits(node.astype(np.int32), table, score)


def check_surrogates(value: Any, splits: SplitTable, schema: Schema) -> Surrogates:
    """The questions that stand in for those of nodes."""
    where = "surrogates"
    checks.record(where, value, _SURROGATE_FIELDS)
    node = _nodes(where, value["node"], splits)
    table = check_questions(where, value, len(node), schema)
    _check_owners(where, node, table, splits, "surrogates")
    for i in np.flatnonzero((table.arity != 2) | (splits.arity[node] != 2))[:1]:
        fail(f"{where}.arity[{i}]", "a surrogate and the split it stands in for have 2 branches")
    for i in np.flatnonzero(table.kind == PRESENCE)[:1]:
        fail(f"{where}.kind[{i}]", "a surrogate asks for a value")
    (are_asked,) = checks.flags(f"{where}.are_asked", [value["are_asked"]], 1)
    return Surrogates(
        node.astype(np.int32),
        table,
        checks.numbers(f"{where}.agreement", value["agreement"], len(node)),
        checks.numbers(f"{where}.adjusted", value["adjusted"], len(node)),
        checks.flags(f"{where}.is_reversed", value["is_reversed"], len(node)),
        bool(are_asked),
    )


def _nodes(where: str, value: Any, splits: SplitTable) -> npt.NDArray[np.int64]:
    return checks.integers(f"{where}.node", value, most=len(splits) - 1)


def _check_owners(
    where: str, node: npt.NDArray[np.int64], table: SplitTable, splits: SplitTable, what: str
) -> None:
    for i in np.flatnonzero(~splits.asks[node])[:1]:
        fail(f"{where}.node[{i}]", f"a leaf has no {what}")
    for i in np.flatnonzero(np.diff(node) < 0)[:1]:
        fail(f"{where}.node[{i + 1}]", "nodes must not descend")
    for i in np.flatnonzero(~table.asks)[:1]:
        fail(f"{where}.column[{i}]", "expected a column")
