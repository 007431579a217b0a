"""Whether other samples would give the same tree."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from arboretum.tree import name_text
from tests.unit.report.page_checks.facts import Facts
from tests.unit.report.page_checks.page import Element
from tests.unit.report.page_checks.reading import (
    NUMBER,
    PERCENT,
    Form,
    Table,
    as_is,
    expect,
    expect_numbers,
    is_number,
    is_percent,
)
from tests.unit.report.page_checks.wording import bounds_of, question_of

__all__ = ["FORMS"]

MOST_QUESTIONS = 20
HEADING = [
    "question",
    "same way",
    "",
    "same question",
    "feature anywhere",
    "90 % of thresholds",
]


def _how(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("pruned", match[1] is not None, facts.sizes is not None)
    level = getattr(facts.report.estimator, "level_", None)
    is_chosen = bool(getattr(facts.report.estimator, "level_scores_", None))
    yield from expect("level", match[3], f"{level:.6g}" if is_chosen else None)
    if match[1] is not None:
        is_right = (
            match[1] == "inf"
            if facts.price == float("inf")
            else is_number(match[1], facts.price, 3)
        )
        yield from expect_numbers(("the price", is_right, facts.price))


def _drawn(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    n = facts.dataset.n_rows
    what = "rows" if facts.dataset.counts.max() > 1 else "samples"
    told = f"{facts.n_trees} trees, each from {max(1, int(0.9 * n))} of {n} {what}"
    yield from expect("how", match[0], told)


def _structure(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("same", int(match[1]), facts.n_same)
    yield from expect("different", int(match[2]), len(facts.shapes))


def _first(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    names = [name_text(column.name) for column in facts.schema.columns]
    splits = [one.root.split for one in facts.others]
    truth = Counter("none" if split is None else names[split.column] for split in splits)
    told = ", ".join(f"{name} {n}" for name, n in truth.most_common())
    yield from expect("first", sorted(match[1].split(", ")), sorted(told.split(", ")))


def _leaves(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    found = [one.n_leaves for one in facts.others]
    truth = (facts.n_leaves, min(found), max(found))
    yield from expect("leaves", tuple(int(one) for one in match.groups()), truth)


def _agreement(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    truth = facts.agreement
    yield from expect_numbers(("agreement", is_percent(match[1], truth, 0), truth))


def _questions(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    table, asked = Table.of(element), list(facts.ways.items())[:MOST_QUESTIONS]
    yield from expect("heading", table.heading, HEADING)
    yield from expect("questions", len(table.rows), len(asked))
    for row, cells, (way, split) in zip(table.rows, table.cells, asked, strict=False):
        yield from question_of(facts, split).wrong(row[0])
        yield from _shares(facts, row, cells, way, split)
        bounds = bounds_of(facts, way, is_short=False)
        if bounds is None:
            yield from expect("thresholds", row[5], "")
        else:
            yield from bounds.wrong(row[5])


def _shares(
    facts: Facts, row: list[str], cells: list[Element], way: tuple, split: Any
) -> Iterator[str]:
    again, n = facts.again(way), facts.n_trees
    same = [s for s in again if (s.thresholds, s.branches) == (split.thresholds, split.branches)]
    anywhere = [
        found for found in facts.ways_of_others if any(column == way[1] for _, column in found)
    ]
    truths = {1: len(again) / n, 3: len(same) / n, 4: len(anywhere) / n}
    for place, truth in truths.items():
        text = row[place]
        if not (text.endswith(" %") and is_percent(text[:-2], truth, 0)):
            yield f"{text} of {row[0]} is {truth}"
    drawn = float(cells[2].all("rect")[1].attributes["width"])
    if abs(drawn - 100 * truths[1]) > 0.06:
        yield f"the bar of {row[0]} is {truths[1]}"


def _more(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    n = len(facts.ways) - MOST_QUESTIONS
    yield from expect("more", match[1], f"{n} question{'' if n == 1 else 's'}")


def _not_measured(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("trees", facts.n_trees, 0)


FORMS = [
    *as_is("h2", "Would other samples give the same tree?"),
    Form(
        "p",
        r"The stability of the tree was not measured \(no trees of other samples were grown\)\.",
        _not_measured,
    ),
    Form(
        "p",
        rf"The tree was grown again and again, each time without a tenth of the samples\.(?: All "
        rf"were pruned at a price that is typical of the tree chosen, cp = ({NUMBER}|inf)\.| All "
        rf"were grown by the level of the tree, (.+)\.)?",
        _how,
    ),
    Form("li", r"\d+ trees, each from \d+ of \d+ (?:samples|rows)", _drawn),
    Form(
        "li",
        r"structure: (\d+) like the tree of all samples, (\d+) different ones? in all",
        _structure,
    ),
    Form("li", r"first question: (.+)", _first),
    Form(
        "li",
        r"leaves: (\d+) in the tree of all samples, (\d+) to (\d+) in the others",
        _leaves,
    ),
    Form("li", rf"agreement of predictions: {PERCENT}", _agreement),
    *as_is(
        "p",
        "Questions that seldom recur are one way among several to say the same: read them as "
        "examples, not as findings. Thresholds are known no better than their intervals say.",
    ),
    *as_is("label", "In how many of these trees each question recurs"),
    Form("table", "In how many of these trees each question recurs", _questions),
    Form("p", r"… and (.+) more\.", _more),
]
