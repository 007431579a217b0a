"""Checks of the conditions of saved rules against the features they are on.

There may be a million of them, so each check is a few comparisons.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

from arboretum.data.schema import Feature, Schema
from arboretum.rules.condition import Condition, Spread, StandIn
from arboretum.tree.file import checks
from arboretum.tree.file.checks import fail

__all__ = ["check_amount", "check_condition"]

_NUMERIC = ("feature", "missing", "above", "up to", "none", "spreads", "stand_ins")
_NOMINAL = ("feature", "missing", "categories", "spreads", "stand_ins")
#: Surrogates of surrogates: one a feature at most, and rarely more than a handful.
_MOST_LEVELS = 50


def check_condition(where: str, value: Any, schema: Schema, level: int = 0) -> Condition:
    """The condition of an object."""
    if level > _MOST_LEVELS:
        fail(where, f"nested deeper than {_MOST_LEVELS} levels")
    if type(value) is not dict:
        fail(where, f"expected an object, found {checks.kind_of(value)}")
    index = value.get("feature")
    if type(index) is not int or not 0 <= index < len(schema.columns):
        fail(f"{where}.feature", f"expected a whole number from 0 to {len(schema.columns) - 1}")
    feature = schema.columns[index]
    known = _NUMERIC if feature.kind == "numeric" else _NOMINAL
    for name in value:
        if name not in known:
            fail(
                where, f"{str(name)[:40]!r} says nothing about the {feature.kind} {feature.name!r}"
            )
    if type(value.get("missing")) is not bool:
        fail(f"{where}.missing", "expected true or false")
    low, high, codes = -math.inf, math.inf, None
    if feature.kind == "numeric":
        low, high = _bounds(where, value)
    else:
        codes = _positions(f"{where}.categories", value.get("categories"), feature)
    return Condition(
        index,
        low,
        high,
        codes,
        value["missing"],
        _spreads(f"{where}.spreads", value.get("spreads", []), feature),
        _stand_ins(f"{where}.stand_ins", value.get("stand_ins", []), feature, schema, level),
    )


def check_amount(where: str, value: Any) -> float:
    """A finite number not below 0."""
    if _number(where, value) < 0:
        fail(where, "expected a number not below 0")
    return float(value)


def _number(where: str, value: Any) -> float:
    is_number = type(value) is float or (type(value) is int and abs(value) < 2**63)
    if not is_number or not math.isfinite(value):
        fail(where, "expected a finite number")
    return float(value)


def _bounds(where: str, value: dict[str, Any]) -> tuple[float, float]:
    if "none" in value:
        if value["none"] is not True or "above" in value or "up to" in value:
            fail(f"{where}.none", "expected true, and no bounds")
        return math.inf, -math.inf
    low = _number(f"{where}.above", value["above"]) if "above" in value else -math.inf
    high = _number(f"{where}.up to", value["up to"]) if "up to" in value else math.inf
    if not low < high:
        fail(f"{where}.above", "expected less than 'up to'")
    return low, high


def _positions(where: str, value: Any, feature: Feature) -> frozenset[int]:
    """Categories by position."""
    positions = checks.items(where, value)
    if any(type(it) is not int or not 0 <= it < feature.n_categories for it in positions):
        fail(where, f"expected whole numbers from 0 to {feature.n_categories - 1}")
    if any(first >= second for first, second in pairwise(positions)):
        fail(where, "expected positions that ascend")
    return frozenset(positions)


def _spreads(where: str, value: Any, feature: Feature) -> tuple[Spread, ...]:
    found = []
    for i, it in enumerate(checks.items(where, value)):
        here = f"{where}[{i}]"
        checks.record(here, it, ("share", "categories", "step"))
        share, step = _number(f"{here}.share", it["share"]), it["step"]
        if not 0 < share < 1:
            fail(f"{here}.share", "expected a share between 0 and 1")
        if type(step) is not int or not 0 <= step < 2**31:
            fail(f"{here}.step", "expected a whole number from 0 up")
        found.append(
            Spread(share, _positions(f"{here}.categories", it["categories"], feature), step)
        )
    return tuple(found)


def _stand_ins(
    where: str, value: Any, feature: Feature, schema: Schema, level: int
) -> tuple[StandIn, ...]:
    found = []
    for i, it in enumerate(checks.items(where, value)):
        here = f"{where}[{i}]"
        checks.record(here, it, ("if", "categories"))
        condition = check_condition(f"{here}.if", it["if"], schema, level + 1)
        codes = _positions(f"{here}.categories", it["categories"], feature)
        found.append(StandIn(condition, codes))
    return tuple(found)
