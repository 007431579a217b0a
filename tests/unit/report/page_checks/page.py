"""The page of a report as a reader meets it: section by section, what is said and what is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

__all__ = ["Element", "Said", "parse", "said_in"]

VOID = {"img", "input", "meta", "circle", "line", "path", "rect"}
#: What is read as a whole, with all that stands inside.
TEXTS = {"p", "li", "h1", "h2", "h3", "figcaption", "summary", "dt", "dd", "title"}


@dataclass(eq=False)
class Element:
    """An element of the page; its texts may be changed, to see who notices."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    @property
    def kind(self) -> str:
        return self.attributes.get("class", "")

    @property
    def text(self) -> str:
        """Its letters, without those that stand in drawings."""
        return "".join(
            one if isinstance(one, str) else "" if one.tag == "svg" else one.text
            for one in self.children
        ).replace("\N{NO-BREAK SPACE}%", " %")

    def __iter__(self) -> Iterator[Element]:
        """It, and all elements inside it, as they stand on the page."""
        yield self
        for one in self.children:
            if isinstance(one, Element):
                yield from one

    def all(self, *tags: str) -> list[Element]:
        return [one for one in self if one.tag in tags]

    def first(self, tag: str) -> Element | None:
        return next((one for one in self if one.tag == tag), None)


@dataclass(frozen=True, eq=False)
class Said:
    """A statement of the page: a text, a table by its caption, or a drawing by its words."""

    what: str
    text: str
    element: Element


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("page")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(made)
        if tag not in VOID:
            self.open.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open[-1].tag not in ("style", "script"):
            self.open[-1].children.append(data)


def parse(html: str) -> dict[str, Element]:
    """The sections by name; what stands above them is "top"."""
    reader = _Reader()
    reader.feed(html)
    assert len(reader.open) == 1, f"<{reader.open[-1].tag}> stays open"
    whole = reader.open[0]
    body = next(one for one in whole if one.tag == "body")
    top = Element(
        "section", {"id": "top"}, [one for one in body.children if one not in _main(body)]
    )
    title = next(one for one in whole if one.tag == "title")
    top.children.insert(0, title)
    sections = [one for one in body if one.tag == "section"]
    return {one.attributes["id"]: one for one in (top, *sections)}


def _main(body: Element) -> list[Element]:
    return [one for one in body.children if isinstance(one, Element) and one.tag == "main"]


def said_in(element: Element) -> Iterator[Said]:
    """Every statement, in order; a table or a drawing is one, with all that stands in it."""
    tag = element.tag
    if tag == "table":
        caption = element.first("caption")
        yield Said("table", "" if caption is None else caption.text, element)
    elif tag == "svg" and element.attributes.get("role") == "img":
        yield Said("chart", element.attributes["aria-label"], element)
    elif tag == "img":
        yield Said("img", element.attributes["alt"], element)
    elif tag == "li" and element.first("p") is not None:
        yield Said("tile", element.all("p")[0].text, element)
    elif tag == "figure" and element.kind == "feature":
        yield Said("feature", element.all("b")[0].text, element)
    elif tag in TEXTS and not any(one.tag in TEXTS for one in element if one is not element):
        yield Said(tag, element.text.strip(), element)
    elif "data-points" in element.attributes:
        yield Said("slider", element.text.strip(), element)
    elif tag != "iframe":  # the tree to explore is a page by itself, with its own tests
        if element.attributes.get("aria-label") is not None and tag != "nav":
            yield Said("label", element.attributes["aria-label"], element)
        for one in element.children:
            if isinstance(one, Element):
                yield from said_in(one)
            elif one.strip():
                yield Said("loose", one.strip(), element)
