"""Each feature beside the target: bars by class, boxes of numbers, lines of categories."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from arboretum.tree import category_text, name_text
from tests.unit.report.page_checks import charts
from tests.unit.report.page_checks.charts import (
    PIXEL,
    Scale,
    are_near,
    base_line,
    lines_of,
    rectangles,
    texts_of,
    ticks_across,
)
from tests.unit.report.page_checks.columns import known_of, quantiles_of, values_text
from tests.unit.report.page_checks.facts import Facts
from tests.unit.report.page_checks.page import Element
from tests.unit.report.page_checks.reading import (
    NUMBER,
    PERCENT,
    Form,
    Table,
    expect,
    expect_numbers,
    is_number,
    is_percent,
    is_threshold,
)
from tests.unit.report.page_checks.tree import LEGEND

__all__ = ["FORMS", "MOST_FEATURES"]

MOST_FEATURES, MOST_BARS, MOST_BOXES, MOST_CATEGORIES = 30, 24, 12, 10
SHARES = (0.1, 0.25, 0.5, 0.75, 0.9)


def _intro(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("target", match[1] or match[2], name_text(facts.target_name))
    yield from expect("kind", match[1] is not None, facts.is_class)
    yield from expect("lines", match[3] is not None, bool(facts.used))


def _folded(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    n_features = facts.schema.n_features
    n_shown = min(n_features, MOST_FEATURES)
    held = [len(_known(facts, f)[0]) > 0 for f in range(n_features)]
    if n_features <= MOST_FEATURES:
        n_shown = sum(held)
    n_others = n_shown - min(len(facts.used), MOST_FEATURES)
    if all(held):
        yield from expect("features", int(match[1]), n_others)
        yield from expect("hidden", int(match[2] or 0), n_features - n_shown)


# -- one feature ------------------------------------------------------------------


def _known(facts: Facts, f: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The values of a feature, with the target and the weights of the samples that have one."""
    held = np.asarray(facts.dataset.columns[f])
    known = ~np.isnan(held) if held.dtype.kind == "f" else held >= 0
    known &= facts.has_target
    return held[known], facts.target[known], facts.dataset.weights[known]


def _feature(facts: Facts, match: re.Match, figure: Element) -> Iterator[str]:
    f = int(figure.attributes["id"].removeprefix("feature-")) - 1
    yield from expect("name", match[0], name_text(facts.schema.feature_names[f]))
    thresholds = _thresholds(facts, f)
    edges = None
    if facts.schema.features[f].categories is None:
        values, most = _known(facts, f)[0], MOST_BARS if facts.is_class else MOST_BOXES
        edges = _edges(values, thresholds, most)
    (caption,) = figure.all("figcaption")
    yield from _caption(facts, f, edges, caption.text)
    if edges is None:
        yield from _categories(facts, f, figure)
        return
    (chart,) = figure.all("svg")
    yield from _words(facts, f, thresholds, chart.attributes["aria-label"])
    drawn = _bars if facts.is_class else _boxes
    yield from drawn(facts, f, edges, chart)
    yield from _axis(facts, f, edges, chart)
    yield from _asked(facts, f, edges, thresholds, chart)


def _thresholds(facts: Facts, f: int) -> list[float]:
    """What the tree asks about a feature, the question of most samples first."""
    asked = [n for n in facts.tree.nodes() if n.split is not None and n.split.column == f]
    asked.sort(key=lambda node: -node.weight)
    return list(dict.fromkeys(float(t) for node in asked for t in node.split.thresholds))


def _edges(values: np.ndarray, thresholds: list[float], most: int) -> np.ndarray:
    """Between what bars lie: a value each, or as wide as each other, with the far tails inside."""
    low, high = float(values.min()), float(values.max())
    if high - low < MOST_BARS and (values % 1 == 0).all():
        return np.arange(low, high + 2) - 0.5
    inner = [*np.quantile(values, [0.01, 0.99]), *thresholds]
    first, last = max(min(inner), low), min(max(inner), high)
    if thresholds:
        first, last = min(inner), max(inner)
    if last > first:
        low = first if first - low > (last - first) / 2 else low
        high = last if high - last > (last - first) / 2 else high
    return np.linspace(low, high, most + 1) if low < high else np.array([low - 0.5, low + 0.5])


