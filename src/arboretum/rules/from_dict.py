"""Rules from the document that was saved, with nothing taken on trust."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

from arboretum.data.schema import Feature, Schema
from arboretum.exceptions import RuleFileError, TreeFileError
from arboretum.rules.condition import Condition, Spread, StandIn
from arboretum.rules.file import BOUNDS, FORMAT, RULE_FIELDS
from arboretum.rules.rule import Origin, Rule
from arboretum.rules.rule_set import RuleSet
from arboretum.tree import LinearModels
from arboretum.tree.file import checks
from arboretum.tree.file.check_models import check_models
from arboretum.tree.file.checks import fail
from arboretum.tree.file.from_dict import loss_from_list, schema_from_dict
from arboretum.tree.file.to_dict import FORMAT as TREE_FORMAT
from arboretum.tree.predict.prediction import value_width

__all__ = ["from_dict"]

_FIELDS = ("format", "schema", "is_ordered", "refuses", "loss", "origin", "rules", "default")
_EVERY_BOUND = {name for pair in BOUNDS.values() for name in pair}
_NUMERIC = ("feature", "missing", *_EVERY_BOUND, "none", "spreads", "stand_ins")
_NOMINAL = ("feature", "missing", "categories", "spreads", "stand_ins")
#: Surrogates of surrogates: one per feature at most, and rarely more than a handful.
_MOST_LEVELS = 50


def from_dict(document: Any) -> RuleSet:
    """Build the rule set, or raise :class:`RuleFileError` saying where the document is wrong."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        is_tree = isinstance(document, dict) and document.get("format") == TREE_FORMAT
        remedy = " It is a saved tree: read it by Tree, and take its rules()." if is_tree else ""
        raise RuleFileError(f"This is not a saved rule set: its format is not {FORMAT!r}.{remedy}")
    try:
        return _rule_set(document)
    except TreeFileError as error:  # the checks are those of trees, and speak of one
        raise RuleFileError(str(error).replace("saved tree", "saved rule set")) from None


def _rule_set(document: dict[str, Any]) -> RuleSet:
    checks.record("the top", document, (*_FIELDS, *(["models"] if "models" in document else [])))
    schema = schema_from_dict(document["schema"])
    origin = _origin(document["origin"], schema)
    models = _models(document.get("models"), schema)
    rules = tuple(
        _with_equation(f"rules[{i}]", _rule(f"rules[{i}]", rule, origin), models)
        for i, rule in enumerate(checks.items("rules", document["rules"]))
    )
    default = None if document["default"] is None else _rule("default", document["default"], origin)
    if default is not None and default.node is not None:
        default = _with_equation("default", default, models)
    return RuleSet(
        rules,
        origin,
        is_ordered=bool(checks.flags("is_ordered", [document["is_ordered"]], 1)[0]),
        default=default,
        loss=loss_from_list(document["loss"], schema),
        refuses=_refuses(document["refuses"]),
        models=models,
    )


def _models(value: Any, schema: Schema) -> LinearModels | None:
    if value is None:
        return None
    n_models = len(checks.items("models.intercept", checks.field("models", value, "intercept")))
    return check_models(value, n_models, schema)


def _with_equation(where: str, rule: Rule, models: LinearModels | None) -> Rule:
    """A rule with the equation of its node."""
    if models is None:
        return rule
    if rule.node is None or rule.node >= len(models):
        fail(f"{where}.node", "expected the number of an equation")
    return replace(rule, equation=models.equation(rule.node, rule.schema))


def _refuses(value: Any) -> tuple[str, ...]:
    if value not in ([], ["missing"], ["missing", "unseen"]):
        fail("refuses", "expected [], ['missing'] or ['missing', 'unseen']")
    return tuple(value)


def _origin(value: Any, schema: Schema) -> Origin:
    checks.record("origin", value, ("n_samples", "weight", "value"))
    n_samples, weight = (_amount(f"origin.{name}", value[name]) for name in ("n_samples", "weight"))
    return Origin(schema, n_samples, weight, _value("origin.value", value["value"], schema))


def _value(where: str, value: Any, schema: Schema) -> tuple[float, ...]:
    numbers = tuple(checks.numbers(where, value, value_width(schema)).tolist())
    if schema.is_classification and min(numbers) < 0:
        fail(where, "a class has a negative weight")
    return numbers


def _rule(where: str, value: Any, origin: Origin) -> Rule:
    given = value if isinstance(value, dict) else {}
    optional = [name for name in ("smoothed", "region", "vote") if name in given]
    checks.record(where, value, ("if", *RULE_FIELDS, *optional))
    smoothed = (
        _value(f"{where}.smoothed", value["smoothed"], origin.schema) if "smoothed" in given else ()
    )
    schema, node = origin.schema, value["node"]
    deviation, error = value["deviation"], value["expected_error"]
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
        None if error is None else _amount(f"{where}.expected_error", error),
        smoothed=smoothed,
        region_number=_region(f"{where}.region", value["region"]) if "region" in given else None,
        vote=_vote(f"{where}.vote", value["vote"], schema) if "vote" in given else None,
    )


def _vote(where: str, value: Any, schema: Schema) -> float:
    if schema.classes is None:
        fail(where, "only rules of one target with classes vote")
    return _amount(where, value)


def _region(where: str, value: Any) -> int:
    return int(checks.integers(where, [value], least=1)[0])


def _decision(where: str, value: Any, schema: Schema) -> tuple[int, ...]:
    if not schema.is_classification:
        checks.items(where, value, 0)
        return ()
    codes = checks.integers(where, value, len(schema.targets)).tolist()
    for code, target in zip(codes, schema.targets, strict=True):
        if code >= len(target.classes or ()):
            fail(where, f"target {target.name!r} has no class {code}")
    return tuple(codes)


# -- conditions: there may be a million, so each check is a few comparisons --------


def _condition(where: str, value: Any, schema: Schema, level: int = 0) -> Condition:
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
        low, high = _bounds(where, value, feature)
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


def _amount(where: str, value: Any) -> float:
    """A finite number not below 0."""
    if _number(where, value) < 0:
        fail(where, "expected a number not below 0")
    return float(value)


def _number(where: str, value: Any) -> float:
    is_number = type(value) is float or (type(value) is int and abs(value) < 2**63)
    if not is_number or not math.isfinite(value):
        fail(where, "expected a finite number")
    return float(value)


def _bounds(where: str, value: dict[str, Any], feature: Feature) -> tuple[float, float]:
    lower, upper = BOUNDS[feature.closed]
    for name in _EVERY_BOUND - {lower, upper}:
        if name in value:
            fail(f"{where}.{name}", f"the bounds of {feature.name!r} are {lower!r} and {upper!r}")
    if "none" in value:
        if value["none"] is not True or lower in value or upper in value:
            fail(f"{where}.none", "expected true, and no bounds")
        return math.inf, -math.inf
    low, high = -math.inf, math.inf
    if lower in value:
        low = feature.asked(_number(f"{where}.{lower}", value[lower]))
    if upper in value:
        high = feature.asked(_number(f"{where}.{upper}", value[upper]))
    if not low < high:
        fail(f"{where}.{lower}", f"expected less than {upper!r}")
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
        condition = _condition(f"{here}.if", it["if"], schema, level + 1)
        codes = _positions(f"{here}.categories", it["categories"], feature)
        found.append(StandIn(condition, codes))
    return tuple(found)
