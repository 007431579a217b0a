"""How wide texts are, in points, whatever they are drawn on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from arboretum.show.paper.wrap import wrap

__all__ = ["LINE_HEIGHT", "text_width", "widest", "wrap_to_width"]

#: From one line to the next, in sizes of the font.
LINE_HEIGHT = 1.3
#: Outlines are measured; on a screen letters are moved to whole pixels.
_ROUNDING = 1.06


@lru_cache(maxsize=16384)
def text_width(text: str, size: float, is_bold: bool = False) -> float:
    """The width of one line."""
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
