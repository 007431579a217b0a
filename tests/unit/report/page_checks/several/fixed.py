"""How to read a page of several targets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tests.unit.report.page_checks import fixed
from tests.unit.report.page_checks.reading import Form, expect
from tests.unit.report.page_checks.several.facts import SeveralFacts

__all__ = ["READING"]

OF_LABELS = {
    "Labels wrong": (
        "is the share of all pairs of a sample and a label in which the label is missing or one "
        "too many (Hamming loss)."
    ),
    "A set that is right": "has every label that the sample has, and no other.",
    "The area under the precision-recall curve": (
        "says how well labels are ranked by their probability, whatever threshold is chosen later: "
        "the precision when more and more labels are predicted, on average. Pooled, all samples "
        "and labels share one threshold."
    ),
}
OF_NUMBERS = {
    "Relative root mean square error": (
        "is the error as a share of the standard deviation of the target, so that targets of "
        "different units can be averaged: 1 is no better than always saying the mean."
    )
}


def _of_labels(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("labels", facts.has_labels, True)


def _of_numbers(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("relative errors", "relative RMSE" in facts.together, True)


def _recall(facts: SeveralFacts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("classes", any(facts.classes_of), True)


def _forms(texts: dict[str, str], check: Any) -> list[Form]:
    return [
        Form(what, re.escape(text), check)
        for pair in texts.items()
        for what, text in zip(("dt", "dd"), pair, strict=True)
    ]


READING = [
    *_forms(OF_LABELS, _of_labels),
    *_forms(OF_NUMBERS, _of_numbers),
    Form("dt", "Recall and precision", _recall),
    Form("dd", "Recall is the share of a class that the tree finds; .+", _recall),
    *fixed.READING,
]
