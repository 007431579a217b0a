"""Rules from the document that was saved, with nothing taken on trust."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from arboretum.data.schema import Feature, Schema
from arboretum.exceptions import RuleFileError, TreeFileError
from arboretum.rules.condition import Condition, StandIn
from arboretum.rules.rule import Origin, Rule
from arboretum.rules.rule_set import RuleSet
from arboretum.rules.to_dict import FORMAT
from arboretum.tree import checks
from arboretum.tree.checks import fail
from arboretum.tree.decision import value_width
from arboretum.tree.from_dict import loss_from_list, schema_from_dict

__all__ = ["from_dict"]

_FIELDS = ("format", "schema", "is_ordered", "refuses", "loss", "origin", "rules", "default")
_RULE_FIELDS = ("if", "value", "decision", "n_samples", "weight", "deviation", "node")
_OPTIONAL = ("above", "up to", "none", "categories", "partial", "stand_ins")
#: Surrogates of surrogates: one a feature at most, and rarely more than a handful.
_MOST_LEVELS = 50


def from_dict(document: Any) -> RuleSet:
    """Build the rule set, or raise :class:`RuleFileError` saying where the document is wrong."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise RuleFileError(f"This is no saved rule set: its format is not {FORMAT!r}.")
    try:
        return _rule_set(document)
    except TreeFileError as error:  # the checks are those of trees, and speak of one
        raise RuleFileError(str(error).replace("saved tree", "saved rule set")) from None


def _rule_set(document: dict[str, Any]) -> RuleSet:
    checks.record("the top", document, _FIELDS)
    schema = schema_from_dict(document["schema"])
    origin = _origin(document["origin"], schema)
    rules = tuple(
        _rule(f"rules[{i}]", rule, origin)
        for i, rule in enumerate(checks.items("rules", document["rules"]))
    )
    default = document["default"]
    return RuleSet(
        rules,
        origin,
        is_ordered=bool(checks.flags("is_ordered", [document["is_ordered"]], 1)[0]),
        default=None if default is None else _rule("default", default, origin),
        loss=loss_from_list(document["loss"], schema),
        refuses=_refuses(document["refuses"]),
    )


def _refuses(value: Any) -> tuple[str, ...]:
    if value not in ([], ["missing"], ["missing", "unseen"]):
        fail("refuses", "expected [], ['missing'] or ['missing', 'unseen']")
    return tuple(value)


def _origin(value: Any, schema: Schema) -> Origin:
    checks.record("origin", value, ("n_samples", "weight", "value"))
    n_samples, weight = (_amount(f"origin.{name}", value[name]) for name in ("n_samples", "weight"))
    return Origin(schema, n_samples, weight, _value("origin.value", value["value"], schema))


def _amount(where: str, value: Any) -> float:
    amount = float(checks.numbers(where, [value])[0])
    if amount < 0:
        fail(where, "expected a number not below 0")
    return amount


def _value(where: str, value: Any, schema: Schema) -> tuple[float, ...]:
    numbers = checks.numbers(where, value, value_width(schema))
    if schema.is_classification and (numbers < 0).any():
        fail(where, "a class has a negative weight")
    return tuple(numbers.tolist())


def _rule(where: str, value: Any, origin: Origin) -> Rule:
    checks.record(where, value, _RULE_FIELDS)
    schema, deviation, node = origin.schema, value["deviation"], value["node"]
    conditions = checks.items(f"{where}.if", value["if"])
    return Rule(
        tuple(
            _condition(f"{where}.if[{i}]", condition, schema)
            for i, condition in enumerate(conditions)
        ),
        _value(f"{where}.value", value["value"], schema),
        _decision(f"{where}.decision", value["decision"], schema),
        _amount(f"{where}.n_samples", value["n_samples"]),
        _amount(f"{where}.weight", value["weight"]),
        origin,
        None if deviation is None else _amount(f"{where}.deviation", deviation),
        None if node is None else int(checks.integers(f"{where}.node", [node])[0]),
    )


