"""Rules in words, one a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arboretum.exceptions import ParameterError
from arboretum.rules.rule import Rule
from arboretum.tree.words.format import number_text

if TYPE_CHECKING:
    from arboretum.rules.rule_set import RuleSet

__all__ = ["clipped", "evidence", "left_out", "to_text"]


def to_text(rules: RuleSet, max_rules: int | None, digits: int | None, show_missing: bool) -> str:
    """Write a rule set; see :meth:`arboretum.rules.RuleSet.to_text`."""
    shown = clipped(rules, max_rules)
    wide = len(str(len(shown)))
    lines = [
        f"{number:>{wide}}. {rule.to_text(digits, show_missing)}  ({evidence(rule)})"
        for number, rule in enumerate(shown, start=1)
    ]
    lines += left_out(rules, shown)
    if rules.default is not None:
        lines.append(f"otherwise {rules.default.then_text(digits)}  ({evidence(rules.default)})")
    return "\n".join(lines)


def clipped(rules: RuleSet, max_rules: int | None) -> tuple[Rule, ...]:
    """The rules that are shown."""
    if max_rules is not None and max_rules < 1:
        raise ParameterError(f"max_rules={max_rules} shows nothing. Use 1 or more, or None.")
    return rules.rules[:max_rules]


def left_out(rules: RuleSet, shown: tuple[Rule, ...]) -> list[str]:
    """A line that says how many rules are not shown, if some are not."""
    n_hidden = len(rules) - len(shown)
    return [f"… and {n_hidden} more rule{'s' if n_hidden > 1 else ''}"] if n_hidden else []


def evidence(rule: Rule) -> str:
    """How many samples a rule decides, and how surely."""
    said = [f"n={number_text(rule.n_samples)}"]
    if rule.confidence is not None:
        said.append(f"confidence {rule.confidence:.3f}")
    if rule.lift is not None:
        said.append(f"lift {rule.lift:.2f}")
    if rule.deviation is not None:
        said.append(f"sd {number_text(rule.deviation, 4)}")
    if rule.expected_error is not None:
        said.append(f"expected error {number_text(rule.expected_error, 3)}")
    return ", ".join(said)
