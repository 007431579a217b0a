"""The report as one page of HTML that needs nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arboretum.report.sections.choice import choice
from arboretum.report.sections.data import data
from arboretum.report.sections.errors import errors
from arboretum.report.sections.features import features
from arboretum.report.sections.findings import importance, rules, stability
from arboretum.report.sections.overview import overview
from arboretum.report.sections.reading import caution, reading, repeat
from arboretum.report.sections.tree import tree
from arboretum.report.whole_page import whole_page
from arboretum.tree.words.format import plural

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["page_text"]

SECTIONS = (
    overview,
    tree,
    errors,
    features,
    importance,
    choice,
    stability,
    rules,
    data,
    reading,
    caution,
    repeat,
)
LINKS = {
    "summary": "In short",
    "tree": "The tree",
    "errors": "How good it is",
    "features": "Features",
    "importance": "Which features matter",
    "choice": "How it was chosen",
    "stability": "Stability",
    "rules": "Rules",
    "data": "Data",
    "reading": "How to read this",
    "caution": "What not to conclude",
    "repeat": "How to make it again",
}


def page_text(report: Report) -> str:
    """The whole page; all that comes from the data is text on it."""
    return whole_page(report.title, _origin(report), LINKS, (make(report) for make in SECTIONS))


def _origin(report: Report) -> list[str]:
    """What the report is about."""
    file = [] if report.origin.file is None else [report.origin.file]
    return [*file, plural(report.n_rows, "row"), plural(len(report.columns), "feature")]
