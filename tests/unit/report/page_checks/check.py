"""Whether a page says anything untrue."""

from __future__ import annotations

from collections.abc import Iterator

from tests.unit.report.page_checks import (
    choice,
    data,
    errors,
    features,
    fixed,
    importance,
    rules,
    stability,
    summary,
    tree,
)
from tests.unit.report.page_checks.facts import Facts
from tests.unit.report.page_checks.page import Element, parse, said_in
from tests.unit.report.page_checks.reading import read

__all__ = ["SECTIONS", "untrue_in", "untrue_on_page"]

#: The forms of the statements of each section, in the order of the page.
SECTIONS = {
    "top": fixed.TOP,
    "summary": summary.FORMS,
    "tree": tree.FORMS,
    "errors": errors.FORMS,
    "features": features.FORMS,
    "importance": importance.FORMS,
    "choice": choice.FORMS,
    "stability": stability.FORMS,
    "rules": rules.FORMS,
    "data": data.FORMS,
    "reading": fixed.READING,
    "caution": fixed.CAUTION,
    "repeat": fixed.REPEAT,
}


def untrue_on_page(facts: Facts, html: str | None = None) -> list[str]:
    """What is wrong on the page of a report; nothing if all is true."""
    page = parse(facts.report.to_html() if html is None else html)
    unknown = [f"unknown section: {name}" for name in page if name not in SECTIONS]
    lacking = [f"no section {name}" for name in SECTIONS if name not in page]
    known = [name for name in SECTIONS if name in page]
    wrong = [f"{name}: {one}" for name in known for one in untrue_in(name, page[name], facts)]
    return [*unknown, *lacking, *wrong]


def untrue_in(name: str, section: Element, facts: Facts) -> Iterator[str]:
    """What is wrong in a section."""
    yield from read(said_in(section), SECTIONS[name], facts)
