"""Finding the numbers that the prose of a page says, and what they may be rounded from.

The prose is what is outside of blocks of code.  No results, and passed over, are: spans of code,
addresses, what is under "References" or "Sources"; years with what is cited of them; versions;
digits of names (C4.5, AVX-512); the numbers of lists; in a formula indices, powers and whole
numbers below ten; and the whole numbers 0, 1 and 2, unless a cell of a table holds numbers alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

__all__ = ["Number", "Span", "blocks_that_run", "prose_numbers", "section_of", "values_of"]

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ .*$", re.MULTILINE)
_FORMULA = re.compile(r"\$\$.*?\$\$|\$[^$]*\$", re.DOTALL)
_PLACE = r"(?:(?:,| and)\s(?:ch\.\s|chapter\s|p\.\s)?\d[\d.]*(?<!\.))"
_PASSED_OVER = [
    _BLOCK,
    re.compile(r"`[^`]+`"),
    re.compile(r"\[\d+\]\([^)]*\)|\]\([^)]*\)|https?://\S+"),
    re.compile(r"^## (?:References|Sources)$.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL),
    # "Quinlan 1993, ch. 2", "Breiman et al. (1984, 4.4)", "the program of 1986", "1979, 1986"
    re.compile(
        r"(?:(?:[A-Z]\w+|\bal\.|\bof|\*,|\b\d{4},|\bRelease \d,)\s\(?|\((?=\d{4}[,)]))"
        rf"(?:19|20)\d\d\b(?! =){_PLACE}*"
    ),
    re.compile(r"\b\d+\.\d+\.\d+|\bPython \d\.\d+|\b[A-Z]\w*-\d+|\b\d-SE|\bRelease \d"),
    re.compile(r"\bC\+\+\d+"),
    re.compile(r"^(?:#+ )?\d+\. ", re.MULTILINE),
]
_POWER = "[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+"
_NUMBER = re.compile(
    rf"(?<![\w.])(?:10(?P<power>{_POWER})"
    r"|(?P<digits>\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
    rf"(?:\s?·\s?10(?P<times>{_POWER}))?)(?P<percent>\s?%)?"
)
_VALUE = re.compile(
    r"(?<![A-Za-z_.\d])(\d{1,3}(?:[,_]\d{3})+(?!\d)(?:\.\d+)?|\d+\.?\d*|\.\d+)(e[+-]?\d+)?"
)
_FULL_CELL = re.compile(r"(?<=\|)[\s\d.,/()±%]*\d[\s\d.,/()±%]*(?=\|)")
_PLAIN = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


class Span(NamedTuple):
    """A part of a page, from one position up to another."""

    start: int
    stop: int

    def holds(self, other: Span) -> bool:
        return self.start <= other.start and other.stop <= self.stop


@dataclass(frozen=True)
class Number:
    """A number as a page writes it, and where."""

    text: str
    span: Span
    line: int
    value: Decimal
    is_percent: bool

    @property
    def n_digits(self) -> int:
        return len(self.value.as_tuple().digits) if self.value else 1

    @property
    def is_power(self) -> bool:
        return self.text.startswith("10") and not self.text[-1].isascii()

    @property
    def is_whole(self) -> bool:
        return self.text.isascii() and self.text.replace(",", "").isdigit()

    def is_rounded_from(self, known: set[Decimal], *, whole: bool = False) -> bool:
        """Whether it is one of some numbers; if it is no whole number, or `whole`, but rounded."""
        if self.value in known or (self.is_percent and self.value / 100 in known):
            return True
        if self.is_power and 1 / self.value in known:  # "one part in 10⁹"
            return True
        if self.is_whole and (not whole or self.value < 10):
            return False
        return any(self._is_near(value) for value in known) or (
            self.is_percent and any(self._is_near(100 * value) for value in known)
        )

    def _is_near(self, value: Decimal) -> bool:
        """Whether a value of more digits gives this one, whichever way a half is rounded."""
        places, more = self.value.as_tuple().exponent, value.as_tuple().exponent
        assert isinstance(places, int)
        assert isinstance(more, int)
        return more < places and 2 * abs(value - self.value) <= Decimal(1).scaleb(places)


def prose_numbers(text: str) -> list[Number]:
    """The numbers that the prose of a page gives as results, in order."""
    prose = text
    for pattern in _PASSED_OVER:
        prose = pattern.sub(_blank, prose)
    prose = _FORMULA.sub(_without_constants, prose)
    cells = [Span(*cell.span()) for cell in _FULL_CELL.finditer(prose)]
    numbers = [_number(found, text) for found in _NUMBER.finditer(prose)]
    return [
        number
        for number in numbers
        if not (number.is_whole and number.value <= 2)
        or any(cell.holds(number.span) for cell in cells)
    ]


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def _without_constants(formula: re.Match[str]) -> str:
    return re.sub(r"[_^]\{?\d+|(?<![\d.])\d(?![\d.]*\d)", _blank, formula[0])


def _number(found: re.Match[str], text: str) -> Number:
    digits = (found["digits"] or "1").replace(",", "")
    power = (found["power"] or found["times"] or "").translate(_PLAIN)
    value = Decimal(f"{digits}e{power}") if power else Decimal(digits)
    written = found[0].removesuffix(found["percent"] or "")
    span = Span(found.start(), found.start() + len(written))
    line = text.count("\n", 0, found.start()) + 1
    return Number(written, span, line, value, found["percent"] is not None)


def values_of(text: str) -> set[Decimal]:
    """Every number of a program, a record or an output."""
    found = _VALUE.findall(text)
    return {Decimal(re.sub("[,_]", "", digits) + power) for digits, power in found}


def blocks_that_run(text: str) -> str:
    """What a page shows of programs and their output, except for what is only read."""
    return "\n".join(block[2] for block in _BLOCK.finditer(text) if block[1] != "text")


def section_of(text: str, number: Number) -> str:
    """The text between two headings in which a number stands."""
    headings = [found.start() for found in _HEADING.finditer(_BLOCK.sub(_blank, text))]
    start = max((place for place in headings if place <= number.span.start), default=0)
    stop = min((place for place in headings if place > number.span.start), default=len(text))
    return text[start:stop]
