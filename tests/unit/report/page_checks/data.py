"""What was read."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from arboretum.tree import category_text, name_text
from tests.unit.report.page_checks import missing_policies
from tests.unit.report.page_checks.columns import known_of, numbers_text, values_text
from tests.unit.report.page_checks.facts import Facts
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

__all__ = ["FORMS", "classes", "counted", "no_suspects"]

MOST_COLUMNS, MOST_CLASSES = 60, 20


def counted(n: float, what: str) -> str:
    return f"{n:.15g} {what}{'' if n == 1 else 's'}"


def _size(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    file, rows, features, missing, blank = match.groups()
    dataset = facts.dataset
    n_samples = float(dataset.counts.sum())
    told = counted(dataset.n_rows, "row")
    if n_samples != dataset.n_rows:
        told += f" that stand for {counted(n_samples, 'sample')}"
    yield from expect("file", file, facts.report.origin.file)
    yield from expect("rows", rows, told)
    yield from expect("features", features, counted(facts.schema.n_features, "feature"))
    n_known = sum(len(known_of(facts, f)[0]) for f in range(facts.schema.n_features))
    share = 1 - n_known / (dataset.n_rows * facts.schema.n_features)
    if missing is None:
        yield from expect("missing", share, 0)
    else:
        is_right = share > 0 and is_percent(missing, share)
        yield from expect_numbers(("missing", is_right, share))
    n = int(facts.is_blank.sum())
    yield from expect(
        "blank", blank, f"{counted(n, 'row')} {'has' if n == 1 else 'have'}" if n else None
    )


def no_suspects(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    """What can be seen at once; identifiers and leaks have tests of their own."""
    is_clean = match[0].startswith("No column")
    yield from expect("suspects", is_clean, not facts.report.suspects)
    for f in range(facts.schema.n_features) if is_clean else ():
        known = known_of(facts, f)[0]
        is_constant = len(np.unique(known)) == 1 and len(known) == facts.dataset.n_rows
        if is_constant or len(known) <= facts.dataset.n_rows / 2:
            yield f"{facts.schema.feature_names[f]} is constant or mostly empty"


def _contradictions(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    """Samples that agree in all features: the best that can be said of them is wrong for some."""
    columns = [np.unique(one, return_inverse=True)[1] for one in facts.dataset.columns]
    _, group = np.unique(np.column_stack(columns), axis=0, return_inverse=True)
    order = np.argsort(group.ravel(), kind="stable")
    n, least, weights = 0.0, 0.0, facts.dataset.weights
    for rows in np.split(order, np.cumsum(np.bincount(group.ravel()))[:-1]):
        if len(set(facts.target[rows].tolist())) > 1:
            n += float(facts.dataset.counts[rows].sum())
            least += _least_cost(facts, facts.target[rows], weights[rows])
    least /= float(weights.sum())
    share, number, samples, what = match.groups()
    truth = 100 * least if facts.is_class else math.sqrt(least)
    yield from expect("kind", (share is not None, what), (facts.is_class, _what(facts)))
    yield from expect("samples", samples, f"{n:g}")
    # Three digits, rounded down: otherwise it would claim too much.
    unit, stated = 10.0 ** (math.floor(math.log10(truth)) - 2), float(share or number)
    if not stated * (1 - 1e-9) <= truth < (stated + unit) * (1 + 1e-9):
        yield f"the least error is {truth}, not {stated}"


def _what(facts: Facts) -> str:
    return "class" if facts.is_class else "value"


def _least_cost(facts: Facts, target: np.ndarray, weight: np.ndarray) -> float:
    if not facts.is_class:
        return float((weight * (target - np.average(target, weights=weight)) ** 2).sum())
    return float(weight.sum() - np.bincount(target, weight).max())


def classes(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    table, weights = Table.of(element), facts.class_weights
    yield from expect("target", match[1], name_text(facts.target_name))
    yield from expect("heading", table.heading, ["class", "samples", "share", ""])
    order = np.argsort(-weights, kind="stable")[:MOST_CLASSES].tolist()
    names = [category_text(facts.classes[code]) for code in order]
    yield from expect("classes", [row[0] for row in table.rows], names)
    for row, cells, code in zip(table.rows, table.cells, order, strict=False):
        n, share = float(weights[code]), float(weights[code] / weights.sum())
        is_share = row[2].endswith(" %") and is_percent(row[2][:-2], share)
        yield from expect_numbers((row[0], is_number(row[1], n, 6), n), (row[0], is_share, share))
        drawn = float(cells[3].all("rect")[1].attributes["width"])
        if abs(drawn - 100 * share) > 0.06:
            yield f"the bar of {row[0]} is {share}"


def _number(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    (row,), (cells,) = Table.of(element).rows, Table.of(element).cells
    yield from expect("target", (match[1], row[0]), (name_text(facts.target_name),) * 2)
    yield from numbers_text(facts.target, facts.dataset.counts).wrong(row[1])
    n = len(np.unique(facts.target))
    yield from expect("distinct", row[2], str(n))
    counts, _ = np.histogram(facts.target, bins=min(12, n), weights=facts.dataset.weights)
    bars = [one.attributes for one in cells[3].all("rect")]
    drawn = [[float(one[name]) for name in ("x", "width", "height")] for one in bars]
    truth = [[8 * i, 7, 24 * n / counts.max()] for i, n in enumerate(counts)]
    if len(drawn) != len(truth) or not np.allclose(drawn, truth, atol=0.06):
        yield f"the bars are {counts}"


def _features(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    table, names = Table.of(element), facts.schema.feature_names
    heading = ["feature", "kind", "missing", "distinct", "values", "in the tree"]
    yield from expect("heading", table.heading, heading)
    shown = [name_text(one) for one in names[:MOST_COLUMNS]]
    yield from expect("features", [row[0] for row in table.rows], shown)
    for f, (row, cells) in enumerate(zip(table.rows, table.cells, strict=True)):
        yield from (f"{names[f]}: {wrong}" for wrong in _feature(facts, f, row))
        link = cells[0].first("a")
        if link is not None:
            yield from expect("link", link.attributes["href"], f"#feature-{f + 1}")
            yield from expect("used", names[f] in facts.used, True)


def _feature(facts: Facts, f: int, row: list[str]) -> Iterator[str]:
    feature, known = facts.schema.features[f], known_of(facts, f)[0]
    kind = feature.kind if feature.clock is None else feature.clock.words
    yield from expect("kind", row[1], kind)
    missing = 1 - len(known) / facts.dataset.n_rows
    if missing == 0:
        yield from expect("missing", row[2], "none")
    elif not (row[2].endswith(" %") and is_percent(row[2][:-2], missing)):
        yield f"missing are {missing}, not {row[2]}"
    yield from expect("distinct", row[3], str(len(np.unique(known))))
    yield from values_text(facts, f).wrong(row[4])
    yield from expect("in the tree", row[5], "yes" if feature.name in facts.used else "")


def _more(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    is_classes = match[2] is not None
    n = len(facts.classes) - MOST_CLASSES if is_classes else facts.schema.n_features - MOST_COLUMNS
    yield from expect("more", int(match[1]), n)


FORMS = [
    *as_is("h2", "Data"),
    Form(
        "p",
        rf"(?:(.+): )?(\d+ rows?(?: that stand for [\d.]+ samples?)?), (\d+ features?)\. (?:No "
        rf"value of a feature is missing\.|{PERCENT} of the values of the features are missing\.)"
        rf"(?: (\d+ rows? ha(?:s|ve)) no value at all: the tree was grown without (?:it|them)\.)?",
        _size,
    ),
    Form(
        "p",
        r"No column is constant or mostly empty, none looks like an identifier of the rows, and no "
        r"single one gives the target away\.|The columns to look at first are named at the top of "
        r"this page\.",
        no_suspects,
    ),
    Form(
        "p",
        rf"No tree can (?:get fewer than {NUMBER} % of these samples wrong|be off by less than "
        rf"{NUMBER} on these samples \(root mean squared error\)): ([\d.e+]+) samples agree in all "
        rf"features with others of another (class|value)\.",
        _contradictions,
    ),
    Form("label", r"The target, .+|The features"),
    Form("table", "The target, (.+), by class", classes),
    Form("table", "The target, (.+), is a number", _number),
    Form("table", "The features", _features),
    Form("p", r"… and (\d+) more( classes)?\.", _more),
    *missing_policies.FORMS,
]
