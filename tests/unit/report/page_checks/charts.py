"""Drawings taken apart: where lines, bars and points are, and what stands at the ticks of an axis.

Places are written to a tenth of a pixel, which is what they may be off by.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from arboretum.tree import name_text
from tests.unit.report.page_checks.facts import Facts
from tests.unit.report.page_checks.page import Element

__all__ = [
    "PIXEL",
    "Scale",
    "across",
    "are_near",
    "are_the_same_bars",
    "base_line",
    "calibration",
    "lines_of",
    "points_of",
    "rectangles",
    "residuals",
    "roc",
    "scatter",
    "texts_of",
    "ticks_across",
    "ticks_up",
    "up",
]

PIXEL = 0.11


@dataclass(frozen=True)
class Scale:
    """From values to pixels, in a straight line."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: Any) -> Any:
        if not self.low < self.high:
            return (self.start + self.end) / 2 + 0 * np.asarray(value)
        place = (np.asarray(value) - self.low) / (self.high - self.low)
        return self.start + np.clip(place, 0, 1) * (self.end - self.start)


def are_near(drawn: Any, truth: Any) -> bool:
    """Whether places on the sheet are where they should be."""
    drawn, truth = np.asarray(drawn, dtype=float), np.asarray(truth, dtype=float)
    return drawn.shape == truth.shape and bool(np.all(np.abs(drawn - truth) <= PIXEL))


def are_the_same_bars(drawn: np.ndarray, truth: np.ndarray) -> bool:
    """Whether every bar that can be seen is one that should be, and the other way round."""
    one, other = (np.asarray(bars, dtype=float).reshape(-1, 4) for bars in (drawn, truth))
    apart = np.abs(one[:, None] - other[None]).max(axis=2) > PIXEL
    seen, there = (bars[:, 3] - bars[:, 1] > 2 * PIXEL for bars in (one, other))
    return not (apart[seen].all(axis=1).any() or apart[:, there].all(axis=0).any())


def lines_of(element: Element, kind: str) -> list[list[float]]:
    """The ends of the lines of a kind: x1, y1, x2, y2."""
    found = [one.attributes for one in element.all("line") if one.kind == kind]
    return [[float(at[name]) for name in ("x1", "y1", "x2", "y2")] for at in found]


def rectangles(element: Element, kind: str | None = None) -> np.ndarray:
    """Left, top, right and bottom of the bars of a kind, or of all."""
    found = [
        [float(x) for x in one]
        for path in element.all("path")
        if kind is None or path.kind == kind
        for one in re.findall(
            r"M(?=([-\d.]+) ([-\d.]+)H([-\d.]+)V([-\d.]+))\1 \2H\3V\4H\1Z",
            path.attributes["d"],
        )
    ]
    return np.array(found).reshape(-1, 4)


def points_of(element: Element, kind: str) -> np.ndarray:
    """The places that a path of a kind goes through."""
    (path,) = (one for one in element.all("path") if one.kind == kind)
    found = re.findall(r"([-\d.]+) ([-\d.]+)", path.attributes["d"])
    return np.array(found, dtype=float)


def texts_of(element: Element, kind: str = "") -> list[tuple[float, float, str]]:
    """The letters of a kind that lie: where, and what they say."""
    return [
        (float(one.attributes["x"]), float(one.attributes["y"]), one.text)
        for one in element.all("text")
        if one.kind == kind and "transform" not in one.attributes
    ]


# -- axes ----------------------------------------------------------------------------


def base_line(element: Element) -> tuple[float, float, float]:
    """Where the axis at the bottom begins and ends, and how far down it is."""
    line = next(one for one in lines_of(element, "axis") if one[1] == one[3])
    return line[0], line[2], line[1]


def ticks_across(element: Element) -> list[tuple[float, str]]:
    """Where the ticks of the axis at the bottom are, and what stands below each."""
    *_, bottom = base_line(element)
    ticks = [one[0] for one in lines_of(element, "axis") if one[0] == one[2]]
    below = [text for _, y, text in texts_of(element) if y == bottom + 16]
    assert len(ticks) == len(below), "a tick without a number, or a number without a tick"
    return list(zip(ticks, below, strict=True))


