"""Checks of all splits of a saved tree: those asked, those that lost, those that stand in."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Feature, Schema
from arboretum.tree.file import checks
from arboretum.tree.file.checks import fail
from arboretum.tree.frozen import handed_over
from arboretum.tree.node_splits import P_KINDS, PValues, RankedSplits, Surrogates
from arboretum.tree.split import (
    ALL_DIGITS,
    CATEGORY,
    INTERVAL,
    KINDS,
    PRESENCE,
    ROUNDED_DOWN,
    SPREADS,
    STAYS,
    Split,
    SplitTable,
    columns_of_thresholds,
)

__all__ = ["check_competing", "check_p_values", "check_splits", "check_surrogates"]

#: What every table of splits has.
_QUESTION_FIELDS = tuple(name for name in SplitTable._types if name != "value_start")
_SURROGATE_FIELDS = ("node", *_QUESTION_FIELDS, "agreement", "adjusted", "is_reversed", "are_asked")


def check_splits(
    where: str, value: Any, n_nodes: int, schema: Schema
) -> tuple[SplitTable, npt.NDArray[np.float64]]:
    """The splits of all nodes and their scores."""
    checks.record(where, value, (*_QUESTION_FIELDS, *_digits_field(value), "score"))
    table = _check_questions(where, value, n_nodes, schema)
    score = checks.scores(f"{where}.score", value["score"], n_nodes)
    for node in np.flatnonzero(np.isnan(score) == table.asks)[:1]:
        fail(f"{where}.score[{node}]", "a node has a score if and only if it has a split")
    return table, score


def _check_questions(where: str, value: Any, n_nodes: int, schema: Schema) -> SplitTable:
    """The splits of an object that has all their fields, and perhaps others."""

    def whole(name: str, **bounds: Any) -> npt.NDArray[np.int64]:
        return checks.integers(f"{where}.{name}", value[name], n_nodes, **bounds)

    column = whole("column", most=len(schema.columns) - 1, nullable=True)
    kind = _kinds(f"{where}.kind", value["kind"], column)
    value_count = whole("value_count")
    thresholds = checks.numbers(f"{where}.thresholds", value["thresholds"])
    branches = checks.integers(f"{where}.branches", value["branches"], least=-1)
    for name, code, flat in (
        ("thresholds", INTERVAL, thresholds),
        ("branches", CATEGORY, branches),
    ):
        stated = int(value_count[kind == code].sum())
        if stated != len(flat):
            fail(f"{where}.{name}", f"the counts add up to {stated}, but there are {len(flat)}")
    if schema.closed_left:  # the file has what questions name
        is_left = np.isin(columns_of_thresholds(column, kind, value_count), schema.closed_left)
        thresholds = np.where(is_left, np.nextafter(thresholds, -np.inf), thresholds)
    table = SplitTable.packed(
        column,
        kind,
        whole("arity"),
        whole("missing_branch", least=SPREADS),
        value_count,
        thresholds,
        branches,
        _digits(where, value, len(thresholds)),
    )
    for node in np.flatnonzero(~_are_plain(table, schema)).tolist():
        _check_split(where, node, table, schema)
    return table


def _digits_field(value: Any) -> tuple[str, ...]:
    """The name of the one field that may be absent, if it is there."""
    return ("digits",) if isinstance(value, dict) and "digits" in value else ()


def _digits(where: str, value: Any, n_thresholds: int) -> npt.NDArray[np.int32] | None:
    if "digits" not in value:
        return None
    given = value["digits"]
    field, most = f"{where}.digits", ROUNDED_DOWN + ALL_DIGITS
    digits = checks.integers(field, given, n_thresholds, least=-ALL_DIGITS, most=most)
    kept = digits % ROUNDED_DOWN
    checks.fail_first(field, kept == 0, "a number has at least one")
    is_odd = (digits > 0) & (kept > ALL_DIGITS)
    checks.fail_first(field, is_odd, f"a number has at most {ALL_DIGITS}")
    return handed_over(digits.astype(np.int32))


def _kinds(where: str, value: Any, column: npt.NDArray[np.int64]) -> npt.NDArray[np.int8]:
    kinds = checks.items(where, value, len(column))
    checks.only(where, kinds, str, type(None))
    codes = {None: INTERVAL} | {name: code for code, name in enumerate(KINDS)}
    for node, (name, asked) in enumerate(zip(kinds, column.tolist(), strict=True)):
        if name not in codes:
            fail(f"{where}[{node}]", f"expected one of {', '.join(KINDS)}, or null")
        if (name is None) != (asked < 0):
            fail(f"{where}[{node}]", "a kind goes with a column, null with null")
    return np.array([codes[name] for name in kinds], dtype=np.int8)


def _are_plain(table: SplitTable, schema: Schema) -> npt.NDArray[np.bool_]:
    """Which rows are right beyond doubt: no split, or one threshold of a number.

    Nearly all rows of a large tree are; the others are looked at one by one.
    """
    is_numeric = np.array([column.kind == "numeric" for column in schema.columns] + [False])
    arity, missing, n_values = table.arity, table.missing_branch, table.value_count
    is_nothing = ~table.asks & (arity == 0) & (missing == STAYS) & (n_values == 0)
    is_cut = is_numeric[table.column] & (table.kind == INTERVAL) & (n_values == 1)
    return is_nothing | (is_cut & (arity == 2) & (missing < 2))


def _check_split(where: str, node: int, table: SplitTable, schema: Schema) -> None:
    split = table[node]
    if split is None:
        nothing = (table.arity[node], table.missing_branch[node], table.value_count[node])
        if nothing != (0, STAYS, 0):
            fail(f"{where}.arity[{node}]", "no split, yet it has branches or values")
        return
    feature = schema.columns[split.column]
    if split.arity < 2:
        fail(f"{where}.arity[{node}]", "a split has at least 2 branches")
    if split.missing_branch >= split.arity:
        fail(f"{where}.missing_branch[{node}]", f"the split has only {split.arity} branches")
    if split.kind == "interval":
        _check_interval(where, node, split, feature)
    elif split.kind == "category":
        _check_category(where, node, split, feature)
    elif split.arity != 2 or table.value_count[node] != 0:
        fail(f"{where}.arity[{node}]", "a presence split has 2 branches and no values")


def _check_interval(where: str, node: int, split: Split, feature: Feature) -> None:
    if feature.kind == "categorical":
        fail(f"{where}.kind[{node}]", f"feature {feature.name!r} has no order to cut")
    thresholds = np.array(split.thresholds)
    if len(thresholds) == 0 or (np.diff(thresholds) <= 0).any():
        fail(f"{where}.thresholds", f"those of node {node} are not ascending")
    if feature.kind == "ordered" and not 0 <= thresholds[0] <= thresholds[-1] < (
        feature.n_categories
    ):
        fail(f"{where}.thresholds", f"those of node {node} lie outside the categories")
    _check_arity(where, node, split, len(thresholds) + 1)


def _check_category(where: str, node: int, split: Split, feature: Feature) -> None:
    if feature.kind == "numeric":
        fail(f"{where}.kind[{node}]", f"feature {feature.name!r} has no categories")
    if len(split.branches) != feature.n_categories:
        fail(
            f"{where}.value_count[{node}]",
            f"feature {feature.name!r} has {feature.n_categories} categories",
        )
    taken = set(split.branches) - {-1}
    if taken != set(range(len(taken))):
        fail(f"{where}.branches", f"those of node {node} leave out a branch")
    _check_arity(where, node, split, len(taken))


def _check_arity(where: str, node: int, split: Split, n_known: int) -> None:
    """The branches of known values, and perhaps one more, last, for missing ones."""
    if split.arity == n_known:
        return
    if split.arity != n_known + 1 or split.missing_branch != n_known:
        fail(f"{where}.arity[{node}]", f"the values make {n_known} branches")


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
    checks.record(where, value, (*_SURROGATE_FIELDS, *_digits_field(value)))
    node = _nodes(where, value["node"], splits)
    table = _check_questions(where, value, len(node), schema)
    _check_owners(where, node, table, splits, "surrogates")
    checks.fail_first(
        f"{where}.arity",
        (table.arity != 2) | (splits.arity[node] != 2),
        "a surrogate and the split it stands in for have 2 branches",
    )
    checks.fail_first(f"{where}.kind", table.kind == PRESENCE, "a surrogate asks for a value")
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
    checks.fail_first(f"{where}.node", ~splits.asks[node], f"a leaf has no {what}")
    for i in np.flatnonzero(np.diff(node) < 0)[:1]:
        fail(f"{where}.node[{i + 1}]", "nodes must not descend")
    checks.fail_first(f"{where}.column", ~table.asks, "expected a column")


def check_p_values(value: Any, n_nodes: int) -> PValues:
    """The tests at the nodes, or :class:`TreeFileError` saying where they are wrong."""
    checks.record("p_values", value, ("p", "kind"))
    p = checks.scores("p_values.p", value["p"], n_nodes)
    names = checks.items("p_values.kind", value["kind"], n_nodes)
    checks.only("p_values.kind", names, str, type(None))
    for node, name in enumerate(names):
        if name is not None and name not in P_KINDS:
            fail(f"p_values.kind[{node}]", f"expected one of {', '.join(P_KINDS)}, or null")
    kind = np.array([-1 if name is None else P_KINDS.index(name) for name in names], dtype=np.int8)
    checks.fail_first(
        "p_values.kind", np.isnan(p) != (kind < 0), "a kind goes with a probability, null with null"
    )
    checks.fail_first("p_values.p", (p < 0) | (p > 1), "expected a probability, from 0 to 1")
    return PValues(p, kind)
