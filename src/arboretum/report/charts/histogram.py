"""Numbers of a feature: how many samples there are, by class, or where the target lies."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arboretum.data.clock import Clock
from arboretum.report.charts.drawing import (
    BOLD_LETTER,
    WIDTH,
    Scale,
    bars_path,
    chart,
    label,
    line,
    room_for,
    spaced,
    tick_text,
    ticks,
    x_axis,
    y_axis,
)
from arboretum.report.distribution import Distribution
from arboretum.report.markup import Markup
from arboretum.tree.words.date_ticks import date_ticks

__all__ = ["boxes_over", "histogram"]

#: Heights of the sheet, of the letters above the bars and of those below, in pixels.
HEIGHT, BOXES_HEIGHT, ABOVE, BELOW = 132.0, 190.0, 20.0, 22.0
#: Thresholds that have a line from top to bottom.
MOST_LINES = 8
#: Room at the sides, and between bars.
SIDE, GAP = 6.0, 1.0


def histogram(
    found: Distribution,
    marks: Sequence[str],
    thresholds: Sequence[str],
    words: str,
    clock: Clock | None = None,
) -> Markup:
    """Bars of samples in the colours of their classes, and what the tree compares them with."""
    assert found.edges is not None  # categories have no edges
    edges = found.edges.tolist()
    x = Scale(edges[0], edges[-1], SIDE, WIDTH - SIDE)
    bottom = HEIGHT - BELOW
    y = Scale(0.0, float(found.counts.sum(axis=1).max()), bottom, ABOVE)
    tops = np.cumsum(found.counts, axis=1)
    paths = []
    for k, mark in enumerate(marks):
        pieces = [
            (x(edges[i]) + GAP / 2, y(tops[i, k]), x(edges[i + 1]) - GAP / 2, y(tops[i, k] - n))
            for i, n in enumerate(found.counts[:, k].tolist())
            if n > 0
        ]
        if pieces:
            paths.append(bars_path(pieces, mark))
    axis = x_axis(x, bottom, *_shown_ticks(edges, clock))
    return chart(HEIGHT, words, *paths, *axis, *_asked(found, thresholds, x, bottom))


def boxes_over(
    found: Distribution, thresholds: Sequence[str], words: str, clock: Clock | None = None
) -> Markup:
    """Where most of the target lies, from one end of the feature to the other."""
    assert found.edges is not None  # categories have no edges
    assert found.boxes is not None  # the target is a number
    edges, bottom = found.edges.tolist(), BOXES_HEIGHT - BELOW
    low, high = float(np.nanmin(found.boxes)), float(np.nanmax(found.boxes))
    values = ticks(low, high, 4)
    left = SIDE + room_for(map(tick_text, values)) + 6
    x = Scale(edges[0], edges[-1], left, WIDTH - SIDE)
    y = Scale(low, high, bottom - 4, ABOVE + 4)
    drawn = [*y_axis(y, left, WIDTH - SIDE, values)]
    wide, narrow, middle = [], [], []
    most_samples = float(found.counts.max())
    for i, (least, lower, median, upper, most) in enumerate(found.boxes.tolist()):
        if np.isnan(median):
            continue
        start, end = x(edges[i]), x(edges[i + 1])
        # Boxes of few samples are narrow: they say less.
        filled = 0.2 + 0.65 * float(np.sqrt(found.counts[i, 0] / most_samples))
        room, centre = (end - start) * (1 - filled) / 2, (start + end) / 2
        wide.append((start + room, y(upper), end - room, max(y(lower), y(upper) + 1)))
        narrow.append((centre - 0.6, y(most), centre + 0.6, y(least)))
        middle.append((start + room, y(median) - 1, end - room, y(median) + 1))
    for pieces, kind in ((narrow, "whisker"), (wide, "box"), (middle, "median")):
        drawn.append(bars_path(pieces, kind))
    axis = x_axis(x, bottom, *_shown_ticks(edges, clock))
    return chart(BOXES_HEIGHT, words, *drawn, *axis, *_asked(found, thresholds, x, bottom))


def _shown_ticks(edges: list[float], clock: Clock | None) -> tuple[list[float], list[str] | None]:
    """The values at the ticks of an axis, and what is written there if not these."""
    if clock is not None:
        values = date_ticks(clock, edges[0], edges[-1], 4)
        return values, [clock.text(value) for value in values]
    if len(edges) > 1 and edges[0] % 1 == 0.5:  # one bar per whole number: name these
        return [value for value in ticks(edges[0], edges[-1], 6) if value % 1 == 0], None
    return ticks(edges[0], edges[-1]), None


def _asked(found: Distribution, texts: Sequence[str], x: Scale, bottom: float) -> list[Markup]:
    """Lines at the thresholds of the tree; those of most samples have their number above.

    Of very many most are mere ticks, or nothing else could be seen.
    """
    tops = [ABOVE - 3] * MOST_LINES + [bottom - 8] * len(found.thresholds)
    drawn = [
        line(x(value), top, x(value), bottom + 4, "asked")
        for value, top in zip(found.thresholds, tops, strict=False)
    ]
    marks = [(x(value), text) for value, text in zip(found.thresholds, texts, strict=True)]
    drawn += [
        label(middle, 12, text, "asked")
        for _, middle, text in spaced(marks[:MOST_LINES], BOLD_LETTER)
    ]
    return drawn
