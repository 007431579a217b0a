"""Whether shares of classes can be taken as probabilities: their errors, and group by group."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from arboretum.tree import category_text, name_text
from tests.unit.report.page_checks import charts
from tests.unit.report.page_checks.facts import Facts
from tests.unit.report.page_checks.fold_facts import wilson
from tests.unit.report.page_checks.page import Element
from tests.unit.report.page_checks.reading import (
    NUMBER,
    PERCENT,
    Form,
    Table,
    as_is,
    expect,
    expect_numbers,
    is_number,
    is_percent,
)

__all__ = ["FORMS"]

DEVIATE = 1.959963984540054


@dataclass(frozen=True, eq=False)
class Group:
    """Samples that were given about the same share of a class, and what became of them."""

    tenth: int
    weight: float
    given: float
    seen: float
    interval: tuple[float, float]

    @property
    def range(self) -> str:
        return f"{10 * self.tenth} to {10 * self.tenth + 10} %"

    @property
    def is_off(self) -> bool:
        low, high = self.interval
        return not low - 1e-9 <= self.given <= high + 1e-9


@lru_cache(maxsize=64)
def _multipliers(facts: Facts) -> np.ndarray:
    """What samples of each class count: by a prior, its share there over that of the samples."""
    prior = getattr(facts.report.estimator, "prior", None)
    if prior is None:
        return np.ones(len(facts.classes))
    asked = np.array([prior[one] for one in facts.classes])
    return asked / asked.sum() / (facts.class_weights / facts.class_weights.sum())


def _weights(facts: Facts) -> tuple[np.ndarray, np.ndarray]:
    """Of samples in the order of the folds, and their squares, added up over those of a row."""
    factor = _multipliers(facts)[facts.held_out[0]]
    return facts.held_out[2] * factor, facts.held_out_squares * factor**2


@lru_cache(maxsize=64)
def _shares_of_others(facts: Facts) -> np.ndarray:
    parts = []
    for growing, held_out in facts.folds:
        of_class = np.array(
            [
                growing.weights[facts.target_of(growing) == code].sum() * factor
                for code, factor in enumerate(_multipliers(facts))
            ]
        )
        parts += [of_class / of_class.sum()] * len(held_out.targets)
    return np.array(parts)


def _costs(facts: Facts, shares: np.ndarray) -> dict[str, np.ndarray]:
    actual = np.eye(len(facts.classes))[facts.held_out[0]]
    of_actual = (shares * actual).sum(axis=1)
    return {
        "Brier score": ((shares - actual) ** 2).sum(axis=1),
        "log loss": -np.log(np.maximum(of_actual, 2.0**-52)),
    }


def _mean(facts: Facts, costs: np.ndarray) -> tuple[float, float, float]:
    """The mean of some costs, and the ends of its interval."""
    weights, squares = _weights(facts)
    mean = float(np.average(costs, weights=weights))
    half = 1.959964 * float(np.sqrt((squares * (costs - mean) ** 2).sum()) / weights.sum())
    return mean, max(mean - half, 0.0), mean + half


def _n_impossible(facts: Facts, shares: np.ndarray) -> float:
    counts = np.concatenate([held.counts for _, held in facts.folds])
    return float(counts[shares[np.arange(len(shares)), facts.held_out[0]] == 0].sum())


def _code(facts: Facts) -> int | None:
    """Of two classes the rarer, the second if they are equal."""
    if len(facts.classes) != 2:
        return None
    return int(facts.class_weights[1] <= facts.class_weights[0])


def _what(facts: Facts) -> str:
    code = _code(facts)
    return "the likeliest class" if code is None else category_text(facts.classes[code])


@lru_cache(maxsize=64)
def _groups(facts: Facts) -> list[Group]:
    """By tenths of the share that was given."""
    code, shares, actual = _code(facts), facts.held_out_shares, facts.held_out[0]
    asked = shares.argmax(axis=1) if code is None else np.full(len(shares), code)
    given, is_so = shares[np.arange(len(shares)), asked], actual == asked
    weights, squares = _weights(facts)
    tenths = np.clip(np.ceil(10 * given - 1e-9).astype(int) - 1, 0, 9)
    found = []
    for tenth in sorted(set(tenths.tolist())):
        here = tenths == tenth
        weight = weights[here].sum()
        seen = float(weights[here & is_so].sum() / weight)
        low, high = wilson(seen, weight**2 / squares[here].sum(), DEVIATE)
        share = float((weights * given)[here].sum() / weight)
        found.append(Group(tenth, weight, share, seen, (max(low, 0.0), min(high, 1.0))))
    return found


def _is_share(text: str, truth: float) -> bool:
    return text.endswith(" %") and is_percent(text[:-2], truth)


def _errors(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    yield from expect("target", match[1], name_text(facts.target_name))
    table = Table.of(element)
    yield from expect(
        "heading", table.heading, ["measure", "per sample", "95 % interval", "without a tree"]
    )
    yield from expect("rows", [row[0] for row in table.rows], ["Brier score", "log loss"])
    ours, others = (_costs(facts, s) for s in (facts.held_out_shares, _shares_of_others(facts)))
    for row in table.rows:
        truths = [*_mean(facts, ours[row[0]]), _mean(facts, others[row[0]])[0]]
        stated = [row[1], *row[2].split(" to "), row[3]]
        for text, truth in zip(stated, truths, strict=True):
            yield from expect_numbers((row[0], is_number(text, truth), truth))


def _impossible(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    for text, shares in zip(
        match.groups(), (facts.held_out_shares, _shares_of_others(facts)), strict=False
    ):
        n = _n_impossible(facts, shares)
        yield from expect_numbers(("impossible", is_number(text, n), n))
    yield from expect("what 0 counts as", match[3], f"{np.finfo(float).eps:.1e}")


def _is_of_prior(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    has_prior = getattr(facts.report.estimator, "prior", None) is not None
    yield from expect("a prior", True, has_prior)


def _heaviest(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    group = max(_groups(facts), key=lambda one: one.weight)
    samples, range_, who, seen, again, low, high = match.groups()
    yield from expect("the range", range_, group.range)
    named = ["that class"] if _code(facts) is None else [_what(facts)] * 2
    yield from expect("class", [one for one in (who, again) if one is not None], named)
    yield from expect_numbers(
        ("samples", is_number(samples, group.weight, 6), group.weight),
        ("turned out so", is_percent(seen, group.seen), group.seen),
        ("the low end", is_percent(low, group.interval[0]), group.interval[0]),
        ("the high end", is_percent(high, group.interval[1]), group.interval[1]),
    )


def _verdict(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    groups = _groups(facts)
    apart, n_off, of, range_, given, seen = match.groups()
    off = [one for one in groups if one.is_off]
    yield from expect("groups", int(of), len(groups))
    yield from expect("those that are off", n_off, str(len(off)) if off else "none")
    weights = [one.weight for one in groups]
    mean = float(np.average([abs(one.given - one.seen) for one in groups], weights=weights))
    yield from expect_numbers(("points", is_percent(apart, mean), 100 * mean))
    yield from expect("one that is named", range_ is not None, bool(off))
    if off and range_ is not None:
        group = max(off, key=lambda one: one.weight * abs(one.given - one.seen))
        yield from expect("the range", range_, group.range)
        yield from expect_numbers(
            ("the mean share", is_percent(given, group.given), group.given),
            ("turned out so", is_percent(seen, group.seen), group.seen),
        )


def _table(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    yield from expect("class", match[1], _what(facts))
    yield from expect("target", match[2], name_text(facts.target_name))
    table, groups = Table.of(element), _groups(facts)
    heading = ["share given", "samples", "on average", "turned out so", "95 % interval"]
    yield from expect("heading", table.heading, heading)
    ranges = [one.range.replace(" to ", "–") for one in groups]
    yield from expect("rows", [row[0] for row in table.rows], ranges)
    for row, group in zip(table.rows, groups, strict=False):
        low, high = row[4].split(" to ")
        yield from expect_numbers(
            ("samples", is_number(row[1], group.weight, 6), group.weight),
            ("on average", _is_share(row[2], group.given), group.given),
            ("turned out so", _is_share(row[3], group.seen), group.seen),
            ("the low end", _is_share(low, group.interval[0]), group.interval[0]),
            ("the high end", _is_share(high, group.interval[1]), group.interval[1]),
        )


def _chart(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    target, what, n = match.groups()
    groups = _groups(facts)
    yield from expect("target", target, name_text(facts.target_name))
    yield from expect("class", what, _what(facts))
    yield from expect("groups", int(n), len(groups))
    points = [(one.given, one.seen) for one in groups]
    rings = [(one.given, one.seen) for one in groups if one.is_off]
    yield from charts.calibration(element, points, [one.interval for one in groups], rings)
    what = _what(facts) if len(_what(facts)) <= 20 else _what(facts)[:19].rstrip() + "…"
    names = [one.text for one in element.all("text") if not one.text.endswith(" %")]
    yield from expect("axes", names, [f"share given to {what}", "share that turned out so"])


def _caption(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("rings", match[1] is not None, any(one.is_off for one in _groups(facts)))


FORMS = [
    *as_is("h3", "Its shares as probabilities"),
    Form(
        "p",
        r"With each prediction of .+ come the shares of all classes, which stand for their "
        r"probabilities\. The table says how far they are from what happened to samples that the "
        r"tree had not seen, and how far it is to give everybody the shares of the other folds\.",
    ),
    Form(
        "p",
        r"The tree was grown for other shares of the classes than these samples have: here a "
        r"sample counts as much as the prior says of its class\.",
        _is_of_prior,
    ),
    Form(
        "p",
        rf"Samples of a class that was given a share of 0: {NUMBER}, and without a tree {NUMBER}\. "
        rf"By right they make the log loss infinite; here a share of 0 counts as {NUMBER}\.",
        _impossible,
    ),
    Form(
        "p",
        rf"Of the {NUMBER} samples? (?:whose likeliest class was )?given (\d+ to \d+ %)"
        rf"(?: for (.+?))?, {PERCENT} were (?:of )?(.+?) \(95 % interval: {PERCENT} to "
        rf"{PERCENT}\)\.",
        _heaviest,
    ),
    Form(
        "p",
        rf"The share given and the share that turned out so are {NUMBER} percentage points apart "
        rf"on average, and in (\d+|none) of (\d+) groups? of samples farther than the 95 % "
        rf"interval explains\.(?: Most of that is due to samples given (\d+ to \d+ %): {PERCENT} "
        rf"on average, and {PERCENT} turned out so\.)?",
        _verdict,
    ),
    Form("label", r"How far shares of .+|How often .+ occurred, by the share given"),
    Form("table", "How far shares of (.+) are from what happened", _errors),
    Form(
        "chart",
        r"Calibration of (.+): how often (.+) turned out so over the share it was given, in (\d+) "
        r"groups? of samples\.",
        _chart,
    ),
    Form(
        "figcaption",
        r"Dashed: as often as the share says; above it more often\. Upright lines: 95 % intervals, "
        r"one in twenty of which misses the dashed line by chance\."
        r"( Ringed: those that miss it\.)?",
        _caption,
    ),
    Form("table", "How often (.+) of (.+) occurred, by the share given", _table),
]
