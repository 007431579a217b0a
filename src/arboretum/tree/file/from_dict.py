"""A tree from the document that was saved, with nothing taken on trust."""

from __future__ import annotations

from collections.abc import Callable
from itertools import starmap
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from arboretum.data.clock import CLOCK_KINDS, ORDERS, UNITS, Clock
from arboretum.data.schema import Combination, Feature, Schema, Target
from arboretum.exceptions import TreeFileError
from arboretum.tree.file import checks
from arboretum.tree.file.check_models import check_models
from arboretum.tree.file.check_rows import check_rows
from arboretum.tree.file.check_splits import (
    check_competing,
    check_p_values,
    check_splits,
    check_surrogates,
)
from arboretum.tree.file.checks import fail
from arboretum.tree.file.to_dict import FORMAT
from arboretum.tree.predict.prediction import value_width
from arboretum.tree.split import SplitTable
from arboretum.tree.structure import children_of
from arboretum.tree.tree import Tree

__all__ = ["from_dict", "loss_from_list", "schema_from_dict"]

_FIELDS = ("format", "schema", "parts", "loss", "reasons", "nodes", "splits", "runner_ups")
_OPTIONAL_FIELDS = ("competing", "surrogates", "p_values", "models", "rows")
_NODE_FIELDS = ("parent", "n_samples", "weight", "impurity", "value", "stop_reason", "tie")

#: In the first format splits named features where they now name columns.
_FORMAT_1 = "arboretum-tree/1"
_TABLES = ("splits", "runner_ups", "competing", "surrogates")

T = TypeVar("T")

#: Descriptions of parts nest a few levels; far more is not a description.
_MOST_LEVELS = 20


def from_dict(document: Any) -> Tree:
    """Build the tree, or raise :class:`TreeFileError` saying where the document is wrong."""
    _check_format(document)
    document = _upgraded(document) if document["format"] == _FORMAT_1 else document
    present = [name for name in _OPTIONAL_FIELDS if name in document]
    checks.record("the top", document, (*_FIELDS, *present))
    schema = schema_from_dict(document["schema"])
    nodes = checks.record("nodes", document["nodes"], _NODE_FIELDS)
    parent = _parent(nodes["parent"])
    n_nodes = len(parent)
    splits, score = check_splits("splits", document["splits"], n_nodes, schema)
    runner_ups, runner_up_score = check_splits(
        "runner_ups", document["runner_ups"], n_nodes, schema
    )
    reasons = _reasons(document["reasons"])
    stop_reason = checks.integers(
        "nodes.stop_reason", nodes["stop_reason"], n_nodes, most=len(reasons) - 1, nullable=True
    )
    tie = checks.flags("nodes.tie", nodes["tie"], n_nodes)
    weight = _amounts("nodes.weight", nodes["weight"], n_nodes)
    _check_branches(parent, splits, stop_reason, runner_ups, tie)

    def optional(name: str, check: Callable[[Any, SplitTable, Schema], T]) -> T | None:
        return check(document[name], splits, schema) if name in present else None

    return Tree(
        schema=schema,
        parent=parent.astype(np.int32),
        n_samples=_amounts("nodes.n_samples", nodes["n_samples"], n_nodes),
        weight=weight,
        impurity=checks.numbers("nodes.impurity", nodes["impurity"], n_nodes),
        value=_value(nodes["value"], n_nodes, schema),
        splits=splits,
        score=score,
        tie=tie,
        runner_ups=runner_ups,
        runner_up_score=runner_up_score,
        stop_reason=stop_reason.astype(np.int16),
        reasons=reasons,
        parts=_parts(document["parts"]),
        loss=loss_from_list(document["loss"], schema),
        competing=optional("competing", check_competing),
        surrogates=optional("surrogates", check_surrogates),
        p_values=check_p_values(document["p_values"], n_nodes) if "p_values" in present else None,
        models=check_models(document["models"], n_nodes, schema) if "models" in present else None,
        rows=check_rows(document["rows"], parent, weight, schema) if "rows" in present else None,
    )


