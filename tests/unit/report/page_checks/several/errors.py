"""How good it is: the measures of all targets, of each, and the mistakes of each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.unit.report.page_checks import errors
from tests.unit.report.page_checks.page import Element
from tests.unit.report.page_checks.reading import (
    Form,
    Table,
    as_is,
    expect,
    expect_numbers,
    is_number,
    is_percent,
    is_rounded,
)
from tests.unit.report.page_checks.sentences import amount
from tests.unit.report.page_checks.several.facts import MOST_DETAILED, MOST_OPEN, SeveralFacts
from tests.unit.report.page_checks.several.measures import in_words
from tests.unit.report.page_checks.several.target_facts import TargetFacts
from tests.unit.report.page_checks.wording import Pieces

__all__ = ["FORMS"]

#: Rows that are shown, and those that are there at all.
SHOWN, MOST_ROWS = 30, 1000
NAMES = {
    "Hamming loss": "labels wrong (Hamming loss)",
    "wrong sets": "sets that are not right in every label",
    "area": "area under the precision-recall curve, labels pooled (more is better)",
    "mean error rate": "share of mistakes, mean of the targets",
    "relative RMSE": "error as a share of the standard deviation, mean of the targets",
}
HEADING_OF_LABELS = [
    "label",
    "samples",
    "wrong",
    "95 % interval",
    "without a tree",
    "found (recall)",
    "right if predicted (precision)",
    "area (AUPRC)",
]


# -- all of them together -----------------------------------------------------------


def _together(facts: SeveralFacts, match: re.Match, element: Element) -> Iterator[str]:
    yield from expect("what", match[1], f"{facts.what}s")
    table = Table.of(element)
    heading = ["measure", "error", "95 % interval", "without a tree"]
    yield from expect("heading", table.heading, heading)
    names = [NAMES[name] for name in facts.together]
    areas = [one[np.isfinite(facts.areas[0])] for one in facts.areas] if facts.has_labels else []
    has_areas = bool(areas) and len(areas[0]) > 0
    names += ["the same area, mean of the labels"] if has_areas else []
    yield from expect("measures", [row[0] for row in table.rows], names)
    for row, (name, measured) in zip(table.rows, facts.together.items(), strict=False):
        yield from _measure(name, measured, row)
    if has_areas:
        means = [float(one.mean()) for one in areas]
        row = table.rows[-1]
        yield from expect("interval", row[2], "–")
        for text, truth in zip((row[1], row[3]), means, strict=True):
            yield from in_words("area", (), truth).wrong(text)


def _measure(name: str, measured: tuple[float, ...], row: list[str]) -> Iterator[str]:
    yield from in_words(name, measured, measured[0]).wrong(row[1])
    yield from in_words(name, measured, measured[-1]).wrong(row[3])
    if name == "area":
        yield from expect("interval", row[2], "–")
        return
    low, high = (in_words(name, measured, end) for end in measured[1:3])
    yield from Pieces((*low.held, " to ", *high.held)).wrong(row[2])


# -- each target -----------------------------------------------------------------------


def _each_target(facts: SeveralFacts, match: re.Match, element: Element) -> Iterator[str]:
    is_sorted = match[0].endswith("worst first")
    yield from expect("sorted", is_sorted, len(facts.names) > MOST_OPEN)
    yield from _targets(facts, Table.of(element), facts.worst_first[:SHOWN])


def _other_targets(facts: SeveralFacts, match: re.Match, element: Element) -> Iterator[str]:
    yield from _targets(facts, Table.of(element), facts.worst_first[SHOWN:MOST_ROWS])


def _targets(facts: SeveralFacts, table: Table, order: list[TargetFacts]) -> Iterator[str]:
    heading = ["target", "measure", "error", "95 % interval", "without a tree"]
    explains = any(not one.is_class and one.variance > 0 for one in facts.each)
    yield from expect("heading", table.heading, [*heading, *(["explained"] if explains else [])])
    names = [facts.names[one.k] for one in order]
    yield from expect("targets", [row[0] for row in table.rows], names)
    for row, one in zip(table.rows, order, strict=False):
        measure = "share of mistakes" if one.is_class else "root mean square error"
        yield from expect("measure", row[1], measure)
        yield from _error(one, row[2:5])
        if len(row) < 6 or one.is_class or one.variance == 0:
            yield from expect("explained", row[5:], ["–"] if explains else [])
        elif not (row[5].endswith(" %") and is_percent(row[5][:-2], one.explained, 0)):
            yield f"{row[0]}: {row[5]} is {one.explained}"


def _error(one: TargetFacts, cells: list[str]) -> Iterator[str]:
    low, high = (amount(one, end).held for end in one.interval)
    yield from amount(one, one.error(*one.held_out)).wrong(cells[0])
    yield from Pieces((*low, " to ", *high)).wrong(cells[1])
    yield from amount(one, one.without_tree).wrong(cells[2])


# -- each label ------------------------------------------------------------------------


def _in_order(facts: SeveralFacts) -> list[TargetFacts]:
    """The labels that occur, the one with most mistakes first, then the most frequent."""
    counts = facts.dataset.weights @ facts.truth
    present = [k for k in np.argsort(-counts, kind="stable").tolist() if counts[k] > 0]
    wrong = facts.held["weights"] @ facts.wrong()
    return [facts.about(k) for k in sorted(present, key=lambda k: -round(wrong[k], 6))]


def _each_label(facts: SeveralFacts, match: re.Match, element: Element) -> Iterator[str]:
    yield from _labels(facts, Table.of(element), _in_order(facts)[:SHOWN])


def _other_labels(facts: SeveralFacts, match: re.Match, element: Element) -> Iterator[str]:
    yield from _labels(facts, Table.of(element), _in_order(facts)[SHOWN:MOST_ROWS])


def _labels(facts: SeveralFacts, table: Table, order: list[TargetFacts]) -> Iterator[str]:
    yield from expect("heading", table.heading, HEADING_OF_LABELS)
    names = [facts.names[one.k] for one in order]
    yield from expect("labels", [row[0] for row in table.rows], names)
    for row, one in zip(table.rows, order, strict=False):
        n = float(one.class_weights[1])
        yield from expect_numbers((row[0], is_number(row[1], n, 6), n))
        yield from _error(one, row[2:5])
        right, of = one.confusion[1, 1], (one.confusion[1].sum(), one.confusion[:, 1].sum())
        for text, whole in zip(row[5:7], of, strict=True):
            yield from (f"{row[0]}: {wrong}" for wrong in _share(text, right, whole))
        area = facts.areas[0][one.k]
        if np.isnan(area):
            yield from expect("area", row[7], "–")
        elif not any(is_rounded(row[7], area + e, 2) for e in (-2e-4, 0, 2e-4)):
            yield f"{row[0]}: the area is {area}, not {row[7]}"


def _share(text: str, part: float, whole: float) -> Iterator[str]:
    if whole == 0:
        yield from expect("share", text, "–")
    elif not (text.endswith(" %") and is_percent(text[:-2], part / whole, 0)):
        yield f"{text} is {part / whole}"


def _folded(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    n = len(_in_order(facts) if facts.has_labels else facts.names) - SHOWN
    yield from expect("more", match[0], f"{n} {facts.what}{'' if n == 1 else 's'} more")


def _left_out(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    n = len(_in_order(facts) if facts.has_labels else facts.names) - MOST_ROWS
    yield from expect("more", match[1], f"{n} {facts.what}{'' if n == 1 else 's'}")


def _absent(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    n = len(facts.names) - len(_in_order(facts))
    told = f"{n} label{'' if n == 1 else 's'} that no sample has {'is' if n == 1 else 'are'}"
    yield from expect("absent", match[0], f"{told} left out.")


# -- the mistakes of each ----------------------------------------------------------------


def _name(facts: Any, match: re.Match, _: Any) -> Iterator[str]:
    """``facts.of_each`` says whose turn it is."""
    turn = facts.whole.names[facts.k] if isinstance(facts, TargetFacts) else None
    yield from expect("target", match[0], turn)


def _details(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("targets", int(match[1]), min(len(facts.names), MOST_DETAILED))


def _no_details(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("targets", int(match[1]), len(facts.names) - MOST_DETAILED)


FORMS = [
    Form("table", r"All (labels|targets) together, in cross-validation", _together),
    Form(
        "table",
        r"Error in cross-validation(?:, the target that is told worst first)?",
        _each_target,
    ),
    Form("table", "The other targets", _other_targets),
    Form("table", "Each label in cross-validation, the one with most mistakes first", _each_label),
    Form("table", "The other labels", _other_labels),
    Form("label", r"(?:All (?:labels|targets)|Each label|The other|Error in cross).*"),
    Form("summary", r"(\d+ (?:labels?|targets?)) more", _folded),
    Form("p", r"… and (\d+ (?:labels?|targets?)) more; to_dict\(\) has all\.", _left_out),
    Form("p", r"\d+ labels? that no sample has (?:is|are) left out\.", _absent),
    *as_is(
        "p",
        "A label that is rare is left out rightly nearly always, so that its share of mistakes "
        "says little: see how many of its samples are found, and the area under its "
        "precision-recall curve, which is its share of the samples if it is guessed and 1 if it is "
        "never wrong.",
    ),
    Form("summary", r"The mistakes of (\d+) targets?, one by one", _details),
    Form(
        "p",
        r"The mistakes of the other (\d+) targets? are left out: to_dict\(\) has all\.",
        _no_details,
    ),
    *errors.FORMS,
    Form("h3", ".+", _name),
]
