"""The report as one page of HTML that needs nothing else."""

from __future__ import annotations

from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

from arboretum.report.markup import Markup, element, fragment, section
from arboretum.report.sections.data import data
from arboretum.report.sections.errors import errors
from arboretum.report.sections.findings import importance, rules, stability
from arboretum.report.sections.reading import caution, reading, repeat
from arboretum.report.sections.tree import choice, tree
from arboretum.show.web.html import content_hash, page_hashes

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["page_text"]

SECTIONS = (tree, errors, data, choice, importance, rules, stability, reading, caution, repeat)
LINKS = {
    "summary": "In short",
    "tree": "The tree",
    "errors": "How good it is",
    "data": "Data",
    "choice": "How it was chosen",
    "importance": "Which features matter",
    "rules": "Rules",
    "stability": "Stability",
    "reading": "How to read this",
    "caution": "What not to conclude",
    "repeat": "How to make it again",
}


def page_text(report: Report) -> str:
    """The whole page; all that comes from the data is text on it."""
    folder = files("arboretum.report") / "page"
    style = (folder / "report.css").read_text(encoding="utf-8")
    template = Template((folder / "report.html").read_text(encoding="utf-8"))
    script_hash, frame_style_hash = page_hashes()
    page = template.substitute(
        title=fragment(report.title),
        style=style,
        style_hash=content_hash(style),
        # The tree to explore, in its frame, obeys the rules of this page as well as its own.
        script_hash=script_hash,
        frame_style_hash=frame_style_hash,
        links=_links(),
        summary=_summary(report),
        sections=fragment(*(make(report) for make in SECTIONS)),
    )
    # Half of a surrogate pair cannot be UTF-8.
    return page.encode("utf-8", errors="backslashreplace").decode("utf-8")


def _links() -> Markup:
    return element(
        "ul",
        *(element("li", element("a", text, href=f"#{name}")) for name, text in LINKS.items()),
    )


def _summary(report: Report) -> Markup:
    # A percent sign stays on the line of its number.
    lines = [line.replace(" %", "\N{NO-BREAK SPACE}%") for line in report.summary]
    return section("summary", "In short", *lines)
