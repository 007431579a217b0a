"""A tree as plain lists and dicts: the document that is saved.

Only what cannot be computed is written: depths and children follow from the
parents, since nodes are in pre-order; where the values of a split start
follows from their counts.

==============  ===========================================================
field           holds
==============  ===========================================================
``format``      ``"arboretum-tree/2"``
``schema``      features (name, kind, categories; of dates and times also
                ``clock``: kind, unit, perhaps order; ``closed``: "left" where numbers
                are cut ``x < t`` or ``x >= t``, else ``x <= t``), targets (name, classes);
                ``combinations`` of features (name, weights: pairs of a
                feature and a number), only where there are some
``parts``       what the tree was grown by; for reading only
``loss``        rows true, columns predicted, or null
``reasons``     texts that ``nodes.stop_reason`` counts into
``nodes``       one list per column, one entry per node, in pre-order
``splits``      the same for the splits; null and 0 at a leaf.  A ``column`` is a
                feature, or behind the last of them a combination.  Thresholds of
                interval splits and branches of category splits (one per
                category, -1: not at the node) follow one another in the
                order of the nodes, ``value_count`` each.
                ``missing_branch`` -1: a sample without a value stays.
                ``digits`` are those that each threshold needs in words for every
                training sample to stay on its side, below 0 if it must be
                rounded up, 100 more if down; only where some are long
``runner_ups``  the same for the best split of the second-best feature
``competing``   the same for splits that lost and were kept, one entry per split,
                with its ``node``; only where some were
``p_values``    ``p`` of each node and its ``kind``, null where nothing was
                tested; only where something was
``surrogates``  the same for the questions that stand in, with their ``agreement``
                and ``adjusted`` agreement, whether branches are swapped
                (``is_reversed``), and whether they ``are_asked``; only where
                there are some
``models``      what nodes predict where that depends on the sample: the ``terms``
                of linear models, and for each node which of them it adds up
                (``n_terms`` each, one node after another) and within which
                bounds; only where nodes have models
``rows``        the training samples, one entry for each node where one ends: which
                ``row`` of the table it was, the ``node``, the ``share`` of it that
                ends there, what that weighs (``weight``), and its ``targets``:
                numbers, null where unknown, or positions of classes; by node, then
                row; only where the tree keeps them and they were asked for
==============  ===========================================================
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Category, Schema
from arboretum.exceptions import ParameterError
from arboretum.tree.node_splits import Surrogates
from arboretum.tree.split import KINDS, NOTHING, SplitTable

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = ["FORMAT", "plain", "plain_parts", "schema_to_dict", "to_dict"]

#: Name and version of the format; the version grows when readers must change.
FORMAT = "arboretum-tree/2"

_PLAIN = (str, int, bool, type(None))


def to_dict(tree: Tree, *, rows: bool = False) -> dict[str, Any]:
    """Everything except the recipe, as plain lists and dicts.

    The rows that the tree keeps are training data, and in it only if asked for.
    """
    document = {
        "format": FORMAT,
        "schema": schema_to_dict(tree.schema),
        "parts": dict(tree.parts),
        "loss": None if tree.loss is None else tree.loss.tolist(),
        "reasons": list(tree.reasons),
        "nodes": {
            "parent": [None, *tree.parent[1:].tolist()],
            **_lists(tree, "n_samples", "weight", "impurity", "value"),
            "stop_reason": [None if code < 0 else code for code in tree.stop_reason.tolist()],
            "tie": tree.tie.tolist(),
        },
        "splits": _splits(tree.schema, tree.splits, tree.score),
        "runner_ups": _splits(tree.schema, tree.runner_ups, tree.runner_up_score),
    }
    kept = tree.competing
    if kept is not None:
        document["competing"] = {
            "node": kept.node.tolist(),
            **_splits(tree.schema, kept.splits, kept.score),
        }
    tested = tree.p_values
    if tested is not None:
        document["p_values"] = {
            "p": [_score(p) for p in tested.p.tolist()],
            "kind": [tested.kind_name(node) for node in range(tree.n_nodes)],
        }
    if tree.surrogates is not None:
        document["surrogates"] = _surrogates(tree.schema, tree.surrogates)
    if tree.models is not None:
        document["models"] = tree.models.to_dict()
    if rows:
        document["rows"] = _rows(tree)
    return document


def _rows(tree: Tree) -> dict[str, Any]:
    kept = tree.rows
    if kept is None:
        raise ParameterError(
            "rows=True writes the rows that a tree keeps, and this one keeps none. Grow it with "
            "keep_rows=True, or add them: tree.with_rows(X, y)."
        )
    if tree.schema.is_classification:
        targets = kept.targets.astype(np.int64).tolist()
    else:
        targets = [[_score(number) for number in row] for row in kept.targets.tolist()]
    return {**_lists(kept, "row", "node", "share", "weight"), "targets": targets}


def schema_to_dict(schema: Schema) -> dict[str, Any]:
    """Names, kinds, categories and classes."""

    def listed(names: tuple[Category, ...] | None) -> list[Category] | None:
        return None if names is None else list(names)

    features: list[dict[str, Any]] = [
        {"name": one.name, "kind": one.kind, "categories": listed(one.categories)}
        for one in schema.features
    ]
    for one, described in zip(schema.features, features, strict=True):
        if one.clock is not None:
            described["clock"] = {
                name: said for name, said in asdict(one.clock).items() if said is not None
            }
        if one.closed == "left":
            described["closed"] = one.closed
    targets = [{"name": one.name, "classes": listed(one.classes)} for one in schema.targets]
    document: dict[str, Any] = {"features": features, "targets": targets}
    if schema.combinations:
        document["combinations"] = [
            {"name": one.name, "weights": [list(pair) for pair in one.weights]}
            for one in schema.combinations
        ]
    return document


def _surrogates(schema: Schema, surrogates: Surrogates) -> dict[str, Any]:
    return {
        **_lists(surrogates, "node"),
        **_questions(schema, surrogates.splits),
        **_lists(surrogates, "agreement", "adjusted", "is_reversed"),
        "are_asked": surrogates.are_asked,
    }


def _splits(schema: Schema, table: SplitTable, score: np.ndarray) -> dict[str, Any]:
    return {**_questions(schema, table), "score": [_score(number) for number in score.tolist()]}


def _questions(schema: Schema, table: SplitTable) -> dict[str, Any]:
    columns = table.column.tolist()
    kinds = table.kind.tolist()
    return {
        "column": [None if column == NOTHING else column for column in columns],
        "kind": [
            None if column == NOTHING else KINDS[kind]
            for column, kind in zip(columns, kinds, strict=True)
        ],
        **_lists(table, "arity", "missing_branch", "value_count"),
        "thresholds": _said(schema, table).tolist(),
        **_lists(table, "branches"),
        **({} if table.digits is None else _lists(table, "digits")),
    }


def _said(schema: Schema, table: SplitTable) -> npt.NDArray[np.float64]:
    """The thresholds as questions name them, not as routing compares with them."""
    if not schema.closed_left:
        return table.thresholds
    is_left = np.isin(table.column_of_thresholds, schema.closed_left)
    return np.where(is_left, np.nextafter(table.thresholds, np.inf), table.thresholds)


def _lists(holder: Any, *names: str) -> dict[str, list[Any]]:
    """Arrays that an object holds, as lists by name."""
    return {name: getattr(holder, name).tolist() for name in names}


def _score(number: float) -> float | str | None:
    """JSON has no infinity, yet the score of a perfect split may be infinite."""
    if math.isnan(number):
        return None
    return number if math.isfinite(number) else str(number)


class PlainParts(dict[str, Any]):
    """What a tree was grown by, made plain: what is made of that tree need not do so again."""


def plain_parts(parts: Mapping[str, Any]) -> PlainParts:
    """The same as values for JSON only; itself if it is that."""
    return parts if type(parts) is PlainParts else PlainParts(plain(parts))


def plain(value: Any) -> Any:
    """A value made of dict, list, str, finite numbers, bool and None only.

    It describes and is never turned back into what it came from: a function
    becomes its name, an infinite number its text.
    """
    kind = type(value)
    if kind in _PLAIN:  # most are, and small trees notice each further question
        return value
    if isinstance(value, (list, tuple)):
        return [item if type(item) in _PLAIN else plain(item) for item in value]
    if kind is float:
        return value if math.isfinite(value) else str(value)
    if kind is dict or isinstance(value, Mapping):  # the quick question first
        return {str(k): v if type(v) in _PLAIN else plain(v) for k, v in value.items()}
    if isinstance(value, str | bool | int):
        return value
    if isinstance(value, np.generic | np.ndarray):
        return plain(value.tolist())
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    return getattr(value, "__qualname__", None) or repr(value)
