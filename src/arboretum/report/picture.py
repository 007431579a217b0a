"""Pictures of trees on the page: as much of a tree as can be read there."""

from __future__ import annotations

import base64
from typing import Any

from arboretum import show
from arboretum.explain import Stability
from arboretum.report.markup import Markup, element, scrolled
from arboretum.show import Picture
from arboretum.tree import Tree

__all__ = ["figure", "page_picture"]

#: What pictures are enlarged by, at least and at most, and the width for them of a page on a screen
#: of 1280 pixels.  The smallest letters of a picture have 10 pixels; on a page 11 are the least.
LEAST_ENLARGED, MOST_ENLARGED, ROOM = 1.1, 1.25, 924
#: The widest picture in inches.  Shrunk to a sheet of paper its letters can still be read.
WIDEST = ROOM / LEAST_ENLARGED / 96


def page_picture(model: Any, tree: Tree, stability: Stability | None = None) -> tuple[Picture, int]:
    """As much of the tree as there is room for in letters of full size, and how deep that is."""
    least = min(tree.depth, 1)
    found = _down_to(least, model, tree, stability)
    if _is_too_wide(found):  # a question with many answers
        found = _down_to(least, model, tree, stability, preset="brief")
    for depth in range(least + 1, tree.depth + 1):
        deeper = _down_to(depth, model, tree, stability)
        if _is_too_wide(deeper):
            return found, depth - 1
        found = deeper
    return found, tree.depth


def _down_to(
    depth: int, model: Any, tree: Tree, stability: Stability | None, **options: Any
) -> Picture:
    max_depth = None if depth == tree.depth else depth
    return show.plot(model, stability=stability, max_depth=max_depth, **options)


def _is_too_wide(picture: Picture) -> bool:
    return float(picture.figure.get_size_inches()[0]) > WIDEST


def figure(picture: Picture, caption: str, kind: str | None = None) -> Markup:
    """A picture with its text alternative, and a caption for everybody."""
    data = base64.b64encode(picture.to_bytes("svg")).decode("ascii")
    natural = 96 * float(picture.figure.get_size_inches()[0])
    width = round(natural * min(max(ROOM / natural, LEAST_ENLARGED), MOST_ENLARGED))
    image = element(
        "img", src=f"data:image/svg+xml;base64,{data}", alt=picture.alt, width=str(width)
    )
    sheet = scrolled(image, caption, "sheet")
    return element("figure", sheet, element("figcaption", caption), class_=kind)
