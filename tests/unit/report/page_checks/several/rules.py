"""The leaves as rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.unit.report.page_checks import rules
from tests.unit.report.page_checks.fold_facts import wilson
from tests.unit.report.page_checks.page import Element
from tests.unit.report.page_checks.reading import (
    PERCENT,
    Form,
    Table,
    expect,
    expect_numbers,
    is_number,
    is_percent,
    is_rounded,
)
from tests.unit.report.page_checks.rules import MOST_RULES, n_samples_of
from tests.unit.report.page_checks.several.facts import SeveralFacts
from tests.unit.report.page_checks.wording import (
    Pieces,
    conditions_of,
    joined,
    predicted_at,
    shares_of_labels,
)

__all__ = ["FORMS"]


def _order(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    is_class = bool(facts.schema.is_classification)
    kind = "labels" if facts.has_labels else "classes" if is_class else "numbers"
    says = {"The surest": "classes", "The rules": "labels" if "label" in match[0] else "numbers"}
    yield from expect("kind", says[match[0][:10].strip()], kind)


def _measures(facts: SeveralFacts) -> list[str]:
    if facts.has_labels:
        return ["labels right"]
    return ["sure", "95 % interval", "lift"] if facts.schema.is_classification else []


def _table(facts: SeveralFacts, match: re.Match, element: Element) -> Iterator[str]:
    table = Table.of(element)
    heading = ["if", "then", "samples", *_measures(facts)]
    yield from expect("heading", table.heading, heading)
    found = [rule for rule in facts.tree.rules() if n_samples_of(facts, rule.node) > 0]
    is_class = len(_measures(facts)) == 3
    worth = [
        _surest(facts, rule.node) if is_class else n_samples_of(facts, rule.node) for rule in found
    ]
    order = [found[i] for i in np.argsort(-np.array(worth), kind="stable")][:MOST_RULES]
    yield from expect("rows", len(table.rows), len(order))
    for row, rule in zip(table.rows, order, strict=False):
        yield from _rule(facts, row, rule)


def _rule(facts: SeveralFacts, row: list[str], rule: Any) -> Iterator[str]:
    conditions = conditions_of(facts, rule) or [Pieces(("always",))]
    yield from joined(conditions, " and ").wrong(row[0])
    yield from predicted_at(facts, rule.node, 5).wrong(row[1])
    n = n_samples_of(facts, rule.node)
    yield from expect_numbers(("samples", is_number(row[2], n, 6), n))
    if facts.has_labels:
        yield from _right(facts, row[3], rule.node)
    elif len(_measures(facts)) == 3:
        yield from _sure(facts, row, rule.node)


def _right(facts: SeveralFacts, text: str, node: int) -> Iterator[str]:
    """The share of the labels of the samples of a leaf that are as predicted."""
    shares = shares_of_labels(facts, node)
    said = shares > facts.thresholds
    share = float(np.where(said, shares, 1 - shares).mean())
    if not any(n > 0 for n in facts.dataset.n_missing):
        here = facts.tree.apply(facts.dataset.columns) == node
        right = (facts.truth[here] == said).mean(axis=1)
        share = float(np.average(right, weights=facts.dataset.weights[here]))
    if not (text.endswith(" %") and is_percent(text[:-2], share)):
        yield f"{text} of the labels right is {share}"


def _shares(facts: SeveralFacts, node: int) -> list[tuple[float, float, int]]:
    """Of each target: the share of what is predicted, the same of all samples, and classes."""
    found, start = [], 0
    for k, classes in enumerate(facts.classes_of):
        here, whole = (facts.tree.value[at][start : start + len(classes)] for at in (node, 0))
        code = facts.tree.decisions[node, k]
        shares = here[code] / here.sum(), whole[code] / whole.sum()
        found.append((float(shares[0]), float(shares[1]), len(classes)))
        start += len(classes)
    return found


def _surest(facts: SeveralFacts, node: int) -> float:
    n = n_samples_of(facts, node)
    return min((n * share + 1) / (n + k) for share, _, k in _shares(facts, node))


def _sure(facts: SeveralFacts, row: list[str], node: int) -> Iterator[str]:
    shares = _shares(facts, node)
    least, lift = min(one[0] for one in shares), min(one[0] / one[1] for one in shares)
    ends = wilson(least, n_samples_of(facts, node), 1.959963984540054)
    interval = re.fullmatch(rf"{PERCENT} to {PERCENT}", row[4])
    if not (row[3].endswith(" %") and is_percent(row[3][:-2], least, 0)):
        yield f"{row[3]} is {least}"
    if interval is None or not all(
        is_percent(text, min(max(end, 0.0), 1.0), 0)
        for text, end in zip(interval.groups(), ends, strict=True)
    ):
        yield f"{row[4]} is {ends}"
    yield from expect_numbers(("lift", is_rounded(row[5], lift, 2), lift))


FORMS = [
    Form(
        "p",
        r"The rules of most samples come first\.(?: A label is predicted where more samples of the "
        r"leaf have it than its threshold asks; how many labels are right is counted in the "
        r"samples that the tree was grown from, and flatters it a little\.)?",
        _order,
    ),
    Form(
        "p",
        r"The surest rules come first; rules of few samples count as less sure \(Laplace's "
        r"estimate\)\. A rule is as sure as it is of the target that it is least sure of, and its "
        r"lift is the least of its targets'\. All numbers are those of the samples that the tree "
        r"was grown from, and flatter it a little\.",
        _order,
    ),
    Form("table", "If all of this holds, the tree predicts", _table),
    *(form for form in rules.FORMS if form.check is not rules.order),
]
