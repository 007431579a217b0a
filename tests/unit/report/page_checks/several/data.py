"""What was read: the targets, or the labels and their sets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.unit.report.page_checks import data
from tests.unit.report.page_checks.columns import numbers_text
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
)
from tests.unit.report.page_checks.several.facts import SeveralFacts
from tests.unit.report.page_checks.several.target_facts import TargetFacts
from tests.unit.report.page_checks.wording import MOST_NAMED, Pieces, first_of

__all__ = ["FORMS"]

MOST_CLASSES, MOST_TARGETS = 20, 60


def _classes(facts: SeveralFacts, match: re.Match, element: Element) -> Iterator[str]:
    yield from data.classes(facts.named(match[1]), match, element)


# -- numbers ------------------------------------------------------------------------


def _numbers(facts: SeveralFacts, match: re.Match, element: Element) -> Iterator[str]:
    table = Table.of(element)
    targets = [one for one in facts.each if not one.is_class]
    yield from expect("heading", table.heading, ["target", "values", "distinct", ""])
    if match[1] is not None:
        names = [facts.names[one.k] for one in targets]
        yield from expect("the only number", [match[1]], names)
    shown = targets[:MOST_TARGETS]
    yield from expect("targets", [row[0] for row in table.rows], [facts.names[o.k] for o in shown])
    for row, cells, one in zip(table.rows, table.cells, shown, strict=False):
        yield from _number(one, row, cells[-1])


def _gaps(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    shares = [(facts.names[one.k], 1 - float(one.has_target.mean())) for one in facts.each]
    gaps = [(name, share) for name, share in shares if share > 0]
    parts = [
        Pieces((f"{name} in ", lambda text, share=share: is_percent(text, share), " % of the rows"))
        for name, share in gaps
    ]
    more = f", … +{len(parts) - MOST_NAMED}"
    yield from first_of(parts, MOST_NAMED, more, ", ").wrong(match[1])


def _number(one: TargetFacts, row: list[str], drawing: Element) -> Iterator[str]:
    known = one.has_target
    values, weights = one.target[known], one.dataset.weights[known]
    yield from numbers_text(values, one.dataset.counts[known]).wrong(row[1])
    n = len(np.unique(values))
    yield from expect("distinct", row[2], str(n))
    counts, _ = np.histogram(values, bins=min(12, n), weights=weights)
    bars = [bar.attributes for bar in drawing.all("rect")]
    drawn = [[float(bar[name]) for name in ("x", "width", "height")] for bar in bars]
    truth = [[8 * i, 7, 24 * count / counts.max()] for i, count in enumerate(counts)]
    if len(drawn) != len(truth) or not np.allclose(drawn, truth, atol=0.06):
        yield f"the bars of {row[0]} are {counts}"


# -- labels -------------------------------------------------------------------------


def _sets(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    mean, of, low, high, n_sets, common, share, absent, levels = match.groups()
    truth, weights = facts.truth.astype(int), facts.dataset.weights
    sizes = truth.sum(axis=1)
    size = float(np.average(sizes, weights=weights))
    yield from expect_numbers(("labels of a sample", is_number(mean, size, 3), size))
    found = int(of), int(low), int(high)
    yield from expect("labels", found, (len(facts.names), sizes.min(), sizes.max()))
    sets: Counter[tuple[int, ...]] = Counter()
    for row, weight in zip(truth, weights.tolist(), strict=True):
        sets[tuple(np.flatnonzero(row).tolist())] += weight
    n = len(sets)
    told = "1 different set of labels occurs" if n == 1 else f"{n} different sets of labels occur"
    yield from expect("sets", n_sets, told)
    most = max(sets.values())
    names = [_set_text(facts, one) for one, count in sets.items() if count == most]
    yield from expect("one of the commonest", common in names, True)
    truth_share = most / float(weights.sum())
    yield from expect_numbers(("its share", is_percent(share, truth_share), truth_share))
    n_absent = int((truth.sum(axis=0) == 0).sum())
    told = {0: None, 1: "One label occurs"}.get(n_absent, f"{n_absent} labels occur")
    yield from expect("absent", absent, told)
    yield from expect("levels", levels, _levels(facts))


def _set_text(facts: SeveralFacts, labels: tuple[int, ...]) -> str:
    names = [facts.names[k] for k in labels]
    more = [f"… +{len(names) - MOST_NAMED}"] if len(names) > MOST_NAMED else []
    return ", ".join([*names[:MOST_NAMED], *more]) or "no label at all"


def _levels(facts: SeveralFacts) -> str | None:
    """How deep the hierarchy is: the most labels on a way from the top."""
    hierarchy = facts.dataset.hierarchy
    if hierarchy is None:
        return None
    above: dict[int, set[int]] = {}
    for parent, child in hierarchy.edges():
        above.setdefault(child, set()).add(parent)

    def depth(label: int) -> int:
        return 1 + max((depth(one) for one in above.get(label, ())), default=0)

    n = max(depth(label) for label in range(len(facts.names)))
    return f"{n} level{'' if n == 1 else 's'}"


def _labels(facts: SeveralFacts, match: re.Match, element: Element) -> Iterator[str]:
    table, weights = Table.of(element), facts.dataset.weights
    counts = weights @ facts.truth
    yield from expect("heading", table.heading, ["label", "samples", "share", ""])
    order = [k for k in np.argsort(-counts, kind="stable").tolist() if counts[k] > 0]
    names = [facts.names[k] for k in order[:MOST_CLASSES]]
    yield from expect("labels", [row[0] for row in table.rows], names)
    for row, cells, k in zip(table.rows, table.cells, order, strict=False):
        n, share = float(counts[k]), float(counts[k] / weights.sum())
        is_share = row[2].endswith(" %") and is_percent(row[2][:-2], share)
        yield from expect_numbers((row[0], is_number(row[1], n, 6), n), (row[0], is_share, share))
        drawn = float(cells[3].all("rect")[1].attributes["width"])
        if abs(drawn - 100 * share) > 0.06:
            yield f"the bar of {row[0]} is {share}"


def _more_labels(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    n = int((facts.truth.sum(axis=0) > 0).sum()) - MOST_CLASSES
    yield from expect("more", match[1], f"{n} label{'' if n == 1 else 's'}")


def _more(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    """Further features, numbers, or classes of a target: which table it is under is not said."""
    counts = [facts.schema.n_features - 60]
    counts += [sum(not one.is_class for one in facts.each) - MOST_TARGETS]
    if match[2] is not None:
        counts = [len(classes) - MOST_CLASSES for classes in facts.classes_of]
    yield from expect("more", int(match[1]) in counts, True)


def _no_suspects(facts: SeveralFacts, match: re.Match, element: Any) -> Iterator[str]:
    yield from data.no_suspects(facts, match, element)
    counts = facts.dataset.weights @ facts.truth
    even = int(np.abs(counts - facts.dataset.weights.sum() / 2).argmin())
    yield from expect("label", match[1], facts.names[even])


FORMS = [
    Form("table", "The target, (.+), by class", _classes),
    Form("table", "(?:The targets that are numbers|The target, (.+), is a number)", _numbers),
    Form(
        "p",
        rf"A sample has {NUMBER} of (\d+) labels on average, from (\d+) to (\d+)\. (\d+ different "
        rf"sets? of labels occurs?); the commonest, (.+), is that of {PERCENT} of the samples\."
        rf"(?: (One label occurs|\d+ labels occur) nowhere\.)?(?: The labels stand in a hierarchy "
        rf"of (\d+ levels?): a sample that has a label has all above it\.)?",
        _sets,
    ),
    Form("table", "The labels, the most frequent first", _labels),
    Form(
        "p",
        r"Values of targets are missing: (.+)\. The tree is grown from, and judged by, those that "
        r"are there\.",
        _gaps,
    ),
    Form("label", r"The labels, the most frequent first|The targets that are numbers"),
    Form("p", r"… and (\d+ labels?) more\.", _more_labels),
    Form("p", r"… and (\d+) more( classes)?\.", _more),
    Form(
        "p",
        r"No column is constant or mostly empty, none looks like an identifier of the rows, and no "
        r"single one gives (.+) away, the label nearest to half of the samples\.",
        _no_suspects,
    ),
    *data.FORMS,
]