def _decision(where: str, value: Any, schema: Schema) -> tuple[int, ...]:
    if not schema.is_classification:
        checks.items(where, value, 0)
        return ()
    codes = checks.integers(where, value, len(schema.targets)).tolist()
    for code, target in zip(codes, schema.targets, strict=True):
        if code >= len(target.classes or ()):
            fail(where, f"target {target.name!r} has no class {code}")
    return tuple(codes)


def _condition(where: str, value: Any, schema: Schema, level: int = 0) -> Condition:
    present = [name for name in _OPTIONAL if isinstance(value, dict) and name in value]
    checks.record(where, value, ("feature", "missing", *present))
    if level > _MOST_LEVELS:
        fail(where, f"nested deeper than {_MOST_LEVELS} levels")
    most = schema.n_features - 1
    index = int(checks.integers(f"{where}.feature", [value["feature"]], most=most)[0])
    feature = schema.features[index]
    numeric = {"above", "up to", "none"}
    allowed = numeric if feature.kind == "numeric" else {"categories", "partial"}
    for name in present:
        if name not in {*allowed, "stand_ins"}:
            fail(f"{where}.{name}", f"feature {feature.name!r} is {feature.kind}")
    low, high = _bounds(where, value)
    return Condition(
        index,
        low,
        high,
        None if feature.kind == "numeric" else _codes(where, value, feature),
        _share(f"{where}.missing", value["missing"], least=0.0),
        _partial(f"{where}.partial", value.get("partial", []), feature),
        tuple(
            _stand_in(f"{where}.stand_ins[{i}]", it, feature, schema, level)
            for i, it in enumerate(checks.items(f"{where}.stand_ins", value.get("stand_ins", [])))
        ),
    )


def _bounds(where: str, value: dict[str, Any]) -> tuple[float, float]:
    if "none" in value:
        if value["none"] is not True or "above" in value or "up to" in value:
            fail(f"{where}.none", "expected true, and no bounds")
        return math.inf, -math.inf
    found = [
        float(checks.numbers(f"{where}.{name}", [value.get(name, 0.0)])[0])
        for name in ("above", "up to")
    ]
    low = found[0] if "above" in value else -math.inf
    high = found[1] if "up to" in value else math.inf
    if not low < high:
        fail(f"{where}.above", "expected less than 'up to'")
    return low, high


def _codes(where: str, value: dict[str, Any], feature: Feature) -> frozenset[int]:
    if "categories" not in value:
        fail(where, "'categories' is missing")
    return _positions(f"{where}.categories", value["categories"], feature)


def _positions(where: str, value: Any, feature: Feature) -> frozenset[int]:
    if value == []:
        return frozenset()
    codes = checks.integers(where, value, most=feature.n_categories - 1)
    if (np.diff(codes) <= 0).any():
        fail(where, "expected positions that ascend")
    return frozenset(codes.tolist())


def _share(where: str, value: Any, least: float) -> float:
    share = float(checks.numbers(where, [value])[0])
    if not least <= share <= 1:
        fail(where, "expected a share from 0 to 1")
    return share


def _partial(where: str, value: Any, feature: Feature) -> tuple[tuple[int, float], ...]:
    pairs = [
        checks.items(f"{where}[{i}]", it, 2) for i, it in enumerate(checks.items(where, value))
    ]
    codes = sorted(_positions(where, [code for code, _ in pairs], feature))
    shares = [_share(f"{where}[{i}]", share, math.ulp(0.0)) for i, (_, share) in enumerate(pairs)]
    return tuple(zip(codes, shares, strict=True))


def _stand_in(where: str, value: Any, feature: Feature, schema: Schema, level: int) -> StandIn:
    checks.record(where, value, ("if", "categories"))
    condition = _condition(f"{where}.if", value["if"], schema, level + 1)
    if feature.kind == "numeric":
        checks.items(f"{where}.categories", value["categories"], 0)
        return StandIn(condition)
    return StandIn(condition, _positions(f"{where}.categories", value["categories"], feature))
