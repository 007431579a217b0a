"""Long texts in short lines, and how wide they are, whatever they are drawn on."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

__all__ = ["LINE_HEIGHT", "clip", "text_width", "widest", "wrap", "wrap_to_width"]

#: From one line to the next, in sizes of the font.
LINE_HEIGHT = 1.3
#: Outlines are measured; on a screen letters are moved to whole pixels.
_ROUNDING = 1.06

#: Where a line may end: between words, but not between a sign such as <= and what it compares with;
#: after a mark inside a name, but never inside a number.
_BREAK = re.compile(
    r"(?<=\s)(?<![<>=]\s)(?=\S) | (?<=[_/])(?=\S) | (?<=,)(?=[^\s\d]) | (?<=\w[-.])(?=[^\W\d])",
    re.VERBOSE,
)


def clip(text: str, longest: int) -> str:
    """A text of at most ``longest`` characters; an ellipsis stands for what is cut off.

    >>> clip("bill_length_mm", 9), clip("sex", 9)
    ('bill_len…', 'sex')
    """
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"


def wrap(text: str, longest: int, max_lines: int) -> tuple[tuple[str, ...], bool]:
    """A text in lines of at most ``longest`` characters, and whether some of it was cut off.

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


@lru_cache(maxsize=16384)
def text_width(text: str, size: float, is_bold: bool = False) -> float:
    """The width of one line, in points."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(size=size, weight="bold" if is_bold else "normal")
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width) * _ROUNDING


def widest(lines: Iterable[str], size: float, is_bold: bool = False) -> float:
    """The width of the widest line."""
    return max((text_width(line, size, is_bold) for line in lines), default=0.0)


def wrap_to_width(text: str, size: float, width: float, max_lines: int) -> tuple[str, ...]:
    """A text in lines of at most some width."""
    characters = max(int(width / (0.5 * size)), 2)
    while True:
        lines, _ = wrap(text, characters, max_lines)
        needed = widest(lines, size)
        if needed <= width or characters == 2:
            return lines
        characters = max(min(characters - 1, int(characters * width / needed)), 2)
