"""Rule sets written out: in words, one rule per line, as a table in Markdown, as columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arboretum.exceptions import ParameterError
from arboretum.rules.rule import Rule
from arboretum.rules.words import ConditionFormat
from arboretum.tree.words.format import number_text
from arboretum.tree.words.tabulate import in_markdown

if TYPE_CHECKING:
    from arboretum.rules.rule_set import RuleSet

__all__ = ["evidence", "to_columns", "to_markdown", "to_text"]


def to_text(
    rules: RuleSet,
    max_rules: int | None,
    digits: int | None,
    show_missing: bool,
    show_regions: bool,
) -> str:
    """Write a rule set; see :meth:`arboretum.rules.RuleSet.to_text`."""
    shown = _clipped(rules, max_rules)
    names = _names(shown, show_regions)
    wide = max(map(len, names), default=0)
    lines = [
        f"{name:>{wide}}. {rule.to_text(digits, show_missing)}  ({evidence(rule)})"
        for name, rule in zip(names, shown, strict=True)
    ]
    lines += _left_out(rules, shown)
    if rules.default is not None:
        lines.append(f"otherwise {rules.default.then_text(digits)}  ({evidence(rules.default)})")
    return "\n".join(lines)


def _names(rules: tuple[Rule, ...], show_regions: bool) -> list[str]:
    """The number of each rule, or the name of its region; a dash if it is none."""
    if show_regions:
        return [rule.region or "-" for rule in rules]
    return [str(number) for number in range(1, len(rules) + 1)]


def _clipped(rules: RuleSet, max_rules: int | None) -> tuple[Rule, ...]:
    """The rules that are shown."""
    if max_rules is not None and max_rules < 1:
        raise ParameterError(f"max_rules={max_rules} shows nothing. Use 1 or more, or None.")
    return rules.rules[:max_rules]


def _left_out(rules: RuleSet, shown: tuple[Rule, ...]) -> list[str]:
    """A line that says how many rules are not shown, if some are not."""
    n_hidden = len(rules) - len(shown)
    return [f"… and {n_hidden} more rule{'s' if n_hidden > 1 else ''}"] if n_hidden else []


def evidence(rule: Rule) -> str:
    """How many samples a rule decides, and how surely."""
    words = [f"n={number_text(rule.n_samples)}"]
    if rule.vote is not None:
        words.append(f"vote {rule.vote:.3f}")
    if rule.confidence is not None:
        words.append(f"confidence {rule.confidence:.3f}")
    if rule.lift is not None:
        words.append(f"lift {rule.lift:.2f}")
    if rule.deviation is not None:
        words.append(f"sd {number_text(rule.deviation, 4)}")
    if rule.expected_error is not None:
        words.append(f"expected error {number_text(rule.expected_error, 3)}")
    return ", ".join(words)


def to_markdown(
    rules: RuleSet,
    max_rules: int | None,
    digits: int | None,
    show_missing: bool,
    show_regions: bool,
) -> str:
    """Write a rule set; see :meth:`arboretum.rules.RuleSet.to_markdown`."""
    form = ConditionFormat(rules.schema, digits, show_missing=show_missing)
    shown = _clipped(rules, max_rules)
    has_error = any(rule.expected_error is not None for rule in rules)
    measures = ["sd"]
    if rules.schema.is_classification:
        measures = ["confidence", "95 % interval", "lift"]
    measures += ["vote"] if rules.votes else []
    measures += ["expected error"] if has_error else []
    rows = [["rule", "if", "then", "samples", "coverage", *measures]]
    for name, rule in zip(_names(shown, show_regions), shown, strict=True):
        asked = form.all_of(rule.conditions)
        rows.append([name, asked, rule.then_text(digits), *_measures(rule, rules.votes, has_error)])
    if rules.default is not None:
        last = rules.default
        rows.append(
            ["", "otherwise", last.then_text(digits), *_measures(last, rules.votes, has_error)]
        )
    hidden = _left_out(rules, shown)
    return "\n".join([*in_markdown(rows, left=(1, 2)), *(["", *hidden] if hidden else [])])


def _measures(rule: Rule, has_votes: bool, has_error: bool) -> list[str]:
    cells = [number_text(rule.n_samples), f"{rule.coverage:.3f}"]
    if rule.confidence is None or rule.interval is None:
        cells.append("" if rule.deviation is None else number_text(rule.deviation, 4))
    else:
        low, high = rule.interval
        cells += [f"{rule.confidence:.3f}", f"{low:.3f} to {high:.3f}", f"{rule.lift:.2f}"]
    if has_votes:
        cells.append("" if rule.vote is None else f"{rule.vote:.3f}")
    if has_error:
        error = rule.expected_error
        cells.append("" if error is None else number_text(error, 3))
    return cells


def to_columns(rules: RuleSet) -> dict[str, list[Any]]:
    """Everything known about each rule, by name; the default rule comes last."""
    form = ConditionFormat(rules.schema, show_missing=True)
    every = rules.with_default
    columns: dict[str, list[Any]] = {
        "rule": list(range(1, len(every) + 1)),
        "conditions": [form.all_of(rule.conditions) for rule in every],
    }
    predicted = [rule.prediction for rule in every]
    for k, target in enumerate(rules.schema.targets):
        columns[f"prediction of {target.name}"] = [
            it[k] if isinstance(it, list) else it for it in predicted
        ]

    if rules.models is not None:
        equations = [rule.equation for rule in every]
        columns["equation"] = [None if it is None else it.text(None) for it in equations]

    def add(*names: str) -> None:
        columns.update({name: [getattr(rule, name) for rule in every] for name in names})

    add("n_samples", "coverage")
    if rules.schema.is_classification:
        add("confidence")
        columns["low"], columns["high"] = (
            [rule.interval[side] if rule.interval else None for rule in every] for side in (0, 1)
        )
        add("laplace", "lift")
    else:
        add("deviation")
    if rules.votes:
        add("vote")
    if any(rule.expected_error is not None for rule in every):
        columns["expected error"] = [rule.expected_error for rule in every]
    add("node")
    return columns
