"""Pictures inside the page."""

from __future__ import annotations

import base64

from arboretum.report.markup import Markup, element, scrolled
from arboretum.show import Picture

__all__ = ["bar", "bars", "figure"]

BAR_WIDTH = 100
#: What pictures are enlarged by, and the width of the page for them, in pixels.
ENLARGED, ROOM = 1.25, 880


def figure(picture: Picture, caption: str, kind: str | None = None) -> Markup:
    """A picture with its text alternative, and a caption for everybody."""
    data = base64.b64encode(picture.to_bytes("svg")).decode("ascii")
    natural = 96 * float(picture.figure.get_size_inches()[0])
    # Letters of paper are small on a screen: enlarge them where there is room.
    width = round(max(natural, min(ENLARGED * natural, ROOM)))
    image = element(
        "img", src=f"data:image/svg+xml;base64,{data}", alt=picture.alt, width=str(width)
    )
    sheet = scrolled(image, caption, "sheet")
    return element("figure", sheet, element("figcaption", caption), class_=kind)


def bar(share: float) -> Markup:
    """A bar as long as a share; the number stands beside it, so readers skip it."""
    length = f"{BAR_WIDTH * min(max(share, 0.0), 1.0):.1f}"
    whole = element("rect", class_="ground", width=str(BAR_WIDTH), height="10", rx="2")
    part = element("rect", width=length, height="10", rx="2")
    box = f"0 0 {BAR_WIDTH} 10"
    return element("svg", whole, part, class_="bar", viewBox=box, aria_hidden="true")


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