def _check_format(document: Any) -> None:
    if not isinstance(document, dict):
        raise TreeFileError("This is not a saved tree: it is not a JSON object.")
    found = document.get("format")
    if found in (FORMAT, _FORMAT_1):
        return
    family, version = FORMAT.split("/")
    if isinstance(found, str) and found.startswith(f"{family}/"):
        raise TreeFileError(
            f"The tree was saved in the format {found[:40]!r}; this arboretum reads up to version "
            f"{version}. Read it with a newer arboretum, or save it again with an older one."
        )
    raise TreeFileError(f"This is not a saved tree: its 'format' is not {FORMAT!r}.")


def _upgraded(document: dict[str, Any]) -> dict[str, Any]:
    """A document of the first format as one of the second; what is wrong in it stays wrong."""
    tables = {name: document[name] for name in _TABLES if isinstance(document.get(name), dict)}
    return document | {
        name: {"column" if key == "feature" else key: values for key, values in table.items()}
        for name, table in tables.items()
    }


def schema_from_dict(value: Any) -> Schema:
    """The schema of a document, checked."""
    has_more = isinstance(value, dict) and "combinations" in value
    checks.record("schema", value, ("features", "targets", *(["combinations"] if has_more else [])))
    features = tuple(starmap(_feature, checks.each("schema.features", value["features"])))
    targets = tuple(starmap(_target, checks.each("schema.targets", value["targets"])))
    given = checks.each("schema.combinations", value["combinations"]) if has_more else []
    combinations = tuple(_combination(where, item, features) for where, item in given)
    for where, named in (("schema.features", features), ("schema.targets", targets)):
        if len({column.name for column in named}) < len(named):
            fail(where, "two have the same name")
    if not targets:
        fail("schema.targets", "a tree predicts at least one target")
    if len({target.is_nominal for target in targets}) > 1:
        fail("schema.targets", "some targets have classes and some have not")
    return Schema(features, targets, combinations)


def _combination(where: str, value: Any, features: tuple[Feature, ...]) -> Combination:
    checks.record(where, value, ("name", "weights"))
    given = checks.items(f"{where}.weights", value["weights"])
    pairs = checks.rows(f"{where}.weights", given, len(given), 2)
    positions = [feature for feature, _ in given]
    asked = checks.integers(f"{where}.weights", positions, most=len(features) - 1)
    if len(set(asked.tolist())) < max(2, len(asked)):
        fail(f"{where}.weights", "expected two features or more, each once")
    for feature in asked.tolist():
        if features[feature].kind != "numeric":
            fail(f"{where}.weights", f"feature {features[feature].name!r} is not a number")
    weights = tuple(zip(asked.tolist(), pairs[:, 1].tolist(), strict=True))
    return Combination(checks.text(f"{where}.name", value["name"]), weights)


def _feature(where: str, value: Any) -> Feature:
    given = value if isinstance(value, dict) else {}
    has_clock = "clock" in given
    optional = [name for name in ("clock", "closed") if name in given]
    checks.record(where, value, ("name", "kind", "categories", *optional))
    name, kind = checks.text(f"{where}.name", value["name"]), value["kind"]
    if has_clock and kind != "numeric":
        fail(f"{where}.clock", "only a numeric feature has one")
    if given.get("closed", "left") != "left" or ("closed" in given and kind != "numeric"):
        fail(f"{where}.closed", "only a numeric feature has it, and only as 'left'")
    if kind == "numeric":
        if value["categories"] is not None:
            fail(f"{where}.categories", "a numeric feature has none")
        clock = _clock(f"{where}.clock", value["clock"]) if has_clock else None
        return Feature(name, "numeric", clock=clock, closed=given.get("closed", "right"))
    if kind == "ordered" or kind == "categorical":
        # None at all if training saw no value.
        categories = checks.category_list(f"{where}.categories", value["categories"], least=0)
        return Feature(name, kind, categories)
    fail(f"{where}.kind", "expected 'numeric', 'ordered' or 'categorical'")


