"""Rules from the document that was saved, with nothing taken on trust."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arboretum.data.schema import Schema
from arboretum.exceptions import RuleFileError, TreeFileError
from arboretum.rules.check_condition import check_amount, check_condition
from arboretum.rules.rule import Origin, Rule
from arboretum.rules.rule_set import RuleSet
from arboretum.rules.to_dict import FORMAT
from arboretum.tree import LinearModels
from arboretum.tree.file import checks
from arboretum.tree.file.check_models import check_models
from arboretum.tree.file.checks import fail
from arboretum.tree.file.from_dict import loss_from_list, schema_from_dict
from arboretum.tree.predict.decision import value_width

__all__ = ["from_dict"]

_FIELDS = ("format", "schema", "is_ordered", "refuses", "loss", "origin", "rules", "default")
_RULE_FIELDS = (
    "if",
    "value",
    "decision",
    "n_samples",
    "weight",
    "deviation",
    "node",
    "expected_error",
)


def from_dict(document: Any) -> RuleSet:
    """Build the rule set, or raise :class:`RuleFileError` saying where the document is wrong."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise RuleFileError(f"This is no saved rule set: its format is not {FORMAT!r}.")
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
    default = document["default"]
    return RuleSet(
        rules,
        origin,
        is_ordered=bool(checks.flags("is_ordered", [document["is_ordered"]], 1)[0]),
        default=None if default is None else _rule("default", default, origin),
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
    n_samples, weight = (
        check_amount(f"origin.{name}", value[name]) for name in ("n_samples", "weight")
    )
    return Origin(schema, n_samples, weight, _value("origin.value", value["value"], schema))


def _value(where: str, value: Any, schema: Schema) -> tuple[float, ...]:
    numbers = tuple(checks.numbers(where, value, value_width(schema)).tolist())
    if schema.is_classification and min(numbers) < 0:
        fail(where, "a class has a negative weight")
    return numbers


def _rule(where: str, value: Any, origin: Origin) -> Rule:
    checks.record(where, value, _RULE_FIELDS)
    schema, node = origin.schema, value["node"]
    deviation, error = value["deviation"], value["expected_error"]
    conditions = checks.items(f"{where}.if", value["if"])
    return Rule(
        tuple(
            check_condition(f"{where}.if[{i}]", condition, schema)
            for i, condition in enumerate(conditions)
        ),
        _value(f"{where}.value", value["value"], schema),
        _decision(f"{where}.decision", value["decision"], schema),
        check_amount(f"{where}.n_samples", value["n_samples"]),
        check_amount(f"{where}.weight", value["weight"]),
        origin,
        None if deviation is None else check_amount(f"{where}.deviation", deviation),
        None if node is None else int(checks.integers(f"{where}.node", [node])[0]),
        None if error is None else check_amount(f"{where}.expected_error", error),
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
