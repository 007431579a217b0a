"""How a planned tree, its title and its legend share a sheet."""

from __future__ import annotations

from dataclasses import dataclass

from arboretum.exceptions import ParameterError
from arboretum.show.paper.layout import Layout
from arboretum.show.paper.legend import Legend
from arboretum.show.paper.tree_plan import TreePlan
from arboretum.show.paper.wrap import LINE_HEIGHT, text_width

__all__ = ["TITLE", "Sheet", "fit_sheet", "natural_sheet", "paper_sizes", "spread_edges"]

TITLE = 11.0
MARGIN = 10.0
#: By how much letters, branches and the room between blocks grow at most to fill a sheet.
LARGEST_SCALE, LARGEST_STRETCH, LARGEST_SPREAD = 1.5, 2.5, 1.8
#: A sheet that grows with its tree stops growing here, in points.
LARGEST_SHEET = 40.0 * 72.0

_MILLIMETRE = 72.0 / 25.4
_PORTRAIT = {
    "A3": (297.0 * _MILLIMETRE, 420.0 * _MILLIMETRE),
    "A4": (210.0 * _MILLIMETRE, 297.0 * _MILLIMETRE),
    "A5": (148.0 * _MILLIMETRE, 210.0 * _MILLIMETRE),
    "letter": (612.0, 792.0),
}


def paper_sizes(name: str) -> list[tuple[float, float]]:
    """The sizes of a sheet in points: both ways up, unless the name says which.

    >>> [(round(w), round(h)) for w, h in paper_sizes("A4")]
    [(595, 842), (842, 595)]
    >>> paper_sizes("letter landscape")
    [(792.0, 612.0)]
    """
    sheet, _, way = name.partition(" ")
    if sheet not in _PORTRAIT or way not in ("", "portrait", "landscape"):
        raise ParameterError(
            f"fit={name!r} is not a known sheet. Known: {', '.join(map(repr, _PORTRAIT))}, each "
            f"also with ' portrait' or ' landscape'."
        )
    width, height = _PORTRAIT[sheet]
    ways = {"portrait": (width, height), "landscape": (height, width)}
    return [ways[way]] if way else list(ways.values())


@dataclass(frozen=True, eq=False)
class Sheet:
    """Where things are, in points of the sheet before it is scaled.

    ``x0`` and ``y0`` are the upper left corner of the tree, ``spread`` what
    its middles are moved apart by, ``scale`` the points of paper in one of these.
    """

    width: float
    height: float
    scale: float
    layout: Layout
    x0: float
    y0: float
    spread: float
    title_y: float
    legend_y: float

    @property
    def text_width(self) -> float:
        return self.width - 2 * MARGIN


def natural_sheet(plan: TreePlan, legend: Legend, title: str | None) -> Sheet:
    """A sheet as large as the tree wants it, up to a limit."""
    layout = plan.layout()
    width = max(layout.width, _narrowest(legend, title), 160.0) + 2 * MARGIN
    height = layout.height + _around(legend, title, width - 2 * MARGIN)
    scale = min(1.0, LARGEST_SHEET / width, LARGEST_SHEET / height)
    return fit_sheet(plan, legend, title, width * scale, height * scale, largest=1.0)


def fit_sheet(
    plan: TreePlan,
    legend: Legend,
    title: str | None,
    width: float,
    height: float,
    largest: float = LARGEST_SCALE,
) -> Sheet:
    """A sheet of a given size: letters shrink until all of it is there."""
    layout = plan.layout()
    needed = max(layout.width, _narrowest(legend, title)) + 2 * MARGIN
    scale = min(largest, width / needed)
    around = _around(legend, title, width / scale - 2 * MARGIN)
    # On a smaller scale the legend has wider lines, hence no more of them.
    scale = min(scale, height / (layout.height + around))
    sheet_width, sheet_height = width / scale, height / scale
    around = _around(legend, title, sheet_width - 2 * MARGIN)
    layout = _stretched(plan, layout, sheet_height - around)
    spread = min(LARGEST_SPREAD, _room_to_spread(plan, layout, sheet_width - 2 * MARGIN))
    tree_width = _spread_width(plan, layout, spread)
    free = max(sheet_height - around - layout.height, 0.0)
    title_y = MARGIN + free / 2
    y0 = title_y + _title_height(title)
    return Sheet(
        sheet_width,
        sheet_height,
        scale,
        layout,
        x0=(sheet_width - tree_width) / 2,
        y0=y0,
        spread=spread,
        title_y=title_y,
        legend_y=y0 + layout.height,
    )


def _narrowest(legend: Legend, title: str | None) -> float:
    return max(legend.narrowest, text_width(title, TITLE, is_bold=True) if title else 0.0)


def _title_height(title: str | None) -> float:
    return TITLE * LINE_HEIGHT + MARGIN if title else 0.0


def _around(legend: Legend, title: str | None, width: float) -> float:
    """The height of all that is not the tree."""
    return 2 * MARGIN + _title_height(title) + legend.height(width) + 0.01


def _stretched(plan: TreePlan, layout: Layout, height: float) -> Layout:
    """Longer branches, as far as the sheet is high."""
    if layout.height >= height or len(plan.sizes) == 1:
        return layout
    # The height is at most linear in the stretch, so the first guess never needs too much.
    one = plan.layout(2.0).height - layout.height
    stretch = min(1.0 + (height - layout.height) / one, LARGEST_STRETCH) if one > 0 else 1.0
    found = plan.layout(stretch)
    return found if found.height <= height else layout


def _room_to_spread(plan: TreePlan, layout: Layout, width: float) -> float:
    """How far the middles can be moved apart until an edge of the sheet is reached."""
    if _spread_width(plan, layout, LARGEST_SPREAD) <= width:
        return LARGEST_SPREAD
    low, high = 1.0, LARGEST_SPREAD
    for _ in range(30):
        middle = (low + high) / 2
        if _spread_width(plan, layout, middle) <= width:
            low = middle
        else:
            high = middle
    return low


def _spread_width(plan: TreePlan, layout: Layout, spread: float) -> float:
    left, right = spread_edges(plan, layout, spread)
    return right - left


def spread_edges(plan: TreePlan, layout: Layout, spread: float) -> tuple[float, float]:
    """The left and the right end of a tree whose middles were moved apart."""
    half = plan.blocks.width / 2
    return float((layout.x * spread - half).min()), float((layout.x * spread + half).max())
