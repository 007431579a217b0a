"""How good it is: errors, mistakes by class, residuals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from arboretum.tree import category_text, name_text
from tests.unit.report.page_checks import charts, cutoffs, given_shares
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
from tests.unit.report.page_checks.sentences import amount
from tests.unit.report.page_checks.wording import Pieces

__all__ = ["FORMS"]

#: A matrix and a table of more classes are cut.
MOST_CONFUSED, MOST_CLASSES = 12, 30


def _how_measured(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("folds", int(match[1]), len(facts.folds))


def _named(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    """A caption with the name of the target."""
    yield from expect("target", match[1], name_text(facts.target_name))


def _error_table(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    table, name = Table.of(element), name_text(facts.target_name)
    rows, heading = table.rows, ["target", "measure", "error", "95 % interval", "without a tree"]
    yield from expect("heading", table.heading, heading)
    none = facts.without_tree
    measures = ["share of mistakes" if facts.is_class else "root mean square error"]
    truths = [(facts.error(*facts.held_out), *facts.interval, none)]
    if facts.tree.loss is not None:
        measures.append("mean loss")
        truths.append((facts.mean_loss, *facts.interval_of_loss, facts.mean_loss_without))
    yield from expect("rows", [row[:2] for row in rows], [[name, one] for one in measures])
    for row, (value, low, high, usual), measure in zip(rows, truths, measures, strict=False):
        is_loss = measure == "mean loss"

        def said(truth: float, is_loss: bool = is_loss) -> tuple:
            number = (lambda text: is_number(text, truth),)
            return number if is_loss else amount(facts, truth).held

        yield from Pieces(said(value)).wrong(row[2])
        yield from Pieces((*said(low), " to ", *said(high))).wrong(row[3])
        yield from Pieces(said(usual)).wrong(row[4])


def _loss_table(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    table, names = Table.of(element), [category_text(one) for one in facts.classes]
    yield from expect("heading", table.heading, ["", *(f"predicted {one}" for one in names)])
    yield from expect("classes", [row[0] for row in table.rows], names)
    for row, losses in zip(table.rows, facts.tree.loss, strict=False):
        for text, loss in zip(row[1:], losses, strict=False):
            yield from expect_numbers(("a loss", is_number(text, float(loss)), loss))


# -- mistakes ----------------------------------------------------------------------


def _matrix(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    yield from expect("target", match[1], name_text(facts.target_name))
    names, counts = _clipped(facts)
    table = Table.of(element)
    yield from expect("columns", table.heading[1:], names)
    for i, (row, cells) in enumerate(zip(table.rows, table.cells, strict=True)):
        row, cells = (row[1:], cells[1:]) if i == 0 else (row, cells)
        yield from expect("row", row[0], names[i])
        whole = counts[i].sum()
        for text, cell, count in zip(row[1:], cells[1:], counts[i], strict=True):
            share = count / whole if whole > 0 else 0.0
            yield from _cell(text, cell, float(count), float(share))


def _cell(text: str, cell: Element, count: float, share: float) -> Iterator[str]:
    if count == 0:
        yield from expect("count", text, "0")
    else:
        digits = 0 if share >= 0.01 else 1
        held = (lambda one: is_number(one, count, 6), lambda one: is_percent(one, share, digits))
        match = re.fullmatch(rf"{NUMBER} {PERCENT}", _spaced(cell))
        if match is None or not all(f(one) for f, one in zip(held, match.groups(), strict=True)):
            yield f"{_spaced(cell)!r} is {count} and {share}"
    shade = re.search(r"shade-(\d)", cell.kind)
    if shade is None or not 0 <= int(shade[1]) - 5 * share < 1:
        yield f"shade of {share} is {shade}"


def _spaced(cell: Element) -> str:
    """A count and its share stand below each other."""
    return " ".join(one.text for one in cell.children if isinstance(one, Element))


def _clipped(facts: Facts) -> tuple[list[str], np.ndarray]:
    """All classes, or the heaviest and all others in one."""
    names, counts = [category_text(one) for one in facts.classes], facts.confusion
    if len(names) <= MOST_CONFUSED:
        return names, counts
    heaviest = np.argsort(-counts.sum(axis=1), kind="stable")[: MOST_CONFUSED - 1]
    kept = sorted(heaviest.tolist())
    rest = [i for i in range(len(names)) if i not in kept]
    groups = [*([one] for one in kept), rest]
    merged = np.array([[counts[np.ix_(a, b)].sum() for b in groups] for a in groups])
    return [*(names[i] for i in kept), f"{len(rest)} other classes"], merged


def _by_class(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    yield from expect("target", match[1], name_text(facts.target_name))
    table, counts = Table.of(element), facts.confusion
    rows, heading = table.rows, ["class", "samples", "found (recall)"]
    yield from expect("heading", table.heading, [*heading, "right if predicted (precision)"])
    of_class, said, right = counts.sum(axis=1), counts.sum(axis=0), np.diag(counts)
    order = np.argsort(-of_class, kind="stable")[:MOST_CLASSES].tolist()
    names = [category_text(facts.classes[code]) for code in order]
    yield from expect("classes", [row[0] for row in rows], names)
    for row, code in zip(rows, order, strict=False):
        n = float(of_class[code])
        yield from expect_numbers(("samples", is_number(row[1], n, 6), n))
        for text, whole in zip(row[2:], (n, float(said[code])), strict=True):
            share = right[code] / whole if whole > 0 else None
            if share is None:
                yield from expect("share", text, "–")
            elif not (text.endswith(" %") and is_percent(text[:-2], share)):
                yield f"{row[0]}: {text} is {share}"


def _more_classes(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("more", int(match[1]), len(facts.classes) - MOST_CLASSES)


# -- residuals -----------------------------------------------------------------------


def _quantiles(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    table, name = Table.of(element), name_text(facts.target_name)
    yield from expect("target", match[1], name)
    heading = ["share of the samples", f"actual − predicted {name} is at most"]
    yield from expect("heading", table.heading, heading)
    observed, found, weights = facts.held_out
    order = np.argsort(observed - found, kind="stable")
    off, below = (observed - found)[order], np.cumsum(weights[order]) / weights.sum()
    shares = {"least": 0, "5 %": 0.05, "25 %": 0.25, "half (median)": 0.5, "75 %": 0.75}
    shares |= {"95 %": 0.95, "all (largest)": 1}
    yield from expect("rows", [row[0] for row in table.rows], list(shares))
    for (_, text), share in zip(table.rows, shares.values(), strict=False):
        # Sums of weights may round to either side.
        places = {min(int(np.searchsorted(below, share + e)), len(off) - 1) for e in (-1e-9, 1e-9)}
        if not any(is_number(text, float(off[place])) for place in places):
            yield f"{share} of the residuals are at most {off[max(places)]}, not {text}"


def _mean_off(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    observed, found, weights = facts.held_out
    truth = float(np.average(np.abs(observed - found), weights=weights))
    yield from expect_numbers(("off", is_number(match[1], truth), truth))


def _bars(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    yield from _mean_off(facts, match, element)
    yield from charts.residuals(facts, element)


POINTS = r"Actual (.+) over what was predicted without the sample, one point per sample\."
SPREAD = rf"How many samples are off by how much: {NUMBER} on average, in either direction\."
FORMS = [
    *as_is("h2", "How good it is"),
    Form(
        "p",
        r"Each sample was predicted by a tree that was grown, and chosen, without it: the samples "
        r"were dealt into (\d+) folds, and each fold was left out once\. The interval says how far "
        r"chance in these samples may move the number\. It does not account for samples that "
        r"differ from these: other years, places or people\.",
        _how_measured,
    ),
    Form("label", r"Error in cross-validation|What it costs .+"),
    Form("label", r"Actual and predicted (.+): samples, .+", _named),
    Form("label", r"How well each class of (.+) is found", _named),
    Form("label", r"Residuals of (.+)", _named),
    Form("label", "What happens if .+"),
    Form("table", "Error in cross-validation", _error_table),
    *as_is(
        "p",
        "The share of mistakes counts each mistake once, whatever it costs. The tree was grown to "
        "keep the mean loss low: what its mistakes cost per sample, by the losses that were given.",
    ),
    Form("table", "What it costs to take a class of .+ for another", _loss_table),
    Form(
        "table",
        r"Actual and predicted (.+): samples, and their share of the row \(confusion matrix\)",
        _matrix,
    ),
    Form("table", "How well each class of (.+) is found", _by_class),
    Form("p", r"… and (\d+) more\.", _more_classes),
    Form("chart", POINTS, charts.scatter),
    Form(
        "figcaption",
        POINTS + r" On the line predictions are right; above it they are too low\.",
        _named,
    ),
    Form("chart", SPREAD, _bars),
    Form("figcaption", SPREAD, _mean_off),
    Form("table", "Residuals of (.+)", _quantiles),
    *cutoffs.FORMS,
    *given_shares.FORMS,
]
