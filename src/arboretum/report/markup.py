"""HTML that its content cannot break: every text is escaped when it is put in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

__all__ = [
    "Markup",
    "bar",
    "bars",
    "element",
    "fragment",
    "scrolled",
    "section",
    "share_bar",
    "stacked_bar",
    "stretched",
    "table",
]

#: Elements that have no end.
VOID = ("img", "input", "meta")
#: Elements of a drawing, which close themselves.
SHAPES = ("circle", "line", "path", "rect")
BAR_WIDTH = 100
#: Tables of more columns have their rows one below the other on a phone.
MOST_ON_A_PHONE = 4


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
    if tag in VOID or tag in SHAPES:
        return Markup(f"<{tag}{named}{'/' if tag in SHAPES else ''}>")
    return Markup(f"<{tag}{named}>{fragment(*children)}</{tag}>")


def fragment(*children: str) -> Markup:
    """Several texts and elements, one after another."""
    return Markup(
        "".join(child if isinstance(child, Markup) else _escaped(child) for child in children)
    )


def _escaped(text: str) -> str:
    # A percent sign stays on the line of its number.
    return escape(text).replace(" %", "\N{NO-BREAK SPACE}%")


def section(name: str, heading: str, *children: str) -> Markup:
    """A part of the page with a heading that links lead to; mere texts become paragraphs."""
    title = element("h2", heading, id=f"{name}-heading")
    parts = [one if isinstance(one, Markup) else element("p", one) for one in children]
    return element("section", title, *parts, id=name, aria_labelledby=f"{name}-heading")


def table(
    caption: str,
    heading: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    left: Sequence[int] = (0,),
    marked: int | None = None,
    class_: str | None = None,
    more: str | None = None,
    stacks: bool = False,
) -> Markup:
    """A table whose first column names its rows; numbers stand to the right.

    ``left`` are the columns of words, ``marked`` a row to point out, ``more`` says what was cut
    off; a table that ``stacks`` has its cells one below the other on a phone, however few.
    """
    sides = [None if k in left else "number" for k in range(len(heading))]
    title = heading[0] if sides[0] else None  # a number alone would not say what it counts
    head = [
        element("th", text, scope="col", class_=side)
        for text, side in zip(heading, sides, strict=True)
    ]
    lines = [
        element(
            "tr",
            element("th", row[0], scope="row", class_=sides[0], data_label=title),
            *(
                element("td", cell, class_=side, data_label=name or None)
                for cell, side, name in zip(row[1:], sides[1:], heading[1:], strict=True)
            ),
            class_="marked" if number == marked else None,
        )
        for number, row in enumerate(rows)
    ]
    kinds = [] if class_ is None else [class_]
    kinds += ["stacks"] if stacks or len(heading) > MOST_ON_A_PHONE else []
    made = element(
        "table",
        element("caption", caption),
        element("thead", element("tr", *head)),
        element("tbody", *lines),
        class_=" ".join(kinds) or None,
    )
    whole = scrolled(made, caption)
    return fragment(whole, element("p", more)) if more else whole


def scrolled(wide: Markup, name: str, kind: str = "") -> Markup:
    """What may be wider than the window scrolls by itself, by keyboard too."""
    classes = f"wide {kind}".strip()
    return element("div", wide, class_=classes, tabindex="0", role="group", aria_label=name)


def bar(share: float, mark: str | None = None) -> Markup:
    """A bar as long as a share; the number stands beside it, so screen readers skip it."""
    length = f"{BAR_WIDTH * min(max(share, 0.0), 1.0):.1f}"
    whole = element("rect", class_="ground", width=str(BAR_WIDTH), height="10", rx="2")
    part = element("rect", class_=mark, width=length, height="10", rx="2")
    box = f"0 0 {BAR_WIDTH} 10"
    return element("svg", whole, part, class_="bar", viewBox=box, aria_hidden="true")


def share_bar(share: float, interval: tuple[float, float] | None = None, kind: str = "") -> Markup:
    """A bar across its whole box, with a mark from end to end of an interval."""
    pieces = [
        element("rect", class_="ground", y="2", width="100", height="8"),
        element("rect", y="2", width=f"{100 * min(max(share, 0.0), 1.0):.1f}", height="8"),
    ]
    if interval is not None:
        low, high = (100 * min(max(end, 0.0), 1.0) for end in interval)
        pieces.append(
            element(
                "rect",
                class_="interval",
                x=f"{low:.1f}",
                y="5",
                width=f"{high - low:.1f}",
                height="2",
            )
        )
    return stretched(pieces, kind)


def stacked_bar(shares: Sequence[float], marks: Sequence[str]) -> Markup:
    """Shares of a whole side by side, each in its colour."""
    pieces, start = [], 0.0
    for share, mark in zip(shares, marks, strict=True):
        if share > 0:
            piece = {"x": f"{100 * start:.1f}", "width": f"{100 * share:.1f}", "height": "10"}
            pieces.append(element("rect", class_=mark, **piece))
        start += share
    return stretched(pieces)


def stretched(pieces: Sequence[Markup], kind: str = "") -> Markup:
    """A picture without letters that takes the width it gets; numbers beside it say the same."""
    box = {"viewBox": "0 0 100 10", "preserveAspectRatio": "none"}
    return element("svg", *pieces, class_=f"strip {kind}".strip(), aria_hidden="true", **box)


def bars(heights: tuple[float, ...]) -> Markup:
    """A small histogram."""
    pieces = [
        element(
            "rect",
            x=f"{8 * i}",
            y=f"{24 * (1 - height):.1f}",
            width="7",
            height=f"{24 * height:.1f}",
        )
        for i, height in enumerate(heights)
    ]
    return element("svg", *pieces, class_="bars", viewBox="0 0 96 24", aria_hidden="true")