def ticks_up(element: Element) -> list[tuple[float, str]]:
    """The same of the lines across: how far down, and what stands to the left."""
    grid = [one[1] for one in lines_of(element, "grid") if one[1] == one[3]]
    ends = [one for one in element.all("text") if one.attributes.get("text-anchor") == "end"]
    left = [one.text for one in ends if not one.kind]
    assert len(grid) == len(left), "a line without a number, or a number without a line"
    return list(zip(grid, left, strict=True))


def across(
    element: Element, scale: Scale, value_of: Callable[[str], float] = float
) -> Iterator[str]:
    """Complaints about the numbers at the bottom."""
    yield from _along(ticks_across(element), scale, value_of)


def up(element: Element, scale: Scale, value_of: Callable[[str], float] = float) -> Iterator[str]:
    """Complaints about the numbers to the left."""
    yield from _along(ticks_up(element), scale, value_of)


def _along(
    ticks: list[tuple[float, str]], scale: Scale, value_of: Callable[[str], float]
) -> Iterator[str]:
    values = [value_of(text) for _, text in ticks]
    for (place, text), value in zip(ticks, values, strict=True):
        is_inside = scale.low - 1e-9 <= value <= scale.high + abs(scale.high) * 1e-9 + 1e-9
        if not is_inside or not are_near(place, scale(value)):
            yield f"{text} stands at {place}, not at {scale(value)}"
    # A number without room beside those before it is left out: every second one, or two of three.
    step = min(np.diff(sorted(values)), default=0.0)
    if step > 0 and not any(_are_multiples(values, step / n) for n in (1, 2, 3)):
        yield f"the ticks are not round numbers, as far apart as each other: {values}"


def _are_multiples(values: list[float], step: float) -> bool:
    return all(abs(value / step - round(value / step)) <= 1e-6 for value in values)


# -- charts of errors ------------------------------------------------------------------


