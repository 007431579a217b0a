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
    sentences,
    stability,
    summary,
    tree,
)
from tests.unit.report.page_checks.facts import Facts
from tests.unit.report.page_checks.page import Element, Said, parse, said_in
from tests.unit.report.page_checks.reading import Form, read
from tests.unit.report.page_checks.several import choice as several_choice
from tests.unit.report.page_checks.several import data as several_data
from tests.unit.report.page_checks.several import errors as several_errors
from tests.unit.report.page_checks.several import features as several_features
from tests.unit.report.page_checks.several import fixed as several_fixed
from tests.unit.report.page_checks.several import rules as several_rules
from tests.unit.report.page_checks.several import summary as several_summary

__all__ = ["untrue_at", "untrue_in", "untrue_on_page", "untrue_when_printed"]

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
SECTIONS_OF_SEVERAL = SECTIONS | {
    "summary": several_summary.FORMS,
    "errors": several_errors.FORMS,
    "features": several_features.FORMS,
    "choice": [*several_choice.LEVELS, *choice.FORMS],
    "rules": several_rules.FORMS,
    "data": several_data.FORMS,
    "reading": several_fixed.READING,
}


def untrue_on_page(facts: Facts, html: str | None = None) -> list[str]:
    """What is wrong on the page of a report; nothing if all is true."""
    page = parse(facts.report.to_html() if html is None else html)
    unknown = [f"unknown section: {name}" for name in page if name not in SECTIONS]
    lacking = [f"no section {name}" for name in SECTIONS if name not in page]
    known = [name for name in SECTIONS if name in page]
    wrong = [f"{name}: {one}" for name in known for one in untrue_in(name, page[name], facts)]
    return [*unknown, *lacking, *wrong]


def untrue_when_printed(facts: Facts) -> list[str]:
    """What is wrong with the sentences of a report as they are printed; nothing if all are true."""
    said = [Said("p", line, Element("p")) for line in facts.report.summary]
    return list(read(said, [*sentences.PRINTED, *_forms(facts)["summary"]], facts))


def untrue_in(name: str, section: Element, facts: Facts) -> Iterator[str]:
    """What is wrong in a section."""
    said = list(said_in(section))
    for one, about in zip(said, facts.of_each(name, said), strict=True):
        yield from _untrue(name, one, about, facts)


def untrue_at(name: str, section: Element, place: int, facts: Facts) -> Iterator[str]:
    """What is wrong with one statement of a section."""
    said = list(said_in(section))
    yield from _untrue(name, said[place], facts.of_each(name, said)[place], facts)


def _untrue(name: str, said: Said, about: Facts, facts: Facts) -> Iterator[str]:
    yield from read([said], _forms(facts)[name], about)
    if said.what == "label":  # what a screen reader says of it must be what stands there
        caption = said.element.first("caption") or said.element.first("figcaption")
        if caption is not None and not caption.text.startswith(said.text):
            yield f"{said.text!r} stands above {caption.text!r}"


def _forms(facts: Facts) -> dict[str, list[Form]]:
    return SECTIONS_OF_SEVERAL if facts.is_several else SECTIONS
