"""The colours of classes on the page: those of pictures and of the tree to explore."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arboretum.data import Category
from arboretum.report.markup import Markup, element
from arboretum.show.paper.palette import CLASSES, OTHER, class_colours
from arboretum.tree import Tree, category_text

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["chip", "class_marks", "legend", "named", "palette_style", "report_marks"]

#: The class in the style of the page that has each colour.
MARKS = {colour: f"class-{i}" for i, colour in enumerate(CLASSES)} | {OTHER: "class-other"}


def palette_style() -> str:
    """The part of the style that knows the colours: a policy without inline styles forbids others.

    >>> print(palette_style().splitlines()[0])
    .class-0 { fill: #0072B2; stroke: #0072B2; background: #0072B2; }
    """
    return "".join(
        f".{mark} {{ fill: {colour}; stroke: {colour}; background: {colour}; }}\n"
        for colour, mark in MARKS.items()
    )


def class_marks(tree: Tree, target: int = 0) -> list[str]:
    """What the style of the page calls the colour of each class of a target."""
    return [MARKS[colour] for colour in class_colours(tree, target)]


def report_marks(report: Report, k: int) -> list[str]:
    """The same of a target of a report, which may be part of a vector of numbers."""
    if not report.vector_has_classes:
        return class_marks(report.tree, k)
    n_classes = len(report.vector[k].classes or ())
    own = [MARKS[colour] for colour in CLASSES[:n_classes]]
    return own + [MARKS[OTHER]] * (n_classes - len(own))


def chip(mark: str) -> Markup:
    """A spot of colour before the name of a class."""
    return element("span", class_=f"chip {mark}", aria_hidden="true")


def named(category: Category, mark: str) -> Markup:
    """A class by its name, with its colour."""
    return element("span", chip(mark), category_text(category), class_="class-name")


def legend(classes: Sequence[Category], marks: Sequence[str]) -> Markup:
    """Which colour is which class; the classes that share one are counted."""
    own = [i for i, mark in enumerate(marks) if mark != MARKS[OTHER]]
    items = [element("li", named(classes[i], marks[i])) for i in own]
    n_others = len(marks) - len(own)
    if n_others:
        text = f"{n_others} rarer {'classes' if n_others > 1 else 'class'}"
        items.append(element("li", chip(MARKS[OTHER]), text))
    return element("ul", *items, class_="legend", aria_label="Colours of the classes")
