"""Predicted and actual numbers, sample by sample, and by how much they differ."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

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

__all__ = ["residual_bars", "scatter"]

FloatArray = npt.NDArray[np.float64]

#: In pixels.
HEIGHT, TOP, BELOW, SIDE = 300.0, 8.0, 40.0, 8.0
BARS_HEIGHT = 170.0
#: Of more samples so many are drawn, evenly spaced in the order given.
MOST_POINTS = 2000
MOST_BARS = 30
#: The outermost residuals, which count in the outermost bars.
OUTERMOST = 0.005


def scatter(predicted: FloatArray, actual: FloatArray, name: str, words: str) -> Markup:
    """A point per sample; on the line predictions are right."""
    drawn = np.unique(np.linspace(0, len(actual) - 1, MOST_POINTS).round().astype(int))
    low = float(min(predicted.min(), actual.min()))
    high = float(max(predicted.max(), actual.max()))
    values, left = _left(low, high)
    x = Scale(low, high, left, WIDTH - SIDE)
    y = Scale(low, high, HEIGHT - BELOW, TOP)
    # A line of no length with round ends is a point: a tenth of the letters of a circle.
    places = zip(predicted[drawn].tolist(), actual[drawn].tolist(), strict=True)
    points = "".join(f"M{x(a):.1f} {y(b):.1f}h0" for a, b in places)
    return chart(
        HEIGHT,
        words,
        *y_axis(y, left, WIDTH - SIDE, values),
        line(x(low), y(low), x(high), y(high), "chance"),
        element("path", class_="points", d=points),
        *x_axis(x, HEIGHT - BELOW, values),
        label((left + WIDTH) / 2, HEIGHT - 6, f"predicted {name}"),
        label(12, (HEIGHT - BELOW) / 2, f"actual {name}", turned=True),
        kind="scatter",
    )


def _left(low: float, high: float) -> tuple[list[float], float]:
    """The ticks of an axis to the left, and where it stands to have room for them."""
    values = ticks(low, high)
    return values, 26 + room_for(map(tick_text, values))


def residual_bars(residuals: FloatArray, weights: FloatArray, words: str) -> Markup:
    """How many samples are off by how much."""
    low, high = np.quantile(residuals, [OUTERMOST, 1 - OUTERMOST]).tolist()
    low, high = min(low, 0.0), max(high, 0.0)
    if not low < high:
        low, high = -1.0, 1.0
    counts, edges = np.histogram(
        np.clip(residuals, low, high), bins=MOST_BARS, range=(low, high), weights=weights
    )
    bottom = BARS_HEIGHT - BELOW
    x, y = Scale(low, high, SIDE, WIDTH - SIDE), Scale(0.0, float(counts.max()), bottom, TOP)
    bars = [
        (x(edges[i]) + 0.5, y(n), x(edges[i + 1]) - 0.5, bottom)
        for i, n in enumerate(counts.tolist())
    ]
    return chart(
        BARS_HEIGHT,
        words,
        bars_path(bars, "box solid"),
        line(x(0.0), TOP, x(0.0), bottom, "chance"),
        *x_axis(x, bottom, ticks(low, high)),
        label(WIDTH / 2, BARS_HEIGHT - 6, "actual − predicted"),
    )
