"""HTML that cannot be broken by what it holds: every text is escaped when it is put in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["Markup", "element", "fragment", "scrolled", "section", "table"]

#: Elements that have no end.
VOID = ("img", "meta", "rect")


class Markup(str):
    """A text that is HTML already."""

    __slots__ = ()


def element(tag: str, *children: str, **attributes: str | None) -> Markup:
    """An element; its attributes are named as in HTML, with ``_`` for ``-`` and at the end.

    >>> element("p", "1 < 2 ", element("b", "yes"), class_="note")
    '<p class="note">1 &lt; 2 <b>yes</b></p>'
    """
    named = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    if tag in VOID:
        return Markup(f"<{tag}{named}>" if tag != "rect" else f"<{tag}{named}/>")
    return Markup(f"<{tag}{named}>{fragment(*children)}</{tag}>")


def fragment(*children: str) -> Markup:
    """Several texts and elements, one after another."""
    return Markup(
        "".join(child if isinstance(child, Markup) else escape(child) for child in children)
    )


def section(name: str, heading: str, *children: str) -> Markup:
    """A part of the page with a heading that links lead to."""
    title = element("h2", heading, id=f"{name}-heading")
    return element("section", title, *children, id=name, aria_labelledby=f"{name}-heading")


def table(
    caption: str,
    heading: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    left: Sequence[int] = (0,),
    marked: int | None = None,
    class_: str | None = None,
) -> Markup:
    """A table whose first column names its rows; numbers stand to the right.

    ``left`` are the columns of words, ``marked`` a row to point out.
    """
    sides = [None if k in left else "number" for k in range(len(heading))]
    head = [
        element("th", text, scope="col", class_=side)
        for text, side in zip(heading, sides, strict=True)
    ]
    lines = [
        element(
            "tr",
            element("th", row[0], scope="row", class_=sides[0]),
            *(
                element("td", cell, class_=side)
                for cell, side in zip(row[1:], sides[1:], strict=True)
            ),
            class_="marked" if number == marked else None,
        )
        for number, row in enumerate(rows)
    ]
    made = element(
        "table",
        element("caption", caption),
        element("thead", element("tr", *head)),
        element("tbody", *lines),
        class_=class_,
    )
    return scrolled(made, caption)


def scrolled(wide: Markup, name: str, kind: str = "") -> Markup:
    """What may be wider than the window scrolls by itself, by keyboard too."""
    classes = f"wide {kind}".strip()
    return element("div", wide, class_=classes, tabindex="0", role="group", aria_label=name)
