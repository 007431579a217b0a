"""The top: its tiles, its warnings and its sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import numpy as np

from arboretum.tree import category_text
from tests.unit.report.page_checks import distance, notes, sentences
from tests.unit.report.page_checks.facts import Facts
from tests.unit.report.page_checks.page import Element
from tests.unit.report.page_checks.reading import (
    NUMBER,
    PERCENT,
    Form,
    as_is,
    expect,
    expect_numbers,
    is_number,
    is_percent,
)

__all__ = ["FORMS", "ROUNDED", "lines_of", "size", "stability", "strip_of"]

#: By how much of its length a bar may be off: the last digit that is written, and what separates
#: it from the next.
ROUNDED = 0.06


def lines_of(tile: Element) -> list[str]:
    return [one.text for one in tile.all("p")]


def strip_of(tile: Element) -> list[dict[str, str]]:
    (drawn,) = tile.all("svg")
    return [one.attributes for one in drawn.all("rect")]


def _is_error(facts: Facts, text: str, truth: float) -> bool:
    if facts.is_class:
        return text.endswith(" %") and is_percent(text[:-2], truth)
    return is_number(text, truth)


def _error(facts: Facts, match: re.Match, tile: Element) -> Iterator[str]:
    label, value, interval, *more = lines_of(tile)
    yield from expect("kind", label.startswith("Wrong"), facts.is_class)
    error, (low, high) = facts.error(*facts.held_out), facts.interval
    yield from expect_numbers(("the error", _is_error(facts, value, error), error))
    ends = re.fullmatch(r"95 % interval: (.+) to (.+)", interval)
    if ends is None:
        yield f"no interval: {interval}"
        return
    yield from expect_numbers(
        ("the low end", _is_error(facts, ends[1], low), low),
        ("the high end", _is_error(facts, ends[2], high), high),
    )
    yield from _more_of_error(facts, more)
    longest = max(error, high, facts.without_tree) or 1.0
    _, bar, span = strip_of(tile)
    drawn = [float(bar["width"]), float(span["x"]), float(span["width"])]
    truth = [100 * error / longest, 100 * low / longest, 100 * (high - low) / longest]
    if not np.allclose(drawn, truth, atol=ROUNDED):
        yield f"the bar is {truth}, not {drawn}"


def _more_of_error(facts: Facts, more: list[str]) -> Iterator[str]:
    expected = (
        [] if facts.is_class else ["root mean square error", rf"explains {PERCENT} of the variance"]
    )
    expected += [rf"mistakes cost {NUMBER} per sample"] if facts.tree.loss is not None else []
    if not facts.is_class and facts.variance == 0:
        expected.pop()
    yield from expect("number of lines", len(more), len(expected))
    for line, form in zip(more, expected, strict=False):
        match = re.fullmatch(form, line)
        if match is None:
            yield f"{line!r} is not {form}"
        elif line.startswith("explains") and not is_percent(match[1], facts.explained, 0):
            yield f"explains {facts.explained}"
        elif line.startswith("mistakes") and not is_number(match[1], facts.mean_loss):
            yield f"mistakes cost {facts.mean_loss}"


def _without(facts: Facts, match: re.Match, tile: Element) -> Iterator[str]:
    _, value, usual, *cost = lines_of(tile)
    none = facts.without_tree
    yield from expect_numbers(("without a tree", _is_error(facts, value, none), none))
    said = "always predicting the same number"
    if facts.is_class:
        said = f"always predicting {category_text(facts.classes[facts.usual_code])}"
    yield from expect("usual", usual, said)
    yield from expect("lines", len(cost), int(facts.tree.loss is not None))
    for line in cost:
        found = re.fullmatch(rf"mistakes cost {NUMBER} per sample", line)
        if found is None or not is_number(found[1], facts.mean_loss_without):
            yield f"mistakes cost {facts.mean_loss_without}"
    longest = max(facts.error(*facts.held_out), facts.interval[1], none) or 1.0
    drawn = float(strip_of(tile)[1]["width"])
    if abs(drawn - 100 * none / longest) > ROUNDED:
        yield f"the bar is {100 * none / longest}, not {drawn}"


def size(facts: Facts, match: re.Match, tile: Element) -> Iterator[str]:
    _, value, text = lines_of(tile)
    yield from expect("leaves", value, str(facts.n_leaves))
    if facts.n_leaves == 1:
        same = "one equation for all" if facts.has_models else "it predicts the same for all"
        yield from expect("text", text, f"no question was kept: {same}")
        return
    questions = f"{facts.depth} question{'' if facts.depth == 1 else 's'}"
    yield from expect("depth", text, f"{questions} at most, one after another")
    if not tile.all("svg"):
        yield from expect("too many leaves to draw", facts.n_leaves > 40 or facts.is_several, True)
        return
    weights = [leaf.weight for leaf in facts.tree.leaves()]
    starts, widths = ([float(one[name]) for one in strip_of(tile)] for name in ("x", "width"))
    edges = 100 * np.cumsum([0, *weights]) / sum(weights)
    # Something is left free between two leaves, at most half of the narrower one.
    free = np.minimum(0.4, np.diff(edges) / 2)
    is_right = np.allclose([*starts, 100], edges, atol=ROUNDED)
    if not is_right or not np.allclose(widths, np.diff(edges) - free, atol=ROUNDED):
        yield "widths of the leaves"


def stability(facts: Facts, match: re.Match, tile: Element) -> Iterator[str]:
    _, value, *lines = lines_of(tile)
    if not facts.n_trees:
        yield from expect("text", [value, *lines], ["–", "not measured"])
        return
    yield from expect_numbers(
        ("agreement", is_percent(value.removesuffix(" %"), facts.agreement, 0), facts.agreement)
    )
    of = "of its decisions" if facts.is_class else "of its predictions' variance"
    of = "of its sets of labels" if facts.has_labels else of
    of += ", mean of the targets" if facts.has_several_numbers else ""
    same = re.fullmatch(rf"{PERCENT} of (\d+) trees ask the same questions", lines[1])
    if lines[0] != of or same is None:
        yield f"{lines}"
        return
    share = facts.n_same / facts.n_trees
    yield from expect_numbers(("same trees", is_percent(same[1], share, 0), share))
    yield from expect("trees", same[2], str(facts.n_trees))
    drawn = float(strip_of(tile)[1]["width"])
    if abs(drawn - 100 * facts.agreement) > ROUNDED:
        yield f"the bar is {100 * facts.agreement}, not {drawn}"


FORMS: Iterable[Form] = [
    *as_is("h2", "In short"),
    *as_is("h3", "Before you rely on it"),
    Form("tile", "(Wrong|Off) on samples it has not seen", _error),
    Form("tile", "Without a tree", _without),
    Form("tile", "Leaves", size),
    Form("tile", "Same with other samples", stability),
    *notes.FORMS,
    *sentences.FORMS,
    *distance.FORMS,
]
