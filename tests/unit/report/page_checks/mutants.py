"""Pages with one number or sign changed: whoever checks pages must notice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.unit.report.page_checks.check import untrue_at
from tests.unit.report.page_checks.facts import Facts
from tests.unit.report.page_checks.page import Element, said_in

__all__ = ["Mutant", "is_noticed", "moved_in", "mutants_of"]

#: What is said to people in an attribute; other attributes are for the browser.
SPOKEN = ("aria-label", "alt", "data-label", "data-points", "value")
#: Where something is drawn that stands for a number.
DRAWN = {
    "path": ("d",),
    "rect": ("x", "width"),
    "circle": ("cx", "cy"),
    "line": ("x1", "x2"),
}
#: Lines across a chart: their numbers stand for something, their ends do not.
GRID = ("grid", "axis", "chance", "ground")
#: By how many pixels a place is moved, so that people would see it.
MOVED = 3
DIGITS = re.compile(r"\d+(?:\.\d+)?")
#: On which side of a threshold its own value belongs.
SIGNS = {"<=": "<", "<": "<=", ">=": ">", ">": ">="}
SIGN = re.compile("|".join(SIGNS))


@dataclass(frozen=True, eq=False)
class Mutant:
    """A text of a section, and the same with one number or sign changed."""

    section: str
    statement: int
    what: str
    before: str
    after: str
    put: Callable[[str], None]


def mutants_of(name: str, section: Element) -> Iterator[Mutant]:
    """Every number and every sign that is said in a section, one after another."""
    for statement, said in enumerate(said_in(section)):
        for text, put in _texts_of(said.element, said.what):
            for after in _changed(text):
                yield Mutant(name, statement, said.what, text, after, put)


def _changed(text: str) -> Iterator[str]:
    for found in DIGITS.finditer(text):
        place = found.end() - 1
        digit = str((int(text[place]) + 1) % 10)
        yield text[:place] + digit + text[place + 1 :]
    for found in SIGN.finditer(text):
        yield text[: found.start()] + SIGNS[found[0]] + text[found.end() :]


def moved_in(name: str, section: Element) -> Iterator[Mutant]:
    """Every place of a drawing that stands for a number, moved."""
    for statement, said in enumerate(said_in(section)):
        for one in said.element if said.what != "label" else ():
            if one.kind in GRID or one.attributes.get("y1", "") == one.attributes.get("y2"):
                continue
            for attribute in DRAWN.get(one.tag, ()):
                # A point is a line of no length.
                text = one.attributes.get(attribute, "").replace("h0", "h")
                put = _put_attribute(one, attribute)
                for found in DIGITS.finditer(text):
                    there = f"{float(found[0]) + MOVED:.1f}"
                    after = text[: found.start()] + there + text[found.end() :]
                    what = f"{attribute} of {one.tag} {one.kind} in {said.what}"
                    yield Mutant(name, statement, what, text, after, put)


def _texts_of(element: Element, what: str) -> Iterator[tuple[str, Callable[[str], None]]]:
    """The texts of a statement, and how to change each."""
    if what == "label":
        yield element.attributes["aria-label"], _put_attribute(element, "aria-label")
        return
    for one in element:
        for name in SPOKEN:
            if name in one.attributes:
                yield one.attributes[name], _put_attribute(one, name)
        for place, child in enumerate(one.children):
            if isinstance(child, str):
                yield child, _put_child(one, place)


def _put_attribute(element: Element, name: str) -> Callable[[str], None]:
    def put(text: str) -> None:
        element.attributes[name] = text

    return put


def _put_child(element: Element, place: int) -> Callable[[str], None]:
    def put(text: str) -> None:
        element.children[place] = text

    return put


def is_noticed(mutant: Mutant, section: Element, facts: Facts) -> bool:
    """Whether the statement with the changed number is called untrue."""
    mutant.put(mutant.after)
    try:
        return any(untrue_at(mutant.section, section, mutant.statement, facts))
    except (AssertionError, ValueError, KeyError, IndexError):
        return True  # it cannot even be read
    finally:
        mutant.put(mutant.before)
