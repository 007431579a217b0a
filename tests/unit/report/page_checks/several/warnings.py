"""What to know before relying on a tree of several targets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from arboretum.data.folds import deal_folds
from tests.unit.report.page_checks import notes
from tests.unit.report.page_checks.reading import Form, expect
from tests.unit.report.page_checks.several.facts import SeveralFacts
from tests.unit.report.page_checks.wording import MOST_NAMED

__all__ = ["FORMS"]


def _of_one(facts: SeveralFacts, match: re.Match, element: Any) -> Iterator[str]:
    yield from expect("told together", facts.is_told_together, False)
    yield from notes.no_better(facts.named(match[1]), match, element)


def _of_all(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    what = "share of labels that are wrong" if facts.has_labels else "error of all targets together"
    yield from expect("what", match[1], what)
    _, _, high, none = next(iter(facts.together.values()))
    if facts.n_leaves == 1 or high < none:
        yield f"{high} is below {none}"


def _some(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    n, of, what, are, names = match.groups()
    doubtful = [facts.names[one.k] for one in facts.each if one not in facts.better]
    yield from expect("targets", (int(n), int(of)), (len(doubtful), len(facts.names)))
    yield from expect("what", what, f"{facts.what}s")
    yield from expect("are", are, "is" if len(doubtful) == 1 else "are")
    more = [f"… +{len(doubtful) - MOST_NAMED}"] if len(doubtful) > MOST_NAMED else []
    yield from expect("names", names, ", ".join([*doubtful[:MOST_NAMED], *more]))


def _uneven(facts: SeveralFacts, match: re.Match, element: Any) -> Iterator[str]:
    """Of which target it is not said: of one, all must be true."""
    classes = [one for one in facts.each if one.is_class and not facts.has_labels]
    found = [list(notes.uneven(one, match, element)) for one in classes]
    if not found or all(found):
        yield f"true of no target: {found[:1]}"


def _rare_in_folds(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    what, n_folds, rare = match.groups()
    yield from expect("what", what, "labels" if facts.has_labels else "classes")
    yield from expect("folds", int(n_folds), facts.report.n_folds)
    counts = facts.dataset.counts
    if facts.has_labels:
        sums = counts @ facts.truth
        named = [
            (target.name, n) for target, n in zip(facts.schema.targets, sums, strict=True) if n > 0
        ]
    else:
        named = [
            (name, counts[facts.truth[:, k] == code].sum())
            for k, classes in enumerate(facts.classes_of)
            for code, name in enumerate(classes)
        ]
    few = [f"{name!r} ({n:g})" for name, n in named if n < facts.report.n_folds]
    more = f" and {len(few) - 5} more" if len(few) > 5 else ""
    yield from expect("rare", rare, ", ".join(few[:5]) + more)


def _twins(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    columns = [*facts.dataset.columns, *np.asarray(facts.dataset.targets).T]
    codes = [np.unique(one, return_inverse=True)[1].ravel() for one in columns]
    _, group = np.unique(np.column_stack(codes), axis=0, return_inverse=True)
    n = 0.0
    for fold in deal_folds(facts.dataset, facts.report.n_folds, facts.report.seed):
        grown = set(group.ravel()[fold.growing > 0].tolist())
        n += sum(h for g, h in zip(group.ravel(), fold.held_out, strict=True) if h and g in grown)
    stated = int(match[1]), int(match[2])
    yield from expect("twins", stated, (int(n), int(facts.dataset.counts.sum())))


def _leak(facts: SeveralFacts, match: re.Match, element: Any) -> Iterator[str]:
    """A label that samples of equal or neighbouring values share, or so all targets."""
    of = [facts.named(match[2])] if match[2] else facts.each
    for one in of:
        yield from notes.leak(one, match, element)
    if match[2]:
        counts = facts.dataset.weights @ facts.truth
        even = int(np.abs(counts - facts.dataset.weights.sum() / 2).argmin())
        yield from expect("the label", match[2], facts.names[even])


def _thresholds(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("threshold", match[1], repr(facts.report.estimator.threshold))


FORMS = [
    Form(
        "li",
        r"The tree predicts (.+) not clearly better than no tree at all: the difference may be "
        r"chance\.",
        _of_one,
    ),
    Form(
        "li",
        r"The (.+) is not clearly below that of no tree at all: the difference may be chance\.",
        _of_all,
    ),
    Form(
        "li",
        r"(\d+) of (\d+) (labels|targets) (is|are) predicted not clearly better than without a "
        r"tree: (.+)\.",
        _some,
    ),
    Form("li", notes.UNEVEN, _uneven),
    Form(
        "li",
        r"Some (classes|labels) have fewer samples than there are folds \((\d+)\), so that some "
        r"folds lack them: (.+)\.",
        _rare_in_folds,
    ),
    Form("li", notes.TWINS, _twins),
    Form(
        "li",
        r"(.+) alone predicts (?:all targets|the label (.+)) \(almost\) perfectly\. It may be a "
        r"copy of the target or something that is known only afterwards; if so, leave it out\.",
        _leak,
    ),
    Form(
        "li",
        r"A label is predicted where its probability is above threshold=(.+), not above 0\.5; the "
        r"pictures of the tree show labels that more than half of the samples have\.",
        _thresholds,
    ),
]
