"""Rules as files: JSON that is checked when read and whole when written.

===============  ==============================================================
field            holds
===============  ==============================================================
``format``       ``"arboretum-rules/1"``
``schema``       features (name, kind, categories), targets (name, classes)
``is_ordered``   whether the first rule that a sample meets decides alone
``refuses``      values that are refused: "missing", "unseen"
``loss``         rows true, columns predicted, or null
``origin``       ``n_samples``, ``weight`` and ``value`` of all training samples
``rules``        one object per rule
``default``      the rule of samples that meet no other, or null
``models``       equations, as in a saved tree; only where rules have some: the
                 rule of ``node`` i has the i-th
===============  ==============================================================

A rule has ``if``, a list of conditions, and ``value``, ``decision``,
``n_samples``, ``weight``, ``deviation``, ``node`` and ``expected_error``, and
where they say something ``smoothed``, ``region`` and ``vote``.  A condition
has its ``feature`` by position and, where they say something: ``above`` and
``up to`` for numbers, or ``from`` and ``below`` if the feature is ``closed`` on
the left (``none`` if no number passes), ``categories`` by position,
``missing``, ``spreads`` and ``stand_ins``.
"""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arboretum.data.read.whole_file import whole_file
from arboretum.exceptions import RuleFileError, TreeFileError
from arboretum.rules.condition import Condition
from arboretum.rules.rule import Rule
from arboretum.tree.file.json_file import as_json, parse_document, write_document
from arboretum.tree.file.to_dict import schema_to_dict

if TYPE_CHECKING:
    from arboretum.data.schema import Schema
    from arboretum.rules.rule_set import RuleSet

__all__ = ["BOUNDS", "FORMAT", "RULE_FIELDS", "dumps", "load", "loads", "save", "to_dict"]

#: Name and version of the format; the version grows when readers must change.
FORMAT = "arboretum-rules/1"
#: What the bounds of a condition are called: ``low < x <= high``, or ``low <= x < high``.
BOUNDS = {"right": ("above", "up to"), "left": ("from", "below")}
#: What is saved of a rule besides its conditions.
RULE_FIELDS = ("value", "decision", "n_samples", "weight", "deviation", "node", "expected_error")


def save(rules: RuleSet, path: str | os.PathLike[str]) -> None:
    """Write beside the file, then put it in place: a stop half-way changes nothing."""
    with whole_file(path) as file:
        file.write(dumps(rules))


def load(path: str | os.PathLike[str]) -> RuleSet:
    """Read saved rules; a damaged file raises :class:`RuleFileError` that names it."""
    data = Path(path).read_bytes()
    try:
        return loads(data)
    except RuleFileError as error:
        raise RuleFileError(f"{os.fspath(path)}: {error}") from error


def dumps(rules: RuleSet) -> bytes:
    """The document, one rule per line, numbers so that they read back bit for bit."""
    return write_document(to_dict(rules), _entry)


def _entry(key: str, value: Any) -> str:
    if key != "rules" or not value:
        return as_json(value)
    return "[\n" + ",\n".join(f"  {as_json(rule)}" for rule in value) + "\n]"


def loads(data: bytes) -> RuleSet:
    """The rules of a document."""
    from arboretum.rules.from_dict import from_dict

    try:
        document = parse_document(data)
    except TreeFileError as error:
        raise RuleFileError(str(error).replace("saved tree", "saved rule set")) from error
    return from_dict(document)


def to_dict(rules: RuleSet) -> dict[str, Any]:
    """The whole rule set."""
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
        "rules": [_rule(rule, rules.schema) for rule in rules],
        "default": None if rules.default is None else _rule(rules.default, rules.schema),
    }
    if rules.models is not None:
        document["models"] = rules.models.to_dict()
    return document


def _rule(rule: Rule, schema: Schema) -> dict[str, Any]:
    values = {name: getattr(rule, name) for name in RULE_FIELDS}
    plain = {name: list(it) if isinstance(it, tuple) else it for name, it in values.items()}
    if rule.smoothed:
        plain["smoothed"] = list(rule.smoothed)
    if rule.region_number is not None:
        plain["region"] = rule.region_number
    if rule.vote is not None:
        plain["vote"] = rule.vote
    return {"if": [_condition(condition, schema) for condition in rule.conditions], **plain}


def _condition(condition: Condition, schema: Schema) -> dict[str, Any]:
    document: dict[str, Any] = {"feature": condition.feature}
    if condition.codes is not None:
        document["categories"] = sorted(condition.codes)
    elif not condition.has_numbers:
        document["none"] = True
    else:
        feature = schema.columns[condition.feature]
        ends = zip(BOUNDS[feature.closed], (condition.low, condition.high), strict=True)
        document |= {name: float(feature.said(end)) for name, end in ends if math.isfinite(end)}
    document["missing"] = condition.missing
    if condition.spreads:
        document["spreads"] = [
            {"share": it.share, "categories": sorted(it.codes), "step": it.step}
            for it in condition.spreads
        ]
    if condition.stand_ins:
        document["stand_ins"] = [
            {"if": _condition(it.condition, schema), "categories": sorted(it.codes)}
            for it in condition.stand_ins
        ]
    return document