def _clock(where: str, value: Any) -> Clock:
    has_order = isinstance(value, dict) and "order" in value
    checks.record(where, value, ("kind", "unit", *(["order"] if has_order else [])))
    kind, unit, order = value["kind"], value["unit"], value.get("order")
    if kind not in CLOCK_KINDS:
        fail(f"{where}.kind", f"expected one of {', '.join(CLOCK_KINDS)}")
    if unit not in UNITS[kind]:
        fail(f"{where}.unit", f"expected one of {', '.join(UNITS[kind])}")
    if has_order and order not in ORDERS:
        fail(f"{where}.order", f"expected one of {', '.join(ORDERS)}")
    return Clock(kind, unit, order)


def _target(where: str, value: Any) -> Target:
    checks.record(where, value, ("name", "classes"))
    name = checks.text(f"{where}.name", value["name"])
    if value["classes"] is None:
        return Target(name)
    return Target(name, checks.category_list(f"{where}.classes", value["classes"]))


def _parent(value: Any) -> npt.NDArray[np.int64]:
    """Parents in pre-order: each is the node before, or one of that node's ancestors."""
    parent = checks.integers("nodes.parent", value, nullable=True)
    if len(parent) == 0 or parent[0] != -1:
        fail("nodes.parent[0]", "expected null, the root")
    path: list[int] = [0]
    for node, above in enumerate(parent.tolist()[1:], start=1):
        while path and path[-1] != above:
            path.pop()
        if not path:
            fail(f"nodes.parent[{node}]", "the nodes are not in depth-first pre-order")
        path.append(node)
    return parent


def _check_branches(
    parent: npt.NDArray[np.int64],
    splits: SplitTable,
    stop_reason: npt.NDArray[np.int64],
    runner_ups: SplitTable,
    tie: npt.NDArray[np.bool_],
) -> None:
    """An inner node has one child per branch; a leaf has a reason and nothing else."""
    start, _ = children_of(parent.astype(np.int32))
    n_children = np.diff(start)
    for node in np.flatnonzero(n_children != splits.arity)[:1]:
        fail(f"splits.arity[{node}]", f"the node has {n_children[node]} children")
    is_leaf = ~splits.asks
    for node in np.flatnonzero((stop_reason >= 0) != is_leaf)[:1]:
        fail(f"nodes.stop_reason[{node}]", "a leaf has a reason, an inner node has none")
    checks.fail_first("runner_ups.column", is_leaf & runner_ups.asks, "a leaf has no runner-up")
    checks.fail_first("nodes.tie", is_leaf & tie, "a leaf has no tie")


def _reasons(value: Any) -> tuple[str, ...]:
    reasons = checks.items("reasons", value)
    checks.only("reasons", reasons, str)
    if len(reasons) > np.iinfo(np.int16).max:
        fail("reasons", "there are too many")
    return tuple(reasons)


def _amounts(where: str, value: Any, length: int) -> npt.NDArray[np.float64]:
    amounts = checks.numbers(where, value, length)
    checks.fail_first(where, amounts < 0, "expected a number that is not negative")
    return amounts


def _value(value: Any, n_nodes: int, schema: Schema) -> npt.NDArray[np.float64]:
    values = checks.rows("nodes.value", value, n_nodes, value_width(schema))
    if schema.is_classification and (values < 0).any():
        fail("nodes.value", "a class has a negative weight")
    return values


def _parts(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        fail("parts", f"expected an object, found {checks.kind_of(value)}")
    level: list[Any] = [value]
    for _ in range(_MOST_LEVELS):
        nested = [item for item in level if isinstance(item, dict | list)]
        level = [x for item in nested for x in (item.values() if isinstance(item, dict) else item)]
    if level:
        fail("parts", f"nested deeper than {_MOST_LEVELS} levels")
    return value


def loss_from_list(value: Any, schema: Schema) -> npt.NDArray[np.float64] | None:
    """The loss matrix of a document, checked; None for null."""
    if value is None:
        return None
    if schema.classes is None:
        fail("loss", "only a tree of one target with classes has a loss matrix")
    loss = checks.rows("loss", value, len(schema.classes), len(schema.classes))
    if (loss < 0).any():
        fail("loss", "a loss is negative")
    return loss
