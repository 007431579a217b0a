"""The leaves as rules."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from arboretum.tree import name_text
from tests.unit.report.page_checks.facts import Facts
from tests.unit.report.page_checks.fold_facts import wilson
from tests.unit.report.page_checks.page import Element
from tests.unit.report.page_checks.reading import (
    PERCENT,
    Form,
    Table,
    as_is,
    expect,
    expect_numbers,
    is_number,
    is_percent,
)
from tests.unit.report.page_checks.wording import Pieces, conditions_of, joined, predicted_at

__all__ = ["FORMS", "MOST_RULES", "n_samples_of", "order"]

MOST_RULES = 12


def order(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("kind", match[0].startswith("The surest"), facts.is_class)
    if not facts.is_class:
        yield from expect("deviation", match[1] is not None, _has_deviations(facts))


def _has_deviations(facts: Facts) -> bool:
    return facts.tree.criterion.is_variance and not facts.has_models


def n_samples_of(facts: Facts, node: int) -> float:
    """How many samples end at a node: at an inner one those without a value, if they stay."""
    n = facts.tree.n_samples
    return float(n[node] - sum(n[child] for child in facts.tree.children(node)))


def _sureness(facts: Facts, node: int) -> tuple[float, float]:
    """The share of the class that is predicted, and the same with one sample more of each."""
    value, code = facts.tree.value[node], int(facts.tree.decisions[node, 0])
    share, n = float(value[code] / value.sum()), n_samples_of(facts, node)
    return share, (n * share + 1) / (n + len(value))


def _table(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    table, rules = Table.of(element), facts.tree.rules()
    measures = ["deviation"] if _has_deviations(facts) else []
    measures = ["sure", "95 % interval", "lift"] if facts.is_class else measures
    yield from expect("heading", table.heading, ["if", "then", "samples", *measures])
    rules = [rule for rule in rules if n_samples_of(facts, rule.node) > 0]
    worth = [
        _sureness(facts, rule.node)[1] if facts.is_class else n_samples_of(facts, rule.node)
        for rule in rules
    ]
    first = [rules[i] for i in np.argsort(-np.array(worth), kind="stable")][:MOST_RULES]
    yield from expect("rows", len(table.rows), min(len(rules), MOST_RULES))
    for row, rule in zip(table.rows, first, strict=False):
        yield from _rule(facts, row, rule)


def _rule(facts: Facts, row: list[str], rule: Any) -> Iterator[str]:
    conditions = conditions_of(facts, rule) or [Pieces(("always",))]
    yield from joined(conditions, " and ").wrong(row[0])
    said = predicted_at(facts, rule.node, 5)
    yield from Pieces((f"{name_text(facts.target_name)} = ", *said.held)).wrong(row[1])
    n = n_samples_of(facts, rule.node)
    yield from expect_numbers(("samples", is_number(row[2], n, 6), n))
    yield from (_sure if facts.is_class else _deviation)(facts, row, rule.node)


def _sure(facts: Facts, row: list[str], node: int) -> Iterator[str]:
    value, code = facts.tree.value[node], int(facts.tree.decisions[node, 0])
    share, n = _sureness(facts, node)[0], n_samples_of(facts, node)
    low, high = (min(max(end, 0.0), 1.0) for end in wilson(share, n, 1.959963984540054))
    interval = re.fullmatch(rf"{PERCENT} to {PERCENT}", row[4])
    if not (row[3].endswith(" %") and is_percent(row[3][:-2], share, 0)):
        yield f"{row[3]} is {share}"
    if interval is None or not (
        is_percent(interval[1], low, 0) and is_percent(interval[2], high, 0)
    ):
        yield f"{row[4]} is {low} to {high}"
    root = facts.tree.value[0]
    lift = share / (root[code] / root.sum())
    is_right = re.fullmatch(r"\d+\.\d\d", row[5]) and abs(float(row[5]) - lift) <= 0.005 + 1e-9
    if not is_right:
        yield f"the lift is {lift}, not {row[5]} of {value}"


def _deviation(facts: Facts, row: list[str], node: int) -> Iterator[str]:
    yield from expect("cells", len(row), 4 if _has_deviations(facts) else 3)
    if len(row) == 3:
        return
    variance, value = float(facts.tree.impurity[node]), float(facts.tree.value[node, 0])
    truth = math.sqrt(variance) if variance > 1e-14 * value**2 else 0.0
    yield from expect_numbers(("deviation", is_number(row[3], truth), truth))
    here = facts.tree.apply(facts.dataset.columns) == node
    if here.any() and not any(n > 0 for n in facts.dataset.n_missing):
        target, weights = facts.target[here], facts.dataset.weights[here]
        mean = np.average(target, weights=weights)
        spread = float(np.sqrt(np.average((target - mean) ** 2, weights=weights)))
        yield from expect_numbers(("deviation", is_number(row[3], spread), spread))


def _more(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    ends = [rule for rule in facts.tree.rules() if n_samples_of(facts, rule.node) > 0]
    n = len(ends) - MOST_RULES
    yield from expect("more", match[1], f"{n} rule{'' if n == 1 else 's'}")


FORMS = [
    *as_is("h2", "The tree as rules"),
    *as_is("label", "If all of this holds, the tree predicts"),
    Form(
        "p",
        r"The surest rules come first; rules of few samples count as less sure \(Laplace's "
        r"estimate\)\. All numbers are those of the samples that the tree was grown from, and "
        r"flatter it a little\.",
        order,
    ),
    Form(
        "p",
        r"The rules of most samples come first\.( The deviation is that of the numbers of their "
        r"samples, around their mean\.)?",
        order,
    ),
    Form("table", "If all of this holds, the tree predicts", _table),
    Form("p", r"… and (.+) more: each leaf of the tree is one\.", _more),
]
