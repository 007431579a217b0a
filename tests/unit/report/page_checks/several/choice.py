"""How the size of a tree of labels of a hierarchy was chosen: by the level of a test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tests.unit.report.page_checks.page import Element
from tests.unit.report.page_checks.reading import (
    NUMBER,
    Form,
    Table,
    as_is,
    expect,
    is_number,
    is_rounded,
)
from tests.unit.report.page_checks.several.facts import SeveralFacts

__all__ = ["LEVELS"]

CAPTION = "The levels to choose from, the one that was taken in bold"


def _how(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    scores, kept = facts.report.estimator.level_scores_, facts.report.estimator.level_
    n = len(scores)
    yield from expect("levels", match[1], f"{n} level{'' if n == 1 else 's'}")
    if not is_number(match[2], kept, 6):
        yield f"the level is {kept}"
    yield from expect("the best", scores[kept], max(scores.values()))


def _levels(facts: SeveralFacts, match: re.Match, element: Element) -> Iterator[str]:
    table, scores = Table.of(element), facts.report.estimator.level_scores_
    heading = ["largest p-value of a split", "area on samples held out"]
    yield from expect("heading", table.heading, heading)
    yield from expect("rows", len(table.rows), len(scores))
    levels = sorted(scores)
    yield from expect("marked", table.marked, [levels.index(facts.report.estimator.level_)])
    for row, level in zip(table.rows, levels, strict=False):
        if not is_number(row[0], level, 6) or not is_rounded(row[1], scores[level], 4):
            yield f"{row} is {level}, {scores[level]}"


LEVELS = [
    *as_is("label", CAPTION),
    Form("table", re.escape(CAPTION), _levels),
    Form(
        "p",
        rf"A node was split only if an F-test of the variances gave a p-value of at most a level\. "
        rf"Of (\d+ levels?) the one was taken whose tree, grown from two thirds of the samples, "
        rf"has the largest area under the precision-recall curve, all labels pooled, on the third "
        rf"held out; then the tree was grown by the level {NUMBER} from all samples\. The errors "
        rf"of this page come from other folds, in which the level was chosen again\.",
        _how,
    ),
]
