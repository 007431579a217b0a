"""Which features matter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from arboretum.tree import name_text
from tests.unit.report.page_checks.facts import Facts
from tests.unit.report.page_checks.page import Element
from tests.unit.report.page_checks.reading import (
    Form,
    Table,
    as_is,
    expect,
    expect_numbers,
    is_number,
)

__all__ = ["FORMS"]

MOST_FEATURES = 20
IN_EQUATIONS = "in equations of leaves only, which it does not count"


def _counted(n: int) -> str:
    return f"{n} feature{'' if n == 1 else 's'}"


def _are(names: set[str]) -> str:
    return "is" if len(names) == 1 else "are"


def _meaning(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    names = facts.schema.feature_names
    credited = {names[i] for i in np.flatnonzero(facts.importance > 0)}
    in_questions = {
        names[i]
        for node in facts.tree.nodes()
        if node.split is not None
        for i in facts.schema.features_of(node.split.column)
    }
    in_equations = facts.used - in_questions
    without_gain = in_questions - credited
    idle = len(names) - len(in_equations) - len(in_questions)
    told = "".join(
        f" {_counted(n)} {what}."
        for n, what in (
            (len(in_equations), f"{_are(in_equations)} {IN_EQUATIONS}"),
            (len(without_gain), f"{_are(without_gain)} asked about without a decrease"),
            (idle, "took no part"),
        )
        if n
    )
    yield from expect("the rest", match[1], told)


def _table(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    table, values = Table.of(element), facts.importance
    order = [i for i in np.argsort(-values, kind="stable") if values[i] > 0][:MOST_FEATURES]
    yield from expect("heading", table.heading, ["feature", "importance", ""])
    names = [name_text(facts.schema.feature_names[i]) for i in order]
    yield from expect("features", [row[0] for row in table.rows], names)
    for row, cells, i in zip(table.rows, table.cells, order, strict=False):
        value = float(values[i])
        yield from expect_numbers((row[0], is_number(row[1], value, 3), value))
        drawn, truth = float(cells[2].all("rect")[1].attributes["width"]), value / values.max()
        if abs(drawn - 100 * truth) > 0.06:
            yield f"the bar of {row[0]} is {truth}"


def _more(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    n = int((facts.importance > 0).sum()) - MOST_FEATURES
    yield from expect("more", match[1], _counted(n))


def _nothing(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    text = "No question alone decreases the impurity, by which importance is measured."
    if facts.n_leaves == 1:
        text = "No feature contributed: the tree asks nothing."
        if facts.used:
            text = "The tree asks nothing: features matter as the equation weighs them."
    yield from expect("text", match[0], text)
    yield from expect("importance", facts.importance.max(), 0)


FORMS = [
    *as_is("h2", "Which features matter"),
    *as_is("label", "Importance of the features"),
    Form("p", r"Importance is the share in the decrease of impurity\.(.*)", _meaning),
    Form("table", "Importance of the features", _table),
    Form("p", r"… and (.+) more\.", _more),
    Form(
        "p",
        r"No feature contributed: .+|The tree asks nothing: .+|No question alone decreases .+",
        _nothing,
    ),
    *as_is(
        "p",
        "Measured on the training samples: features with many distinct values are favoured, even "
        "where they only fit noise, and of features that resemble each other one takes all.",
    ),
]
