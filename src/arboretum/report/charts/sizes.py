"""The error of trees of every size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arboretum.report.charts.drawing import (
    WIDTH,
    Scale,
    bars_path,
    chart,
    label,
    line,
    room_for,
    tick_text,
    ticks,
    x_axis,
    y_axis,
)
from arboretum.report.markup import Markup, element

__all__ = ["SizedError", "error_by_size"]

#: In pixels.
HEIGHT, TOP, BELOW, SIDE = 250.0, 12.0, 40.0, 14.0


@dataclass(frozen=True)
class SizedError:
    """The error of a tree in cross-validation, and its standard error."""

    n_leaves: int
    error: float
    spread: float


def error_by_size(
    points: Sequence[SizedError], kept: int, limit: float | None, is_share: bool, words: str
) -> Markup:
    """Trees from the smallest to the largest, evenly spaced; a ring marks the one kept.

    ``limit`` is the error up to which the rule allows a smaller tree.
    """
    high = max(point.error + point.spread for point in points)
    values = ticks(0.0, high)
    texts = [f"{100 * value:g} %" if is_share else tick_text(value) for value in values]
    left = 10 + room_for(texts)
    x = Scale(0.0, max(len(points) - 1.0, 1.0), left + SIDE, WIDTH - SIDE)
    y = Scale(0.0, high, HEIGHT - BELOW, TOP)
    drawn = y_axis(y, left, WIDTH, values, texts)
    whiskers = [
        (x(i) - 0.6, y(point.error + point.spread), x(i) + 0.6, y(point.error - point.spread))
        for i, point in enumerate(points)
    ]
    places = [f"{x(i):.1f} {y(point.error):.1f}" for i, point in enumerate(points)]
    at = {"cx": f"{x(kept):.1f}", "cy": f"{y(points[kept].error):.1f}"}
    drawn += [
        *([] if limit is None else [line(left, y(limit), WIDTH, y(limit), "asked")]),
        bars_path(whiskers, "whisker"),
        element("path", class_="joined", d=f"M{'L'.join(places)}"),
        element("path", class_="dots", d="".join(f"M{place}h0" for place in places)),
        element("circle", class_="ring", r="8", **at),
    ]
    # The tree that was kept is named first, then whatever has room.
    order = sorted(range(len(points)), key=lambda i: i != kept)
    names = [str(points[i].n_leaves) for i in order]
    axis = x_axis(x, HEIGHT - BELOW, [float(i) for i in order], names)
    title = label((left + WIDTH) / 2, HEIGHT - 6, "leaves")
    return chart(HEIGHT, words, *drawn, *axis, title)
