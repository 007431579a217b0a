"""What a reader should know before relying on a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arboretum.tree import category_text, name_text
from arboretum.tree.words.format import percent

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["cautions"]

#: A class with at least this share of the samples makes the share of mistakes say little.
UNEVEN = 0.9


def cautions(report: Report) -> list[str]:
    """Doubts about the tree, then about the columns, then how the table was read and dealt."""
    return [
        *_no_better(report),
        *_uneven(report),
        *(suspect.words for suspect in report.suspects),
        *report.origin.notes,
        *report.notes,
    ]


def _no_better(report: Report) -> list[str]:
    if report.tree.is_leaf[0]:
        return []
    doubtful = [
        name_text(judged.error.target)
        for judged in report.judged
        if not (judged.loss or judged).is_clearly_better
    ]
    return [
        f"The tree predicts {name} not clearly better than no tree at all: the difference may be "
        "chance."
        for name in doubtful
    ]


def _uneven(report: Report) -> list[str]:
    """Classes that are so rare that a share of mistakes does not show how they fare."""
    found = []
    for judged in report.judged:
        if judged.confusion is None:
            continue
        confusion, counts = judged.confusion, judged.confusion.weights.sum(axis=1)
        most, least = int(counts.argmax()), int(np.where(counts > 0, counts, np.inf).argmin())
        share = float(counts[most] / counts.sum())
        if share >= UNEVEN and most != least:
            usual, rare = (category_text(confusion.classes[code]) for code in (most, least))
            found.append(
                f"{percent(share)} of the samples are {usual}, so few mistakes say little. Of "
                f"{rare} the trees found {percent(float(confusion.recall[least]), 0)}: see the "
                "confusion matrix. Class weights or a loss matrix make a tree look for it."
            )
    return found
