"""What hardly depends on the tree: the head, how to read the page, how to make it again."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

from tests.unit.report.page_checks.data import counted
from tests.unit.report.page_checks.facts import Facts
from tests.unit.report.page_checks.page import Element
from tests.unit.report.page_checks.reading import Form, Table, as_is, expect

__all__ = ["CAUTION", "READING", "REPEAT", "TOP"]

CONTENTS = (
    "In short",
    "The tree",
    "How good it is",
    "Features",
    "Which features matter",
    "How it was chosen",
    "Stability",
    "Rules",
    "Data",
    "How to read this",
    "What not to conclude",
    "How to make it again",
)


def _title(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    if facts.report.title != match[0]:
        yield from expect("title", match[0], f"What predicts {facts.told_in_title}?")


def _origin(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    file = facts.report.origin.file
    rows, features = facts.dataset.n_rows, facts.schema.n_features
    parts = [*([file] if file else []), counted(rows, "row"), counted(features, "feature")]
    yield from expect("origin", match[0], " · ".join(parts))


TOP = [
    *as_is("loose", "To the report"),
    *as_is("summary", "Contents"),
    *as_is("li", *CONTENTS),
    Form("title", ".+", _title),
    Form("h1", ".+", _title),
    Form("p", r".+ · \d+ features?", _origin),
]

# -- how to read it ------------------------------------------------------------------


def _of_models(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("equations", "equation" in match[0], facts.has_models)


def _of_classes(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("classes", True, facts.is_class)


def _of_sizes(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("sizes", facts.sizes is not None, True)


READING = [
    *as_is("h2", "How to read this"),
    *as_is("dt", "A leaf", "Cross-validation", "The 95 % interval"),
    Form("dt", "Recall and precision|Lift|Brier score and log loss", _of_classes),
    Form("dt", r"The price of a leaf \(cp\)", _of_sizes),
    Form(
        "dd",
        r"is where questions end\. It predicts the same for all samples that reach it\.|is where "
        r"questions end\. It predicts by one equation, or one number, for all samples that reach "
        r"it\.",
        _of_models,
    ),
    *as_is(
        "dd",
        "predicts every sample by a tree that never saw it. Its error is the one to expect; the "
        "error on the samples that a tree was grown from flatters it.",
        "is the range in which, with 95 % confidence, the error would lie if there were very many "
        "samples like these.",
    ),
    Form(
        "dd",
        r"Recall is the share of a class that the tree finds; precision the share that is right "
        r"when the tree predicts the class\.|The Brier score is the mean square of how far the "
        r"shares given to the classes are from what happened, 1 for the class that occurred and 0 "
        r"for the others, summed over the classes: 0 at best, 2 at worst\. The log loss is the "
        r"mean of −ln of the share given to the class that occurred: 0 at best, without a limit\.|"
        r"says how many times as frequent a class is under a rule as among all samples\.",
        _of_classes,
    ),
    Form(
        "dd",
        r"is what a leaf must save, as a share of the error without a tree, to be kept\. The "
        r"higher it is, the smaller the tree\.",
        _of_sizes,
    ),
]
CAUTION = [
    *as_is("h2", "What not to conclude"),
    *as_is(
        "li",
        "That a feature causes the target. The tree knows only what goes together in these "
        "samples.",
        "That a feature that is not in the tree does not matter. Another that says the same may "
        "have taken its place.",
        "That a threshold is a border in the world. It lies between two values that happened to "
        "occur, and moves when samples change.",
        "That the tree holds for other kinds of samples: other years, places, people, or values "
        "beyond those above.",
        "That the error will be this low if rows belong together, such as several of one person, "
        "or if a column was filled in after the target was known. Then cross-validation is too "
        "kind.",
    ),
    Form(
        "li",
        r"That a leaf of few samples is as sure as its share looks\. See the intervals of the "
        r"rules\.",
        _of_classes,
    ),
    *as_is(
        "li",
        "That a leaf of few samples is as sure as one of many. See the samples of the rules.",
    ),
]

# -- how to make it again ------------------------------------------------------------


def _went_in(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    rows = {row[0]: row[1] for row in Table.of(element).rows}
    report, file = facts.report, facts.report.origin.file
    names = ["data", "made by", "estimator", "folds, seed", "versions"]
    yield from expect("rows", list(rows), [one for one in names if file or one != "estimator"])
    source = file or "samples in memory"
    yield from expect("data", rows["data"], f"{source}, {facts.dataset.n_rows} rows")
    estimator = " ".join(repr(report.estimator).split())
    if file:
        yield from expect("estimator", rows["estimator"], estimator)
        yield from expect("call", rows["made by"], report.origin.call)
    else:
        yield from _call(facts, rows["made by"], estimator)
    yield from expect("folds, seed", rows["folds, seed"], f"{len(facts.folds)}, {report.seed}")
    libraries = ("arboretum", "Python", "numpy", "scipy", "scikit-learn", "matplotlib")
    found = {one: version(one) for one in libraries if one != "Python"}
    found["Python"] = platform.python_version()
    yield from expect("versions", rows["versions"], ", ".join(f"{k} {found[k]}" for k in libraries))


def _call(facts: Facts, text: str, estimator: str) -> Iterator[str]:
    """What is written must be what was called; `how` was passed by whoever made the report."""
    match = re.fullmatch(
        re.escape(estimator)
        + r"\.fit\((X, y.*)\)\.report\((X, y.*), n_folds=(\d+), n_trees=(\d+), seed=(\d+)\)",
        text,
    )
    if match is None:
        yield f"the call is not of {estimator}"
        return
    fitted, reported, n_folds, n_trees, seed = match.groups()
    yield from expect("samples", fitted, reported)
    n_samples = int(facts.dataset.counts.sum())
    yield from expect("folds", min(int(n_folds), n_samples), len(facts.folds))
    yield from expect("trees, seed", (int(n_trees), int(seed)), (facts.n_trees, facts.report.seed))


REPEAT = [
    *as_is("h2", "How to make it again"),
    *as_is("p", "The same data, parameters and versions give the same report, to the letter."),
    *as_is("label", "What went in"),
    Form("table", "What went in", _went_in),
]