def _caption(facts: Facts, f: int, edges: np.ndarray | None, text: str) -> Iterator[str]:
    values, _, weights = _known(facts, f)
    missing = 1 - len(known_of(facts, f)[0]) / facts.dataset.n_rows
    feature = facts.schema.features[f]
    name, *notes = text.removeprefix(name_text(feature.name)).split(" · ")
    yield from expect("name", name, "")
    ends = [] if edges is None else [("below", edges[0], values < edges[0])]
    ends += [] if edges is None else [("above", edges[-1], values > edges[-1])]
    beyond = [(side, end, weights[is_out].sum()) for side, end, is_out in ends if is_out.any()]
    yield from expect("notes", len(notes), len(beyond) + (missing > 0))
    for note, (side, end, n) in zip(notes, beyond, strict=False):
        match = re.fullmatch(rf"{NUMBER} {side} (.+)", note)
        clock = feature.clock
        if match is None or not is_number(match[1], float(n), 6):
            yield f"{note!r}: {n} are {side} {end}"
        elif not (clock.text(end) == match[2] if clock else is_number(match[2], float(end))):
            yield f"{note!r}: {side} {end}"
    if missing > 0:
        stated = re.fullmatch(rf"{PERCENT} missing", notes[-1]) if notes else None
        if stated is None or not is_percent(stated[1], missing):
            yield f"missing are {missing}"


def _words(facts: Facts, f: int, thresholds: list[float], text: str) -> Iterator[str]:
    """What a screen reader says."""
    feature = facts.schema.features[f]
    head = f"{name_text(feature.name)} and {name_text(facts.target_name)}: "
    said, asks, asked = text.partition("; the tree asks about ")
    yield from expect("head", said[: len(head)], head)
    yield from values_text(facts, f).wrong(said[len(head) :])
    yield from expect("thresholds", len(asked.split(", ")) if asks else 0, len(thresholds))
    for one, threshold in zip(asked.split(", "), thresholds, strict=False):
        yield from _one_threshold(facts, f, one, [threshold])


def _one_threshold(facts: Facts, f: int, text: str, these: list[float]) -> Iterator[str]:
    clock, values = facts.schema.features[f].clock, np.asarray(facts.dataset.columns[f])
    if clock is not None:
        is_one = text in [clock.text(one) for one in these]
    else:
        says_below = facts.says_below(f)
        is_one = any(is_threshold(text, one, values, says_below) for one in these)
    if not is_one:
        yield f"{text} is not among {these}"


# -- bars and boxes -----------------------------------------------------------------


