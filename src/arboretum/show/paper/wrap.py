"""Long texts in short lines."""

from __future__ import annotations

import re

__all__ = ["clip", "wrap"]

#: Where a line may end: between words, but not between a sign such as <= and what it compares with;
#: after a mark inside a name, but never inside a number.
_BREAK = re.compile(
    r"(?<=\s)(?<![<>=]\s)(?=\S) | (?<=[_/])(?=\S) | (?<=,)(?=[^\s\d]) | (?<=\w[-.])(?=[^\W\d])",
    re.VERBOSE,
)


def clip(text: str, longest: int) -> str:
    """A text of at most so many characters; an ellipsis stands for what is cut off.

    >>> clip("bill_length_mm", 9), clip("sex", 9)
    ('bill_len…', 'sex')
    """
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def wrap(text: str, longest: int, max_lines: int) -> tuple[tuple[str, ...], bool]:
    """A text in lines of at most so many characters, and whether some of it was cut off.

    Lines are broken between words, else after a mark inside a name, else anywhere.

    >>> wrap("flipper_length_mm <= 206.5", 20, 2)
    (('flipper_length_mm', '<= 206.5'), False)
    >>> wrap("a_very_long_name_of_a_feature", 12, 2)
    (('a_very_long_', 'name_of_a_…'), True)
    """
    lines = [""]
    for piece in _pieces(text, longest):
        if len(lines[-1] + piece.rstrip()) <= longest:
            lines[-1] += piece
        else:
            lines.append(piece.lstrip())
    lines = [line.rstrip() for line in lines if line.strip()] or [""]
    if len(lines) <= max_lines:
        return tuple(lines), False
    last = lines[max_lines - 1][: longest - 1].rstrip() + "…"
    return (*lines[: max_lines - 1], last), True


def _pieces(text: str, longest: int) -> list[str]:
    """What must stay on one line, in order."""
    return [
        piece[start : start + longest]
        for piece in _BREAK.split(text)
        for start in range(0, len(piece), longest)
    ]
