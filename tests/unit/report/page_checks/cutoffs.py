"""Of two classes: the curve, the slider and the table of cut-offs."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from arboretum.tree import category_text, name_text
from tests.unit.report.page_checks import charts
from tests.unit.report.page_checks.facts import Facts
from tests.unit.report.page_checks.page import Element
from tests.unit.report.page_checks.reading import (
    PERCENT,
    Form,
    Table,
    as_is,
    expect,
    expect_numbers,
    is_percent,
)

__all__ = ["FORMS"]

HEADING = [
    "predicted from a share of",
    "found (sensitivity)",
    "others left alone (specificity)",
    "right if predicted (precision)",
]


def _positive(facts: Facts) -> int:
    """The rarer class of the two; the second if they are equal."""
    return int(facts.class_weights[1] <= facts.class_weights[0])


def _names(facts: Facts) -> tuple[str, str]:
    code = _positive(facts)
    return category_text(facts.classes[code]), category_text(facts.classes[1 - code])


def _rates(facts: Facts, said: np.ndarray) -> tuple[float, float, float]:
    """Sensitivity, specificity and precision if some samples are said to be of the class."""
    weights, of_class = facts.held_out[2], facts.held_out[0] == _positive(facts)
    right, wrong = weights[said & of_class].sum(), weights[said & ~of_class].sum()
    precision = right / (right + wrong) if right + wrong > 0 else math.nan
    return right / weights[of_class].sum(), 1 - wrong / weights[~of_class].sum(), precision


@lru_cache(maxsize=4096)
def _at(facts: Facts, percent: int) -> tuple[float, float, float]:
    return _rates(facts, facts.held_out_shares[:, _positive(facts)] >= percent / 100 - 1e-12)


def _as_decided(facts: Facts) -> tuple[float, float, float]:
    return _rates(facts, facts.held_out[1] == _positive(facts))


@lru_cache(maxsize=64)
def _area(facts: Facts) -> float:
    """How often a sample of the class has a higher share than one of the other."""
    shares, weights = facts.held_out_shares[:, _positive(facts)], facts.held_out[2]
    of_class = facts.held_out[0] == _positive(facts)
    levels, place = np.unique(shares, return_inverse=True)
    ours = np.bincount(place, weights * of_class, minlength=len(levels))
    theirs = np.bincount(place, weights * ~of_class, minlength=len(levels))
    below = np.cumsum(theirs) - theirs
    return float((ours * (below + theirs / 2)).sum() / (ours.sum() * theirs.sum()))


def _is_area(facts: Facts, text: str) -> bool:
    is_short = re.fullmatch(r"\d\.\d\d", text) is not None
    return is_short and abs(float(text) - _area(facts)) <= 0.005 + 1e-9


def _text(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    positive, other = _names(facts)
    named = [positive, positive, other, positive, other]
    stated = [match[i] for i in (1, 2, 3, 5, 6)]
    yield from expect("classes", stated, named)
    yield from expect_numbers(("the area", _is_area(facts, match[4]), _area(facts)))


def _curve(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    target, area, found, positive, taken, other = match.groups()
    sensitivity, specificity, _ = _as_decided(facts)
    yield from expect("target", target, name_text(facts.target_name))
    yield from expect("classes", (positive, other), _names(facts))
    yield from expect_numbers(
        ("the area", _is_area(facts, area), _area(facts)),
        ("found", is_percent(found, sensitivity, 0), sensitivity),
        ("taken", is_percent(taken, 1 - specificity, 0), 1 - specificity),
    )
    shares, of_class = facts.held_out_shares[:, _positive(facts)], facts.held_out[0]
    is_positive, weights = of_class == _positive(facts), facts.held_out[2]
    yield from charts.roc(element, shares, is_positive, weights, (1 - specificity, sensitivity))


def _is_share(text: str, truth: float) -> bool:
    if math.isnan(truth):
        return text == "–"
    return text.endswith(" %") and is_percent(text[:-2], truth, 0)


def _table(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    table = Table.of(element)
    rows = table.rows
    yield from expect("heading", table.heading, HEADING)
    yield from expect("class", match[1], _names(facts)[0])
    names = ["the tree", *(f"{percent} %" for percent in range(10, 100, 10))]
    yield from expect("rows", [row[0] for row in rows], names)
    truths = [_as_decided(facts), *(_at(facts, percent) for percent in range(10, 100, 10))]
    for row, of_row in zip(rows, truths, strict=False):
        for text, truth in zip(row[1:], of_row, strict=True):
            if not _is_share(text, float(truth)):
                yield f"at {row[0]} {text} is {truth}"


def _slider(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    """The script rounds the shares to percent: they must not be rounded before."""
    yield from expect("class", match[1], _names(facts)[0])
    yield from expect("class", element.attributes["data-class"], _names(facts)[0])
    (place,) = element.all("input")
    shown = [place.attributes[name] for name in ("min", "max", "value")]
    yield from expect("range", shown, ["1", "99", "50"])
    points = element.attributes["data-points"].split(";")
    yield from expect("points", len(points), 99)
    for percent, point in enumerate(points, start=1):
        for text, truth in zip(point.split(","), _at(facts, percent), strict=True):
            stated = float(text) if text else math.nan
            is_none = math.isnan(stated) and math.isnan(truth)
            unit = 10.0 ** (math.floor(math.log10(truth)) - 5) if truth > 0 else 0.0
            if not is_none and not abs(stated - truth) <= 0.51 * unit:
                yield f"at {percent} % {text} is {truth}"
                return


def _heading(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("class", match[1], _names(facts)[0])


FORMS = [
    Form("h3", "When to predict (.+)", _heading),
    Form(
        "p",
        r"Every leaf has a share of (.+?)\. Predicting (.+?) from a lower share on finds more of "
        r"them, and takes more of (.+?) for it; the curve shows every such choice\. The area under "
        r"it is ([\d.]+): the chance that a sample of (.+?) has a higher share than one of (.+?) "
        r"\(ties count half\); 0\.5 would be guessing\.",
        _text,
    ),
    Form(
        "chart",
        rf"ROC curve of (.+), area ([\d.]+)\. As the tree decides, {PERCENT} of (.+) are found and "
        rf"{PERCENT} of (.+) are taken for it\.",
        _curve,
    ),
    *as_is("figcaption", "Up: more are found. Left: fewer are wrongly taken. Dashed: chance."),
    Form("slider", r"Predict (.+) from a share of\s+50 %", _slider),
    Form("table", "What happens if (.+) is predicted sooner or later", _table),
]
