"""The report as one page of HTML that needs nothing else."""

from __future__ import annotations

from importlib.resources import files
from string import Template
from typing import TYPE_CHECKING

from arboretum.report.colours import palette_style
from arboretum.report.markup import Markup, element, fragment
from arboretum.report.sections.choice import choice
from arboretum.report.sections.data import data
from arboretum.report.sections.errors import errors
from arboretum.report.sections.features import features
from arboretum.report.sections.findings import importance, rules, stability
from arboretum.report.sections.overview import overview
from arboretum.report.sections.reading import caution, reading, repeat
from arboretum.report.sections.tree import tree
from arboretum.show.web.html import content_hash, page_hashes
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
    folder = files("arboretum.report") / "page"
    style = (folder / "report.css").read_text(encoding="utf-8") + palette_style()
    script = (folder / "report.js").read_text(encoding="utf-8")
    template = Template((folder / "report.html").read_text(encoding="utf-8"))
    frame_script_hash, frame_style_hash = page_hashes()
    page = template.substitute(
        title=fragment(report.title),
        origin=_origin(report),
        style=style,
        style_hash=content_hash(style),
        script=script,
        script_hash=content_hash(script),
        # The tree to explore, in its frame, obeys the rules of this page as well as its own.
        frame_script_hash=frame_script_hash,
        frame_style_hash=frame_style_hash,
        links=_links(),
        sections=fragment(*(make(report) for make in SECTIONS)),
    )
    # Half of a surrogate pair cannot be UTF-8.
    return page.encode("utf-8", errors="backslashreplace").decode("utf-8")


def _origin(report: Report) -> Markup:
    """What the report is about, in a line."""
    n_features = len(report.columns)
    parts = [] if report.origin.file is None else [report.origin.file]
    parts += [plural(report.n_rows, "row"), plural(n_features, "feature")]
    return element("p", " · ".join(parts), class_="origin")


def _links() -> Markup:
    return element(
        "ul",
        *(element("li", element("a", text, href=f"#{name}")) for name, text in LINKS.items()),
    )
