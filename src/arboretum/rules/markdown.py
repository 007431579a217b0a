"""Rules as a table in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arboretum.rules.rule import Rule
from arboretum.rules.text import clipped, left_out
from arboretum.rules.words import ConditionFormat
from arboretum.tree.words.format import number_text
from arboretum.tree.words.tabulate import in_markdown

if TYPE_CHECKING:
    from arboretum.rules.rule_set import RuleSet

__all__ = ["to_markdown"]


def to_markdown(
    rules: RuleSet, max_rules: int | None, digits: int | None, show_missing: bool
) -> str:
    """Write a rule set; see :meth:`arboretum.rules.RuleSet.to_markdown`."""
    form = ConditionFormat(rules.schema, digits, show_missing=show_missing)
    shown = clipped(rules, max_rules)
    has_error = any(rule.expected_error is not None for rule in rules)
    measures = [*_measure_names(rules), *(["expected error"] if has_error else [])]
    heading = ["rule", "if", "then", *measures]
    rows = [
        [
            str(number),
            form.all_of(rule.conditions),
            rule.then_text(digits),
            *_measures(rule, has_error),
        ]
        for number, rule in enumerate(shown, start=1)
    ]
    if rules.default is not None:
        last = rules.default
        rows.append(["", "otherwise", last.then_text(digits), *_measures(last, has_error)])
    lines = in_markdown([heading, *rows], left=(1, 2))
    return "\n".join([*lines, *(["", *hidden] if (hidden := left_out(rules, shown)) else [])])


def _measure_names(rules: RuleSet) -> list[str]:
    if rules.schema.is_classification:
        return ["samples", "coverage", "confidence", "95 % interval", "lift"]
    return ["samples", "coverage", "sd"]


def _measures(rule: Rule, has_error: bool) -> list[str]:
    said = [number_text(rule.n_samples), f"{rule.coverage:.3f}"]
    if rule.confidence is None or rule.interval is None:
        said.append("" if rule.deviation is None else number_text(rule.deviation, 4))
    else:
        low, high = rule.interval
        said += [f"{rule.confidence:.3f}", f"{low:.3f} to {high:.3f}", f"{rule.lift:.2f}"]
    if has_error:
        error = rule.expected_error
        said.append("" if error is None else number_text(error, 3))
    return said
