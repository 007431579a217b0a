"""Dates of ARFF files, which are written by the patterns of Java."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable

__all__ = ["USUAL", "reader_of"]

#: How dates are written where an attribute does not say.
USUAL = "yyyy-MM-dd'T'HH:mm:ss"
_PIECE = re.compile(r"'((?:[^']|'')*)'|([A-Za-z])\2*|.")
#: The letters of Java and of Python, by the letters and how many there are at most.
_DIRECTIVES = {
    "yyyy": "%Y",
    "yy": "%y",
    "MMMM": "%B",
    "MMM": "%b",
    "MM": "%m",
    "M": "%m",
    "dd": "%d",
    "d": "%d",
    "HH": "%H",
    "H": "%H",
    "hh": "%I",
    "h": "%I",
    "mm": "%M",
    "m": "%M",
    "ss": "%S",
    "s": "%S",
    "SSS": "%f",
    "a": "%p",
    "Z": "%z",
    "EEE": "%a",
    "EEEE": "%A",
}
_OF_A_TIME = ("%H", "%I", "%M", "%S", "%f")


def reader_of(pattern: str) -> tuple[Callable[[str], datetime.datetime], bool]:
    """What reads dates that are written by a pattern, and whether they have a time of day.

    Raises
    ------
    ValueError
        For a letter of the pattern that is not known; and the reader, for other texts.

    Examples
    --------
    >>> read, has_time = reader_of("dd.MM.yyyy")
    >>> read("31.01.2022").isoformat(), has_time
    ('2022-01-31T00:00:00', False)
    """
    pieces = []
    for found in _PIECE.finditer(pattern):
        text = found[0]
        if found[2] is None:  # quoted, or no letter
            literal = (found[1] or "'").replace("''", "'") if text[0] == "'" else text
            pieces.append(literal.replace("%", "%%"))
        elif text in _DIRECTIVES:
            pieces.append(_DIRECTIVES[text])
        else:
            raise ValueError(text)
    form = "".join(pieces)

    def read(text: str) -> datetime.datetime:
        found = datetime.datetime.strptime(text.strip(), form)
        return (
            found if found.tzinfo is None else found.astimezone(datetime.UTC).replace(tzinfo=None)
        )

    return read, any(part in form for part in _OF_A_TIME)
