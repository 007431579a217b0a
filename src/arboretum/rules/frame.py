"""Rules as columns: for data frames and CSV files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arboretum.rules.words import ConditionFormat
from arboretum.tree.words.tabulate import Backend, in_frame

if TYPE_CHECKING:
    from arboretum.rules.rule_set import RuleSet

__all__ = ["to_columns", "to_frame"]


def to_frame(rules: RuleSet, backend: Backend = "pandas") -> Any:
    """One row a rule, as a data frame."""
    return in_frame(to_columns(rules), backend)


def to_columns(rules: RuleSet) -> dict[str, list[Any]]:
    """Everything known about each rule, by name; the default rule comes last."""
    form = ConditionFormat(rules.schema, show_missing=True)
    every = [*rules.rules, *([] if rules.default is None else [rules.default])]
    columns: dict[str, list[Any]] = {
        "rule": list(range(1, len(every) + 1)),
        "conditions": [form.all_of(rule.conditions) for rule in every],
    }
    for k, target in enumerate(rules.schema.targets):
        answers = [rule.prediction for rule in every]
        columns[f"prediction of {target.name}"] = [
            answer[k] if isinstance(answer, list) else answer for answer in answers
        ]
    columns["n_samples"] = [rule.n_samples for rule in every]
    columns["coverage"] = [rule.coverage for rule in every]
    if rules.schema.is_classification:
        columns["confidence"] = [rule.confidence for rule in every]
        columns["low"], columns["high"] = (
            [rule.interval[side] if rule.interval else None for rule in every] for side in (0, 1)
        )
        columns["laplace"] = [rule.laplace for rule in every]
        columns["lift"] = [rule.lift for rule in every]
    else:
        columns["deviation"] = [rule.deviation for rule in every]
    if any(rule.expected_error is not None for rule in every):
        columns["expected error"] = [rule.expected_error for rule in every]
    columns["node"] = [rule.node for rule in every]
    return columns
