"""Categories of a feature, one line each: how many samples by class, or where the target lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from arboretum.data import Feature
from arboretum.report.charts.drawing import Scale
from arboretum.report.distribution import Distribution
from arboretum.report.markup import Markup, element, stretched
from arboretum.tree import category_text, number_text

__all__ = ["category_bars"]


@dataclass(frozen=True)
class _Line:
    name: str
    picture: Markup
    count: str
    is_first_of_group: bool


def category_bars(
    found: Distribution, feature: Feature, marks: Sequence[str], caption: str
) -> Markup:
    """A table, so that names of any length have room; a line parts what the tree parts."""
    names = [
        f"{found.n_others} others" if code < 0 else category_text((feature.categories or ())[code])
        for code in found.codes or ()
    ]
    pictures = _boxes(found) if found.boxes is not None else _bars(found, marks)
    counts = [number_text(round(float(n), 6), 6) for n in found.counts.sum(axis=1)]
    lines = [
        _Line(*of, is_first_of_group=_begins_group(found, i))
        for i, of in enumerate(zip(names, pictures, counts, strict=True))
    ]
    body = [
        element(
            "tr",
            element("th", one.name, scope="row"),
            element("td", one.picture),
            element("td", one.count, class_="number"),
            class_="asked" if one.is_first_of_group else None,
        )
        for one in lines
    ]
    foot = [_ends(found)] if found.boxes is not None else []
    title = element("caption", caption, class_="spoken")
    return element("table", title, element("tbody", *body, *foot), class_="split")


def _begins_group(found: Distribution, i: int) -> bool:
    if i == 0 or found.codes is None or found.codes[i] < 0:
        return False
    before, here = found.codes[i - 1], found.codes[i]
    if found.thresholds:  # an ordered feature
        return any(before <= threshold < here for threshold in found.thresholds)
    return found.group[i] != found.group[i - 1]


def _bars(found: Distribution, marks: Sequence[str]) -> list[Markup]:
    """As long as there are samples, in the colours of their classes."""
    longest = float(found.counts.sum(axis=1).max())
    drawn = []
    for row in found.counts:
        ends = 100.0 * np.cumsum(row) / longest
        pieces = [
            element("rect", class_=mark, x=f"{end - n:.2f}", width=f"{n:.2f}", height="10")
            for mark, end, n in zip(marks, ends, 100.0 * row / longest, strict=True)
            if n > 0
        ]
        drawn.append(stretched(pieces))
    return drawn


def _boxes(found: Distribution) -> list[Markup]:
    """From the tenth of the target in a hundred to the ninetieth, on one scale for all."""
    assert found.boxes is not None  # the target is a number
    x = Scale(float(np.nanmin(found.boxes)), float(np.nanmax(found.boxes)), 0.0, 100.0)
    drawn = []
    for row in found.boxes:
        least, lower, median, upper, most = (x(value) for value in row)
        spans = ((least, most, "whisker", 4.4, 1.2), (lower, upper, "box", 0.0, 10.0))
        pieces = [_span(*one) for one in spans]
        pieces.append(_span(median - 0.6, median + 0.6, "median", 0.0, 10.0))
        drawn.append(stretched(pieces))
    return drawn


def _span(start: float, end: float, kind: str, y: float, height: float) -> Markup:
    size = {"width": f"{max(end - start, 0.4):.2f}", "height": f"{height:g}"}
    return element("rect", class_=kind, x=f"{start:.2f}", y=f"{y:g}", **size)


def _ends(found: Distribution) -> Markup:
    """The numbers at both ends of the scale."""
    assert found.boxes is not None  # the target is a number
    ends = float(np.nanmin(found.boxes)), float(np.nanmax(found.boxes))
    texts = [element("span", number_text(end, 4)) for end in ends]
    return element(
        "tr", element("td"), element("td", *texts, class_="ends"), element("td"), class_="scale"
    )