def scatter(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    """A point per sample, or 2000 of them."""
    name = name_text(facts.target_name)
    if match[1] != name:
        yield f"the target is {name}"
    observed, found, _ = facts.held_out
    low, high = min(observed.min(), found.min()), max(observed.max(), found.max())
    (x1, y1, x2, y2), start = lines_of(element, "chance")[0], base_line(element)[0]
    if not (low < high) or not are_near(x1, start):
        return
    x, y = Scale(low, high, x1, x2), Scale(low, high, y1, y2)
    shown = np.unique(np.linspace(0, len(observed) - 1, 2000).round().astype(int))
    truth = np.column_stack([x(found[shown]), y(observed[shown])])
    if not are_near(points_of(element, "points"), truth):
        yield "the points are elsewhere"
    yield from across(element, x)
    yield from up(element, y)
    turned = [one.text for one in element.all("text") if "transform" in one.attributes]
    if turned != [f"actual {name}"] or texts_of(element)[-1][2] != f"predicted {name}":
        yield "the names of the axes"


def residuals(facts: Facts, element: Element) -> Iterator[str]:
    """How many samples are off by how much; the outermost count in the outermost bars."""
    observed, found, weights = facts.held_out
    off = observed - found
    low, high = np.quantile(off, [0.005, 0.995])
    low, high = min(low, 0.0), max(high, 0.0)
    if not low < high:
        low, high = -1.0, 1.0
    start, end, bottom = base_line(element)
    drawn = rectangles(element, "box solid")
    edges = np.linspace(low, high, 31)
    place = np.clip(np.searchsorted(edges, off, side="right") - 1, 0, 29)
    counts = np.bincount(place, weights, minlength=30)
    x = Scale(low, high, start, end)
    tall = Scale(0, counts.max(), bottom, drawn[:, 1].min())
    is_there = bottom - tall(counts) > 0.1
    left = (np.round(x(edges[:-1]) + 0.5, 1))[is_there]
    seen = drawn[drawn[:, 3] - drawn[:, 1] > 0.1]
    if len(seen) != is_there.sum() or not are_near(seen[:, 0], left):
        yield "the bars stand elsewhere"
    elif _n_off(seen[:, 1], tall(counts)[is_there], counts[is_there], tall) > 0:
        yield f"the bars are {counts.tolist()}"
    yield from across(element, x)
    if not are_near(lines_of(element, "chance")[0][0], x(0.0)):
        yield "the line at 0"


def _n_off(drawn: np.ndarray, truth: np.ndarray, counts: np.ndarray, tall: Scale) -> int:
    """Bars of another height: a sample at an edge may count on either side of it."""
    a_sample = abs(float(tall(1.0) - tall(0.0))) if tall.high > 1 else 0.0
    return int((np.abs(drawn - truth) > PIXEL + a_sample).sum())


def roc(
    element: Element,
    shares: np.ndarray,
    is_positive: np.ndarray,
    weights: np.ndarray,
    tree: tuple[float, float],
) -> Iterator[str]:
    """The curve goes through what each share gives, from nobody to everybody."""
    x1, y1, x2, y2 = lines_of(element, "chance")[0]
    x, y = Scale(0, 1, x1, x2), Scale(0, 1, y1, y2)
    order = np.argsort(-shares, kind="stable")
    last = np.flatnonzero(np.append(np.diff(shares[order]) != 0, True))
    right = np.cumsum((weights * is_positive)[order])[last] / weights[is_positive].sum()
    wrong = np.cumsum((weights * ~is_positive)[order])[last] / weights[~is_positive].sum()
    truth = np.column_stack([x(np.append(0, wrong)), y(np.append(0, right))])
    drawn = [points_of(element, one.kind) for one in element.all("path")]
    if len(drawn) != 2 or not np.array_equal(*drawn):
        yield "the curve and its ground"
    apart = np.abs(drawn[0][:, None] - truth[None]).max(axis=2).min(axis=1)
    if apart.max() > PIXEL or not are_near(drawn[0][[0, -1]], truth[[0, -1]]):
        yield "the curve goes elsewhere"
    if len(drawn[0]) != min(len(truth), 200):
        yield f"the curve has {len(drawn[0])} of {len(truth)} points"
    for circle in element.all("circle"):
        at = [float(circle.attributes[name]) for name in ("cx", "cy")]
        if not are_near(at, [x(tree[0]), y(tree[1])]):
            yield f"the tree is at {tree}"
    yield from _quarters(element, x, y)


def _quarters(element: Element, x: Scale, y: Scale) -> Iterator[str]:
    texts = [one for one in element.all("text") if one.text.endswith(" %")]
    for one in texts:
        share, is_left = float(one.text[:-2]) / 100, one.attributes["text-anchor"] == "end"
        place = float(one.attributes["y" if is_left else "x"])
        truth = y(share) + 4 if is_left else min(x(share), 320)
        if not are_near(place, truth):
            yield f"{one.text} stands at {place}"
    if sorted(one.text for one in texts) != sorted(2 * ["0 %", "25 %", "50 %", "75 %", "100 %"]):
        yield "the quarters"


def calibration(
    element: Element,
    points: list[tuple[float, float]],
    intervals: list[tuple[float, float]],
    rings: list[tuple[float, float]],
) -> Iterator[str]:
    """A dot for each pair of shares, joined, with its interval; rings around some."""
    x1, y1, x2, y2 = lines_of(element, "chance")[0]
    x, y = Scale(0, 1, x1, x2), Scale(0, 1, y1, y2)
    truth = np.array([(x(given), y(seen)) for given, seen in points])
    for kind in ("joined", "dots"):
        if not are_near(points_of(element, kind), truth):
            yield f"the {kind} are elsewhere"
    middles = [at for at, _ in truth.tolist()]
    upright = [
        (at - 0.8, y(high), at + 0.8, y(low))
        for at, (low, high) in zip(middles, intervals, strict=True)
    ]
    if not are_near(rectangles(element, "whisker"), upright):
        yield "the intervals are elsewhere"
    drawn = [
        [float(one.attributes[name]) for name in ("cx", "cy")] for one in element.all("circle")
    ]
    around = np.array([(x(given), y(seen)) for given, seen in rings]).reshape(-1, 2)
    if not are_near(np.array(drawn).reshape(-1, 2), around):
        yield "the rings are elsewhere"
    yield from _quarters(element, x, y)
