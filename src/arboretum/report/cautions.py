"""What a reader should know before relying on a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arboretum.data.concerns import RARE, RARE_SHARE
from arboretum.report.summary_several import told_together
from arboretum.tree import category_text, name_text
from arboretum.tree.words.format import clipped, percent

if TYPE_CHECKING:
    from arboretum.report.judgement import Confusion
    from arboretum.report.report import Report

__all__ = ["cautions"]

#: A class with at least this share of the samples makes the share of mistakes say little.
UNEVEN = 0.9


def cautions(report: Report) -> list[str]:
    """Doubts about the tree, then about the columns, then how the table was read and dealt."""
    uneven = _uneven(report)
    # One target is warned of once: here with how its rare classes fare.
    is_said = len(uneven) == len(report.judged)
    return [
        *_no_better(report),
        *uneven,
        *(suspect.words for suspect in report.suspects),
        *(note for note in report.origin.notes if not (is_said and note.startswith(RARE))),
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
    if told_together(report):
        return _together_no_better(report, doubtful)
    return [
        f"The tree predicts {name} not clearly better than no tree at all: the difference may be "
        "chance."
        for name in doubtful
    ]


def _together_no_better(report: Report, doubtful: list[str]) -> list[str]:
    """Of many targets one line, and of labels what the measures of all say."""
    what = "labels" if report.labels is not None else "targets"
    found = []
    first = next(iter(report.together), None)
    if first is not None and not first.is_clearly_better:
        error = "share of labels that are wrong"
        if report.labels is None:
            error = "error of all targets together"
        found.append(
            f"The {error} is not clearly below that of no tree at all: the difference may be "
            "chance."
        )
    if doubtful:
        are = "is" if len(doubtful) == 1 else "are"
        found.append(
            f"{len(doubtful)} of {len(report.judged)} {what} {are} predicted not clearly better "
            f"than without a tree: {clipped(doubtful)}."
        )
    return found


def _uneven(report: Report) -> list[str]:
    """Classes that are so rare that a share of mistakes does not show how they fare."""
    found: list[str] = []
    if report.labels is not None:  # that most samples lack a label is what labels are like
        return found
    for judged in report.judged:
        if judged.confusion is None:
            continue
        confusion, counts = judged.confusion, judged.confusion.weights.sum(axis=1)
        most, total = int(counts.argmax()), float(counts.sum())
        order = counts.argsort(kind="stable")
        rare = [code for code in order[counts[order] > 0].tolist() if code != most]
        if not rare or counts[most] < UNEVEN * total:
            continue
        few = [code for code in rare if counts[code] < RARE_SHARE * total] or rare[:1]
        found.append(
            f"{percent(float(counts[most] / total))} of the samples are "
            f"{category_text(confusion.classes[most])}, so few mistakes say little. The trees "
            f"found {clipped([_how_it_fares(confusion, code) for code in few])}: see the confusion "
            f"matrix. Class weights or a loss matrix make a tree look for "
            f"{'it' if len(few) == 1 else 'them'}."
        )
    return found


def _how_it_fares(confusion: Confusion, code: int) -> str:
    return (
        f"{percent(float(confusion.recall[code]), 0)} of {category_text(confusion.classes[code])}"
    )
