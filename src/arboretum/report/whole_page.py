"""One page of HTML that needs nothing else: contents, sections, style and script."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from string import Template

from arboretum.report.colours import palette_style
from arboretum.report.markup import Markup, element, fragment
from arboretum.show.web.html import content_hash, page_hashes

__all__ = ["whole_page"]


def whole_page(
    title: str, origin: Iterable[str], links: Mapping[str, str], sections: Iterable[Markup]
) -> str:
    """The whole page; all that comes from the data is text on it.

    ``origin`` is what it is about, in a line; ``links`` lead to sections by their names.
    """
    folder = files("arboretum.report") / "page"
    style = (folder / "report.css").read_text(encoding="utf-8") + palette_style()
    script = (folder / "report.js").read_text(encoding="utf-8")
    template = Template((folder / "report.html").read_text(encoding="utf-8"))
    frame_script_hash, frame_style_hash = page_hashes()
    page = template.substitute(
        title=fragment(title),
        origin=element("p", " · ".join(origin), class_="origin"),
        style=style,
        style_hash=content_hash(style),
        script=script,
        script_hash=content_hash(script),
        # The tree to explore, in its frame, obeys the rules of this page as well as its own.
        frame_script_hash=frame_script_hash,
        frame_style_hash=frame_style_hash,
        links=_links(links),
        sections=fragment(*sections),
    )
    # Half of a surrogate pair cannot be UTF-8.
    return page.encode("utf-8", errors="backslashreplace").decode("utf-8")


def _links(links: Mapping[str, str]) -> Markup:
    return element(
        "ul",
        *(element("li", element("a", text, href=f"#{name}")) for name, text in links.items()),
    )
