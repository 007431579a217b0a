"""What a reader should know before relying on a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arboretum.tree import name_text

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["cautions"]


def cautions(report: Report) -> list[str]:
    """Doubts about the tree, then about the columns, then how the table was read and dealt."""
    return [
        *_no_better(report),
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
