"""How often a class occurred over the share it was given."""

from __future__ import annotations

from arboretum.measures import Calibration
from arboretum.report.charts.drawing import SQUARE_HEIGHT, bars_path, chart, share_square
from arboretum.report.markup import Markup, element

__all__ = ["calibration_chart"]

#: Half as wide as the line of an interval is, in pixels.
HALF = 0.8


def calibration_chart(found: Calibration, across: str, up: str, words: str) -> Markup:
    """A dot for each group of samples with its interval; a ring where this misses the diagonal."""
    x, y, drawn = share_square(across, up)
    places = [
        (x(given), y(seen))
        for given, seen in zip(found.predicted.tolist(), found.observed.tolist(), strict=True)
    ]
    whiskers = [
        (at - HALF, y(high), at + HALF, y(low))
        for (at, _), (low, high) in zip(places, found.interval.tolist(), strict=True)
    ]
    texts = [f"{at:.1f} {down:.1f}" for at, down in places]
    drawn += [
        bars_path(whiskers, "whisker"),
        element("path", class_="joined", d=f"M{'L'.join(texts)}"),
        element("path", class_="dots", d="".join(f"M{text}h0" for text in texts)),
    ]
    drawn += [
        element("circle", class_="ring", r="8", cx=f"{at:.1f}", cy=f"{down:.1f}")
        for (at, down), is_off in zip(places, found.is_off.tolist(), strict=True)
        if is_off
    ]
    return chart(SQUARE_HEIGHT, words, *drawn)
