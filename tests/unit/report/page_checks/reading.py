"""How a statement of the page is read: its form, and what its numbers must be."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np

from tests.unit.report.page_checks.page import Element, Said

__all__ = [
    "NUMBER",
    "PERCENT",
    "Form",
    "Table",
    "as_is",
    "expect",
    "expect_numbers",
    "is_number",
    "is_percent",
    "is_rounded",
    "is_threshold",
    "read",
]

NUMBER = r"(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)"
PERCENT = r"(-?\d+(?:\.\d+)?) %"

Check = Callable[[Any, re.Match[str], Element], Iterable[str]]


@dataclass(frozen=True)
class Form:
    """A form of statements: where they stand, how they are worded, and what must be true."""

    what: str
    pattern: str
    check: Check | None = None


def as_is(what: str, *texts: str) -> list[Form]:
    """Statements without a number that are always true, or whose truth is in the code alone."""
    return [Form(what, re.escape(text)) for text in texts]


def read(said: Iterable[Said], forms: Sequence[Form], facts: Any) -> Iterator[str]:
    """What is wrong with some statements: one of no known form is."""
    for one in said:
        found = [
            (form, match)
            for form in forms
            if form.what == one.what
            and (match := re.fullmatch(form.pattern, one.text, re.DOTALL)) is not None
        ]
        if not found:
            yield f"unknown {one.what}: {one.text}"
            continue
        form, match = found[0]
        if form.check is not None:
            yield from (f"{wrong}: {one.text}" for wrong in form.check(facts, match, one.element))


def expect(name: str, stated: object, truth: object) -> Iterator[str]:
    """A complaint unless both are the same."""
    if stated != truth:
        yield f"{name} is {truth!r}, not {stated!r}"


def expect_numbers(*triples: tuple[str, bool, object]) -> Iterator[str]:
    """Complaints about numbers: what each is, whether it is right, and what it should be."""
    for name, is_right, truth in triples:
        if not is_right:
            yield f"{name} is {truth}"


def is_percent(text: str, share: float, digits: int = 1) -> bool:
    """Whether a percentage, without its sign, is a share rounded to so many decimals."""
    if not re.fullmatch(rf"-?\d+\.\d{{{digits}}}" if digits else r"-?\d+", text):
        return False
    return abs(float(text) - 100 * share) <= 0.5 * 10.0**-digits + 1e-7


def is_rounded(text: str, truth: float, decimals: int) -> bool:
    """Whether a text is a number with so many decimals."""
    if not re.fullmatch(rf"-?\d+\.\d{{{decimals}}}", text):
        return False
    return abs(float(text) - truth) <= 0.5 * 10.0**-decimals + 1e-9


def is_number(text: str, truth: float, digits: int = 4) -> bool:
    """Whether a text is a number rounded to so many significant digits, whole ones never."""
    if re.fullmatch(NUMBER, text) is None:
        return False
    off = abs(float(text) - truth)
    if truth == 0 or off == 0:
        return off <= 1e-9
    place = math.floor(math.log10(abs(truth))) + 1 - digits
    # Sums in another order differ in the last of their digits.
    return off <= 0.5 * 10.0 ** min(place, -1 if place > 0 else place) * (1 + 1e-6) + 1e-10 * abs(
        truth
    )


def is_threshold(text: str, threshold: float, column: np.ndarray, says_below: bool = False) -> bool:
    """Whether a text is a threshold, rounded to its last digit, with all samples on their side.

    Where rounding moves a sample to the other side, the next shorter or longer one must be there.
    What stands where questions say "below" is the least number that is not.
    """
    if re.fullmatch(NUMBER, text) is None:
        return False
    value, last_digit = float(text), Decimal(1).scaleb(int(Decimal(text).as_tuple().exponent))
    unit = float(last_digit)
    known = column[~np.isnan(column)]

    def moves(to: float) -> bool:
        side = known < to if says_below else known <= to
        return bool(np.any(side != (known <= threshold)))

    nearest = float(Decimal(threshold).quantize(last_digit))
    room = unit if moves(nearest) else unit / 2
    return not moves(value) and abs(value - threshold) <= room * (1 + 1e-9)


@dataclass(frozen=True, eq=False)
class Table:
    """The cells of a table, as texts, and those of them that hold drawings."""

    heading: list[str]
    rows: list[list[str]]
    cells: list[list[Element]]
    marked: list[int]

    @classmethod
    def of(cls, element: Element) -> Table:
        body = element.first("tbody")
        lines = [] if body is None else body.all("tr")
        heads = [_cells(one) for one in element.all("tr") if one not in lines]
        held = [_cells(one) for one in lines]
        heading = [one.text for one in heads[-1]] if heads else []
        for cell, head in ((c, h) for row in held for c, h in zip(row, heading, strict=False)):
            label = cell.attributes.get("data-label", head).replace("\N{NO-BREAK SPACE}%", " %")
            assert label == head, f"on a phone {label!r} stands before what is {head!r}"
        marked = [i for i, one in enumerate(lines) if one.kind == "marked"]
        return cls(heading, [[one.text for one in row] for row in held], held, marked)


def _cells(line: Element) -> list[Element]:
    return [one for one in line.children if isinstance(one, Element)]
