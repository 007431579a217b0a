"""Rules as plain lists and dicts: the document that is saved.

===============  ==============================================================
field            holds
===============  ==============================================================
``format``       ``"arboretum-rules/1"``
``schema``       features (name, kind, categories), targets (name, classes)
``is_ordered``   whether the first rule that a sample meets decides alone
``refuses``      values that are refused: "missing", "unseen"
``loss``         rows true, columns predicted, or null
``origin``       ``n_samples``, ``weight`` and ``value`` of all training samples
``rules``        one object a rule
``default``      the rule of samples that meet no other, or null
``models``       equations, as in a saved tree; only where rules have some: the
                 rule of ``node`` i has the i-th
===============  ==============================================================

A rule has ``if``, a list of conditions, and ``value``, ``decision``,
``n_samples``, ``weight``, ``deviation``, ``node`` and ``expected_error``.  A
condition has its ``feature`` by position and, where they say something:
``above`` and ``up to`` for numbers (``none`` if no number passes),
``categories`` by position, ``missing``, ``spreads`` and ``stand_ins``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from arboretum.rules.condition import Condition
from arboretum.rules.rule import Rule
from arboretum.tree.file.to_dict import schema_to_dict

if TYPE_CHECKING:
    from arboretum.rules.rule_set import RuleSet

__all__ = ["FORMAT", "to_dict"]

#: Name and version of the format; the version grows when readers must change.
FORMAT = "arboretum-rules/1"


def to_dict(rules: RuleSet) -> dict[str, Any]:
    """Everything a rule set is."""
    origin = rules.origin
    document = {
        "format": FORMAT,
        "schema": schema_to_dict(rules.schema),
        "is_ordered": rules.is_ordered,
        "refuses": list(rules.refuses),
        "loss": None if rules.loss is None else rules.loss.tolist(),
        "origin": {
            "n_samples": origin.n_samples,
            "weight": origin.weight,
            "value": list(origin.value),
        },
        "rules": [_rule(rule) for rule in rules],
        "default": None if rules.default is None else _rule(rules.default),
    }
    if rules.models is not None:
        document["models"] = rules.models.to_dict()
    return document


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "if": [_condition(condition) for condition in rule.conditions],
        "value": list(rule.value),
        "decision": list(rule.decision),
        "n_samples": rule.n_samples,
        "weight": rule.weight,
        "deviation": rule.deviation,
        "node": rule.node,
        "expected_error": rule.expected_error,
    }


def _condition(condition: Condition) -> dict[str, Any]:
    document: dict[str, Any] = {"feature": condition.feature}
    if condition.codes is not None:
        document["categories"] = sorted(condition.codes)
    elif not condition.has_numbers:
        document["none"] = True
    else:
        bounds = {"above": condition.low, "up to": condition.high}
        document |= {name: bound for name, bound in bounds.items() if math.isfinite(bound)}
    document["missing"] = condition.missing
    if condition.spreads:
        document["spreads"] = [
            {"share": it.share, "categories": sorted(it.codes), "step": it.step}
            for it in condition.spreads
        ]
    if condition.stand_ins:
        document["stand_ins"] = [
            {"if": _condition(it.condition), "categories": sorted(it.codes)}
            for it in condition.stand_ins
        ]
    return document
