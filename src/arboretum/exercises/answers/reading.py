"""Numbers as people answer: 0.94, "0,94 bits", "94 %", "5/14", with as many digits as they give."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

__all__ = ["Given", "read_number", "read_parts"]

_NUMBER = re.compile(
    r"""\s*(?P<sign>[-+−]?)\s*(?P<number>\d+(?:[.,]\d*)?|[.,]\d+)
    (?:\s*/\s*(?P<below>\d+))?\s*(?P<percent>%?)\s*(?:[A-Za-z/ ]*)\Z""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Given:
    """A number with the unit of its last digit; 0 for a fraction, which is exact."""

    value: float
    step: float


def read_number(answer: Any) -> Given | None:
    """What number an answer is, or None if it is none.

    >>> read_number("5/14").value == 5 / 14, read_number("94 %"), read_number("0,940 bits")
    (True, Given(value=0.94, step=0.01), Given(value=0.94, step=0.001))
    """
    if isinstance(answer, bool | np.bool_):
        return None
    if isinstance(answer, str):
        return _read_text(answer)
    if isinstance(answer, Fraction):
        return Given(float(answer), 0.0)
    if isinstance(answer, int | float | np.number) and np.isfinite(float(answer)):
        exact = int(answer) if isinstance(answer, int | np.integer) else float(answer)
        return Given(float(answer), _step(repr(exact)))
    return None


def _read_text(answer: str) -> Given | None:
    found = _NUMBER.match(answer)
    if found is None:
        return None
    number = found["number"].replace(",", ".")
    sign = -1.0 if found["sign"] in ("-", "−") else 1.0
    scale = 100.0 if found["percent"] else 1.0
    if found["below"] is not None:
        if not int(found["below"]) or "." in number:
            return None
        return Given(sign * int(number) / int(found["below"]) / scale, 0.0)
    return Given(sign * float(number) / scale, _step(number) / scale)


def _step(text: str) -> float:
    exponent = Decimal(text).as_tuple().exponent
    return float(10.0**exponent) if isinstance(exponent, int) else 0.0


def read_parts(answer: Any) -> list[Any]:
    """The elements of a set or a list, also of one written with commas or semicolons.

    >>> read_parts("{2.5, 3.5}"), read_parts((1, 2))
    (['2.5', '3.5'], [1, 2])
    """
    if isinstance(answer, str):
        inside = answer.strip().strip("{}[]()")
        parts = re.split(r";|,\s+|,(?!\d)" if re.search(r";|,\s", inside) else r",", inside)
        return [part.strip() for part in parts if part.strip()]
    if isinstance(answer, list | tuple | set | frozenset | np.ndarray | range):
        return list(answer)
    return [answer]