def _places(values: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """The bar of each value; what lies at an edge belongs to the left."""
    return np.clip(np.searchsorted(edges, values, side="left") - 1, 0, len(edges) - 2)


def _bars(facts: Facts, f: int, edges: np.ndarray, chart: Element) -> Iterator[str]:
    values, codes, weights = _known(facts, f)
    place, n_bars = _places(values, edges), len(edges) - 1
    counts = np.zeros((n_bars, len(facts.classes)))
    np.add.at(counts, (place, codes), weights)
    start, end, bottom = base_line(chart)
    x, tops = Scale(edges[0], edges[-1], start, end), np.cumsum(counts, axis=1)
    height = Scale(0, tops[:, -1].max(), bottom, 20)
    expected = [
        (x(edges[i]) + 0.5, height(tops[i, k]), x(edges[i + 1]) - 0.5, height(tops[i, k] - n))
        for i in range(n_bars)
        for k, n in enumerate(counts[i])
        if n > 0
    ]
    if not charts.are_the_same_bars(rectangles(chart), np.array(expected)):
        yield "the bars are elsewhere"


def _boxes(facts: Facts, f: int, edges: np.ndarray, chart: Element) -> Iterator[str]:
    values, target, weights = _known(facts, f)
    place = _places(values, edges)
    held = [i for i in range(len(edges) - 1) if (place == i).any()]
    found = [quantiles_of(target[place == i], weights[place == i], SHARES) for i in held]
    boxes = np.array(found)
    start, end, bottom = base_line(chart)
    x = Scale(edges[0], edges[-1], start, end)
    y = Scale(boxes.min(), boxes.max(), bottom - 4, 24)
    middle = np.array([(x(edges[i]) + x(edges[i + 1])) / 2 for i in held])
    counts = np.array([weights[place == i].sum() for i in held])
    filled = 0.2 + 0.65 * np.sqrt(counts / counts.max())
    half = np.array([x(edges[i + 1]) - x(edges[i]) for i in held]) * filled / 2
    upper = np.minimum(y(boxes[:, 3]), y(boxes[:, 1]))
    lower = np.maximum(y(boxes[:, 1]), y(boxes[:, 3]) + 1)
    whole = np.column_stack([middle - half, upper, middle + half, lower])
    line = [middle - half, y(boxes[:, 2]) - 1, middle + half, y(boxes[:, 2]) + 1]
    if not are_near(rectangles(chart, "box"), whole):
        yield "the boxes are elsewhere"
    if not are_near(rectangles(chart, "median"), np.column_stack(line)):
        yield "the medians are elsewhere"
    thin = np.column_stack([middle - 0.6, y(boxes[:, 4]), middle + 0.6, y(boxes[:, 0])])
    if not charts.are_the_same_bars(rectangles(chart, "whisker"), thin):
        yield "the thin lines are elsewhere"
    yield from charts.up(chart, y)


def _axis(facts: Facts, f: int, edges: np.ndarray, chart: Element) -> Iterator[str]:
    clock, (start, end, _) = facts.schema.features[f].clock, base_line(chart)
    scale = Scale(edges[0], edges[-1], start, end)
    if clock is None:
        yield from charts.across(chart, scale)
        return
    a_pixel = (edges[-1] - edges[0]) / (end - start)
    for place, text in ticks_across(chart):
        value = edges[0] + (place - start) * a_pixel
        near = {clock.text(value + step * a_pixel) for step in np.linspace(-PIXEL, PIXEL, 9)}
        if text not in near:
            yield f"{text} stands at {clock.text(value)}"


def _asked(
    facts: Facts, f: int, edges: np.ndarray, thresholds: list[float], chart: Element
) -> Iterator[str]:
    start, end, _ = base_line(chart)
    scale = Scale(edges[0], edges[-1], start, end)
    drawn = [one[0] for one in lines_of(chart, "asked") if one[0] == one[2]]
    if not are_near(drawn, [scale(one) for one in thresholds]):
        yield f"the tree asks about {thresholds}"
    for middle, _, text in texts_of(chart, "asked"):
        half = len(text) * 8.5 / 2
        here = [t for t in thresholds if abs(np.clip(scale(t), half, 340 - half) - middle) <= 0.2]
        yield from _one_threshold(facts, f, text, here)


# -- categories ---------------------------------------------------------------------


def _categories(facts: Facts, f: int, figure: Element) -> Iterator[str]:
    (element,) = figure.all("table")
    (caption,) = element.all("caption")
    feature = facts.schema.features[f]
    head = f"{name_text(feature.name)} and {name_text(facts.target_name)}: "
    yield from expect("head", caption.text[: len(head)], head)
    yield from values_text(facts, f).wrong(caption.text[len(head) :])
    groups = _groups(facts, f)
    table = Table.of(element)
    n_lines = len(groups)
    yield from expect("lines", [row[0] for row in table.rows[:n_lines]], list(groups))
    values, _, weights = _known(facts, f)
    for row, codes in zip(table.rows, groups.values(), strict=False):
        n = float(weights[np.isin(values, codes)].sum())
        yield from expect_numbers((row[0], is_number(row[2], n, 6), n))
    drawn = _shares_drawn if facts.is_class else _boxes_drawn
    yield from drawn(facts, f, list(groups.values()), table)


def _groups(facts: Facts, f: int) -> dict[str, list[int]]:
    """The categories of each line: as they are ordered, or as the tree sorts them."""
    values, _, weights = _known(facts, f)
    feature = facts.schema.features[f]
    whole = np.bincount(values, weights, minlength=feature.n_categories)
    common = [code for code in np.argsort(-whole, kind="stable").tolist() if whole[code] > 0]
    shown = common if len(common) <= MOST_CATEGORIES else common[: MOST_CATEGORIES - 1]
    if feature.kind == "ordered":
        shown = sorted(shown)
    else:
        branch = _branches(facts, f)
        shown = sorted(shown, key=lambda code: (branch.get(code, -1), common.index(code)))
    found = {category_text(feature.categories[code]): [code] for code in shown}
    rest = [code for code in common if code not in shown]
    return found | ({f"{len(rest)} others": rest} if rest else {})


def _branches(facts: Facts, f: int) -> dict[int, int]:
    """Where the question of most samples about a feature sends each category."""
    asked = [n for n in facts.tree.nodes() if n.split is not None and n.split.column == f]
    if not asked:
        return {}
    return dict(enumerate(max(asked, key=lambda node: node.weight).split.branches))


def _shares_drawn(facts: Facts, f: int, groups: list[list[int]], table: Table) -> Iterator[str]:
    values, codes, weights = _known(facts, f)
    counts = np.array(
        [
            np.bincount(
                codes[np.isin(values, one)], weights[np.isin(values, one)], len(facts.classes)
            )
            for one in groups
        ]
    )
    longest = counts.sum(axis=1).max()
    for row, cells in zip(counts, table.cells, strict=False):
        ends = 100 * np.cumsum(row) / longest
        truth = [(e - 100 * n / longest, 100 * n / longest) for e, n in zip(ends, row, strict=True)]
        truth = [one for one in truth if one[1] > 0]
        drawn = [
            (float(r.attributes["x"]), float(r.attributes["width"])) for r in cells[1].all("rect")
        ]
        if len(drawn) != len(truth) or not np.allclose(drawn, truth, atol=0.011):
            yield f"the bar is {truth}, not {drawn}"


def _boxes_drawn(facts: Facts, f: int, groups: list[list[int]], table: Table) -> Iterator[str]:
    values, target, weights = _known(facts, f)
    boxes = []
    for one in groups:
        here = np.isin(values, one)
        boxes.append(quantiles_of(target[here], weights[here], SHARES))
    boxes = np.array(boxes)
    low, high = float(boxes.min()), float(boxes.max())
    scale = Scale(low, high, 0, 100)
    for box, cells in zip(boxes, table.cells, strict=False):
        truth = {
            "whisker": (scale(box[0]), scale(box[4])),
            "box": (scale(box[1]), scale(box[3])),
            "median": (scale(box[2]) - 0.6, scale(box[2]) + 0.6),
        }
        for drawn in cells[1].all("rect"):
            x, width = (float(drawn.attributes[name]) for name in ("x", "width"))
            begin, end = truth[drawn.kind]
            if not np.allclose([x, width], [begin, max(end - begin, 0.4)], atol=0.011):
                yield f"the {drawn.kind} is {truth[drawn.kind]}"
    ends = [one.text for one in table.cells[-1][1].all("span")]
    for text, value in zip(ends, (low, high), strict=True):
        yield from expect_numbers(("the end of the scale", is_number(text, value), value))


FORMS = [
    *LEGEND,
    Form("h2", "The features and .+"),
    Form(
        "p",
        r"Each chart shows (?:all samples by the value of one feature, in the colours of their "
        r"classes of (.+?)\.|where (.+) lies for the values of one feature: half of the samples "
        r"inside the box, with the median as a line, and eight in ten between the ends of the thin "
        r"line\.)( Dashed lines are where the tree splits\.)?",
        _intro,
    ),
    Form(
        "summary",
        r"(\d+) features? that the tree does not use(?: \((\d+) more are not shown\))?",
        _folded,
    ),
    Form("feature", ".+", _feature),
]
