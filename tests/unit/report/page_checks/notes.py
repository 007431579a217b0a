"""What to know before relying on a tree."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from arboretum.data.concerns import concerns, count_twins_apart
from arboretum.data.folds import deal_folds
from arboretum.tree import category_text, name_text
from tests.unit.report.page_checks.facts import Facts
from tests.unit.report.page_checks.reading import (
    PERCENT,
    Form,
    expect,
    expect_numbers,
    is_percent,
)

__all__ = ["FORMS", "TWINS", "UNEVEN", "leak", "no_better", "uneven"]


# -- the tree ---------------------------------------------------------------------


def no_better(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("target", match[1], name_text(facts.target_name))
    high, none = facts.interval[1], facts.without_tree
    if facts.tree.loss is not None:
        high, none = facts.interval_of_loss[1], facts.mean_loss_without
    if facts.n_leaves == 1 or high < none:
        yield f"{high} is below {none}"


def uneven(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    share, name, found, ending = match.groups()
    counts, names = facts.class_weights, [category_text(one) for one in facts.classes]
    most, total = int(counts.argmax()), counts.sum()
    truth = counts[most] / total
    yield from expect_numbers(("share", is_percent(share, truth) and truth >= 0.9, truth))
    yield from expect("class", name, names[most])
    rarest_first = np.argsort(counts, kind="stable").tolist()
    others = [i for i in rarest_first if i != most and counts[i] > 0]
    few = [i for i in others if counts[i] < 0.05 * total] or others[:1]
    yield from expect("ending", ending, "it" if len(few) == 1 else "them")
    stated = re.findall(rf"{PERCENT} of (.+?)(?=, (?:\d+ % of |… )|$)", found)
    yield from expect("classes", [name for _, name in stated], [names[i] for i in few[:6]])
    for (text, _), code in zip(stated, few, strict=False):
        recall = facts.confusion[code, code] / facts.confusion[code].sum()
        yield from expect_numbers((f"of {names[code]}", is_percent(text, recall, 0), recall))
    more = re.search(r", … \+(\d+)$", found)
    n_more = max(len(few) - 6, 0)
    yield from expect("more", int(more[1]) if more else 0, n_more)


# -- columns ----------------------------------------------------------------------


def _column(facts: Facts, name: str) -> tuple[int, np.ndarray, np.ndarray]:
    """Position, values and what is missing of a column named on the page."""
    f = [name_text(one) for one in facts.schema.feature_names].index(name)
    held = np.asarray(facts.dataset.columns[f])
    is_missing = np.isnan(held) if held.dtype.kind == "f" else held < 0
    return f, held[~is_missing], is_missing


def _constant(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    _, known, is_missing = _column(facts, match[1])
    n = len(np.unique(known))
    held = {0: "no value at all", 1: "the same value everywhere"}.get(n)
    yield from expect("held", match[2], held)
    if n == 1 and is_missing.any():
        yield "it is missing somewhere"


def _mostly_missing(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    share = float(_column(facts, match[1])[2].mean())
    digits = 0 if share < 0.995 else 1
    is_right = is_percent(match[2], share, digits) and share >= 0.5
    yield from expect_numbers(("share", is_right, share))


def _dates(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    f, known, _ = _column(facts, match[1])
    categories = facts.schema.features[f].categories or ()
    texts = [str(categories[code]) for code in np.unique(known)]
    if not texts or not all(re.match(r"\d+[-/.]\d+[-/.]\d+", text) for text in texts):
        yield f"dates are {texts[:3]}"


def _identifier(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    _, known, _ = _column(facts, match[1])
    if len(np.unique(known)) < 0.9 * len(known):
        yield "values recur"


def leak(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    """Samples in the order of the column have nearly the target of the one before."""
    f, _, is_missing = _column(facts, match[1])
    column, target = np.asarray(facts.dataset.columns[f])[~is_missing], facts.target[~is_missing]
    order = np.argsort(column, kind="stable")
    if facts.schema.features[f].kind == "categorical":
        left = _within_categories(column, target, facts.is_class)
    elif facts.is_class:
        steps = np.mean(target[order][1:] != target[order][:-1])
        left = steps / max(np.mean(np.random.default_rng(0).permutation(target) != target), 1e-9)
    else:
        left = np.mean(np.diff(target[order]) ** 2) / 2 / np.var(target)
    if left > 0.1:
        yield f"it leaves {left} of the error"


def _within_categories(column: np.ndarray, target: np.ndarray, is_class: bool) -> float:
    left = 0.0
    for code in np.unique(column):
        here = target[column == code]
        left += len(here) - np.bincount(here).max() if is_class else len(here) * np.var(here)
    whole = len(target) - np.bincount(target).max() if is_class else len(target) * np.var(target)
    return left / max(whole, 1e-9)


# -- folds and how the samples were read ------------------------------------------


def _few_samples(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("samples", int(match[1]), int(facts.dataset.counts.sum()))
    yield from expect("folds", facts.report.n_folds, int(match[1]))
    asked = re.search(r"n_folds=(\d+)", facts.report.origin.call)
    yield from expect("asked for", match[2], asked and asked[1])


def _rare_in_folds(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    n_folds, counts = facts.report.n_folds, np.bincount(facts.target, facts.dataset.counts)
    rare = [f"{facts.classes[i]!r} ({n:g})" for i, n in enumerate(counts) if n < n_folds]
    more = f" and {len(rare) - 5} more" if len(rare) > 5 else ""
    yield from expect("folds", int(match[1]), n_folds)
    yield from expect("rare", match[2], ", ".join(rare[:5]) + more)


def _twins(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    folds = deal_folds(facts.dataset, facts.report.n_folds, facts.report.seed)
    columns = [*facts.dataset.columns, facts.target]
    rows = [tuple(map(str, row)) for row in zip(*columns, strict=True)]
    n = 0
    for fold in folds:
        grown = {row for row, used in zip(rows, fold.growing, strict=True) if used}
        n += sum(held for row, held in zip(rows, fold.held_out, strict=True) if row in grown)
    yield from expect("twins", (int(match[1]), int(match[2])), (n, facts.dataset.counts.sum()))
    assert count_twins_apart(facts.dataset, folds) > 0


def _as_read(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    """Concerns have tests of their own: here they must be those of these samples."""
    yield from expect("a concern", match[0] in concerns(facts.dataset), True)


def _parameter(name: str):
    def check(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
        yield from expect(name, match[1], repr(getattr(facts.report.estimator, name)))

    return check


UNEVEN = (
    rf"{PERCENT} of the samples are (.+?), so few mistakes say little\. The trees found (.+): see "
    rf"the confusion matrix\. Class weights or a loss matrix make a tree look for (it|them)\."
)
TWINS = (
    r"(\d+) of (\d+) samples equal another one in every feature and target, and a tree that was "
    r"grown from one predicted the other\. If they are copies, the error is larger than it seems: "
    r"drop the copies\."
)
FORMS = [
    Form(
        "li",
        r"The tree predicts (.+) not clearly better than no tree at all: the difference may be "
        r"chance\.",
        no_better,
    ),
    Form(
        "li",
        UNEVEN,
        uneven,
    ),
    Form("li", r"(.+) has (.+): it cannot predict anything\.", _constant),
    Form(
        "li",
        rf"(.+) is missing in {PERCENT} of the rows\. Ask whether the mere presence of a value may "
        rf"give the target away\.",
        _mostly_missing,
    ),
    Form(
        "li",
        r"(.+) looks like dates, which were read as categories without order\. New rows will have "
        r"others: let it be read as dates, or leave it out\.",
        _dates,
    ),
    Form(
        "li",
        r"(.+) looks like an identifier: nearly every row has another value\. New rows will have "
        r"new ones; leave it out\.",
        _identifier,
    ),
    Form(
        "li",
        r"(.+) alone predicts the target \(almost\) perfectly\. It may be a copy of the target or "
        r"something that is known only afterwards; if so, leave it out\.",
        leak,
    ),
    Form(
        "li",
        r"There are only (\d+) samples: each was held out by itself, instead of (\d+) folds\.",
        _few_samples,
    ),
    Form(
        "li",
        r"Some classes have fewer samples than there are folds \((\d+)\), so that some folds lack "
        r"them: (.+)\.",
        _rare_in_folds,
    ),
    Form(
        "li",
        TWINS,
        _twins,
    ),
    Form(
        "li",
        r"Classes are weighed by class_weight=(.+): errors, shares and counts of classes are those "
        r"of the weighted samples, not of the samples as they came\.",
        _parameter("class_weight"),
    ),
    Form(
        "li",
        r"The tree was grown for prior=(.+): it predicts as if classes had these shares\. Errors "
        r"are those of the samples as they came\.",
        _parameter("prior"),
    ),
    Form(
        "li",
        r"The target is a rate, of events per unit of exposure; samples weigh as much as their "
        r"exposure\.",
    ),
    Form("li", r"(?:Many categories|Rare class|'.+' (?:is called|holds words)).+", _as_read),
]
