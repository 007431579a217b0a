"""What all charts are drawn with: a sheet in pixels, scales, ticks, lines and letters."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arboretum.report.markup import Markup, element
from arboretum.tree import number_text

__all__ = [
    "BOLD_LETTER",
    "LETTER",
    "SQUARE_HEIGHT",
    "WIDTH",
    "Scale",
    "bars_path",
    "chart",
    "label",
    "line",
    "room_for",
    "share_square",
    "spaced",
    "tick_text",
    "ticks",
    "x_axis",
    "y_axis",
]

#: Charts are this many pixels wide, as much as a phone has room for, and grow a little where there
#: is more; letters never get smaller than they are here.
WIDTH = 340.0
#: About the width of a letter of the charts, in pixels.
LETTER, BOLD_LETTER = 7.2, 8.5
#: A square of two shares: where it lies, how long its sides are, and how tall its sheet is.
SQUARE_LEFT, SQUARE_TOP, SQUARE_SIDE, SQUARE_HEIGHT = 54.0, 10.0, 272.0, 326.0
QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True)
class Scale:
    """From values to pixels."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        if self.high <= self.low:
            return (self.start + self.end) / 2
        place = (value - self.low) / (self.high - self.low)
        return self.start + min(max(place, 0.0), 1.0) * (self.end - self.start)


def chart(height: float, words: str, *children: Markup, kind: str = "") -> Markup:
    """A chart of the usual width, with what it shows in words."""
    box = f"0 0 {WIDTH:g} {height:g}"
    return element(
        "svg", *children, class_=f"chart {kind}".strip(), viewBox=box, role="img", aria_label=words
    )


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round numbers from low to high, at most so many.

    >>> ticks(0.0, 1.0), ticks(32.1, 59.6), ticks(5.0, 5.0)
    ([0.0, 0.25, 0.5, 0.75, 1.0], [35.0, 40.0, 45.0, 50.0, 55.0], [5.0])
    """
    if not low < high:
        return [low]
    size = 10.0 ** math.floor(math.log10((high - low) / most))
    for step in (size * factor for factor in (1.0, 2.0, 2.5, 5.0, 10.0, 20.0)):
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        if last - first < most:
            break
    return [round(k * step, 12) for k in range(first, last + 1)] or [low, high]


def tick_text(value: float) -> str:
    """What stands at a tick: ticks are round numbers, and rounding them again would move them.

    >>> tick_text(-93.675), tick_text(150.0)
    ('-93.675', '150')
    """
    return number_text(value)


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Markup:
    """A straight line from one place to another."""
    ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    return element("line", class_=kind, **{name: f"{at:.1f}" for name, at in ends.items()})


def label(
    x: float, y: float, text: str, kind: str = "", anchor: str = "middle", turned: bool = False
) -> Markup:
    """A text whose middle, start or end stands at a place on its base line."""
    place = {"x": f"{x:.1f}", "y": f"{y:.1f}"}
    turn = f"rotate(-90 {x:.1f} {y:.1f})" if turned else None
    return element("text", text, class_=kind or None, text_anchor=anchor, transform=turn, **place)


def spaced(
    marks: Iterable[tuple[float, str]], letter: float = LETTER, end: float = WIDTH, gap: float = 8.0
) -> list[tuple[float, float, str]]:
    """The marks whose texts have room beside those before them: place, middle of the text, text.

    A text at the edge is moved inside.
    """
    kept: list[tuple[float, float, str]] = []
    for at, text in marks:
        half = len(text) * letter / 2
        middle = min(max(at, half), end - half)
        if 2 * half <= end and all(
            abs(middle - other) >= half + len(beside) * letter / 2 + gap
            for _, other, beside in kept
        ):
            kept.append((at, middle, text))
    return kept


def x_axis(
    scale: Scale, y: float, values: Sequence[float], texts: Sequence[str] | None = None
) -> list[Markup]:
    """A base line with ticks and what they stand for below it."""
    texts = [tick_text(value) for value in values] if texts is None else texts
    marks = [(scale(value), text) for value, text in zip(values, texts, strict=True)]
    found = [line(scale.start, y, scale.end, y, "axis")]
    for at, middle, text in spaced(marks):
        found += [line(at, y, at, y + 4, "axis"), label(middle, y + 4 + 12, text)]
    return found


def y_axis(
    scale: Scale, x: float, end: float, values: Sequence[float], texts: Sequence[str] | None = None
) -> list[Markup]:
    """Lines across, with what they stand for to the left."""
    found = []
    for value, text in zip(values, texts or map(tick_text, values), strict=True):
        found += [line(x, scale(value), end, scale(value), "grid")]
        found += [label(x - 5, scale(value) + 4, text, anchor="end")]
    return found


def room_for(texts: Iterable[str]) -> float:
    """How wide the longest of some texts is."""
    return LETTER * max(map(len, texts))


def bars_path(bars: Iterable[tuple[float, float, float, float]], kind: str) -> Markup:
    """Rectangles (left, top, right, bottom) of one colour as one element."""
    steps = "".join(
        f"M{left:.1f} {top:.1f}H{right:.1f}V{bottom:.1f}H{left:.1f}Z"
        for left, top, right, bottom in bars
        if bottom - top > 0.04
    )
    return element("path", class_=kind, d=steps)


def share_square(across: str, up: str) -> tuple[Scale, Scale, list[Markup]]:
    """The scales of a square of two shares, and its grid, numbers and names, with a diagonal."""
    x = Scale(0.0, 1.0, SQUARE_LEFT, SQUARE_LEFT + SQUARE_SIDE)
    y = Scale(0.0, 1.0, SQUARE_TOP + SQUARE_SIDE, SQUARE_TOP)
    drawn = []
    for quarter in QUARTERS:
        text = f"{100 * quarter:.0f} %"
        drawn += [
            line(x(quarter), y(0), x(quarter), y(1), "grid"),
            line(x(0), y(quarter), x(1), y(quarter), "grid"),
            label(min(x(quarter), WIDTH - 20), y(0) + 16, text),
            label(x(0) - 6, y(quarter) + 4, text, anchor="end"),
        ]
    drawn += [
        line(x(0), y(0), x(1), y(1), "chance"),
        label((x(0) + x(1)) / 2, SQUARE_HEIGHT - 4, across),
        label(12, (y(0) + y(1)) / 2, up, turned=True),
    ]
    return x, y, drawn
