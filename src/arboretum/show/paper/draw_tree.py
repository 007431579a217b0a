"""A planned tree on matplotlib's paper."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from arboretum.show.paper.draft import PlannedPicture
from arboretum.show.paper.fit_sheet import TITLE, spread_edges
from arboretum.show.paper.legend import BETWEEN, SIZE, SWATCH, Legend
from arboretum.show.paper.node_bars import NodeBars
from arboretum.show.paper.palette import HIGHLIGHT, INK, REMARK, ink_on, tint
from arboretum.show.paper.tree_plan import (
    FONT,
    PADDING,
    SHORTEST_BRANCH,
    SMALL,
    SPACE,
    folded_text,
)
from arboretum.show.paper.wrap import LINE_HEIGHT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["TreeDrawing"]

LINE_COLOUR = "#5A5A5A"
#: From the top of a line of text to the ground its letters stand on, in sizes of the font.
_GROUND = 0.98
#: How much of its colour the box of a question has, beside that of a leaf.
INNER = 0.45
#: The corners of leaves, and how far the leaves of a stack lie apart, in points.
ROUND, STACK = 6.0, 1.8


Corners = list[tuple[float, float]]


@dataclass(frozen=True)
class _Shape:
    """A line, or a closed shape if it has a fill."""

    corners: Corners
    fill: str
    edge: str
    stroke: float


@dataclass(eq=False)
class TreeDrawing:
    """All that is drawn, on axes whose units are points and whose y grows downwards.

    ``colours`` are those of the boxes, None for a tree without boxes;
    ``path`` has the nodes to highlight.
    """

    axes: Axes
    picture: PlannedPicture
    colours: list[str] | None
    bars: NodeBars
    path: Collection[int]
    _lines_to_draw: list[_Shape] = field(default_factory=list)
    _shapes: list[_Shape] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sheet, self.plan = self.picture.sheet, self.picture.tree
        self.labels = self.picture.labels.shown

    def draw(self, title: str | None) -> None:
        """Branches first, so that boxes cover them."""
        size = (self.sheet.width * self.sheet.scale, self.sheet.height * self.sheet.scale)
        self.axes.set_xlim(0.0, size[0])
        self.axes.set_ylim(size[1], 0.0)
        self.axes.set_axis_off()
        for block in range(len(self.labels)):
            self._branches(block)
        for block in range(len(self.labels)):
            self._block(block)
        if title:
            self._text(self.sheet.width / 2, self.sheet.title_y, title, TITLE, weight="bold")
        self._legend(self.picture.legend)
        self._flush()

    # -- places ------------------------------------------------------------------------------

    def _x(self, block: int) -> float:
        sheet = self.sheet
        left, _ = spread_edges(self.plan, sheet.layout, sheet.spread)
        return sheet.x0 + float(sheet.layout.x[block]) * sheet.spread - left

    def _top(self, block: int) -> float:
        return self.sheet.y0 + float(self.sheet.layout.top[block])

    # -- pieces ------------------------------------------------------------------------------

    def _block(self, block: int) -> None:
        label, size, x = self.labels[block], self.plan.sizes[block], self._x(block)
        y = self._top(block) + size.above
        self._lines(x, y, label.answer, SMALL, INK)
        y += size.answer
        fill = self._fill(block)
        if self.colours and size.box:
            self._box(block, x - size.box_width / 2, y)
        padding = PADDING if self.colours else 0.0
        ink = ink_on(fill)
        inside = self._lines(x, y + padding, label.heading, FONT, ink, weight="bold")
        inside = self._lines(x, inside, label.lines, SMALL, ink)
        if label.has_bar:
            self._bar(x, inside + SPACE, size.box_width - 2 * padding, label.node)
        y = self._lines(x, y + size.box + SPACE, label.question, FONT, INK)
        y = self._lines(x, y, label.remark, SMALL, REMARK)
        if label.n_folded:
            self._text(x, y, folded_text(label), SMALL, style="italic")

    def _fill(self, block: int) -> str:
        """Leaves, which decide, have the full colour; questions above them a pale one."""
        if not self.colours:
            return "#FFFFFF"
        colour = self.colours[block]
        return colour if self.labels[block].is_end else tint(colour, INNER)

    def _box(self, block: int, left: float, top: float) -> None:
        """Leaves have round corners; what is folded is a stack of them."""
        label, size, fill = self.labels[block], self.plan.sizes[block], self._fill(block)
        is_on_path = label.node in self.path
        edge = HIGHLIGHT if is_on_path else tint(LINE_COLOUR, 1.0 if label.is_end else 0.6)
        stroke = 1.8 if is_on_path else 1.0 if label.is_end else 0.7
        place = (left, top, size.box_width, size.box)
        if not label.is_end:
            self._rectangle(*place, fill, edge, stroke)
            return
        for behind in (2, 1) if label.n_folded else ():
            # Lower, so that it covers neither the answer above nor the count below.
            step = behind * STACK
            hidden = (left + step, top + step, size.box_width, size.box - 2 * step)
            self._shapes.append(_Shape(_rounded(*hidden), tint(fill, 0.6), edge, 0.7))
        self._shapes.append(_Shape(_rounded(*place), fill, edge, stroke))

    def _lines(
        self, x: float, y: float, lines: tuple[str, ...], size: float, colour: str, **how: Any
    ) -> float:
        """Write lines below one another; where the next would start."""
        for line in lines:
            self._text(x, y, line, size, colour, **how)
            y += size * LINE_HEIGHT
        return y

    def _bar(self, x: float, y: float, width: float, node: int) -> None:
        left, height = x - width / 2, self.bars.height
        for piece in self.bars.pieces(node):
            top, start = y + (1.0 - piece.top) * height, left + piece.left * width
            size = (piece.right - piece.left) * width, (piece.top - piece.bottom) * height
            self._rectangle(start, top, *size, piece.colour)

    def _branches(self, block: int) -> None:
        """From the middle of a node down to a rail, along it, and down to each child."""
        x, size = self._x(block), self.plan.sizes[block]
        start = self._top(block) + size.height
        below = self.plan.blocks.children[block]
        # What is on a path is drawn last: it lies on top of the rail that all share.
        for child in sorted(below, key=lambda child: self.labels[child].node in self.path):
            rail = self._top(child) - SHORTEST_BRANCH / 2
            end = self._top(child) + self.plan.sizes[child].above
            corners = [(x, start), (x, rail), (self._x(child), rail), (self._x(child), end)]
            self._line(corners, self.labels[child].node in self.path)

    def _legend(self, legend: Legend) -> None:
        sheet = self.sheet
        left = (sheet.width - sheet.text_width) / 2
        for i, row in enumerate(legend.rows(sheet.text_width)):
            y = sheet.legend_y + BETWEEN + i * SIZE * LINE_HEIGHT
            for x, entry in row:
                start = left + x
                if entry.colour:
                    side = SIZE * 0.9
                    self._rectangle(start, y + 0.1 * SIZE, side, side, entry.colour)
                    start += SWATCH
                self._text(start, y, entry.text, SIZE, ha="left")

    # -- matplotlib --------------------------------------------------------------------------

    def _text(
        self, x: float, y: float, text: str, size: float, colour: str = INK, **how: Any
    ) -> None:
        """Write one line; ``how`` goes to matplotlib."""
        scale = self.sheet.scale
        usual = {"ha": "center", "va": "baseline", "weight": "normal", "style": "normal"}
        # A name may well have a dollar sign.
        at = x * scale, (y + _GROUND * size) * scale
        how = usual | how
        self.axes.text(*at, text, size=size * scale, color=colour, parse_math=False, **how)

    def _rectangle(
        self,
        left: float,
        top: float,
        width: float,
        height: float,
        fill: str,
        edge: str = "none",
        stroke: float = 0.0,
    ) -> None:
        right, bottom = left + width, top + height
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        self._shapes.append(_Shape(corners, fill, edge, stroke))

    def _line(self, corners: Corners, is_strong: bool) -> None:
        colour, width = (HIGHLIGHT, 1.8) if is_strong else (LINE_COLOUR, 0.8)
        self._lines_to_draw.append(_Shape(corners, "none", colour, width))
        if is_strong:
            x, y = corners[-1]
            head = [(x, y), (x - 3.0, y - 6.0), (x + 3.0, y - 6.0)]
            self._shapes.append(_Shape(head, HIGHLIGHT, "none", 0.0))

    def _flush(self) -> None:
        """All lines at once, then all shapes: one by one they take matplotlib long."""
        from matplotlib.collections import LineCollection, PolyCollection

        scale = self.sheet.scale
        lines = LineCollection(
            [_scaled(line.corners, scale) for line in self._lines_to_draw],
            colors=[line.edge for line in self._lines_to_draw],
            linewidths=[line.stroke * scale for line in self._lines_to_draw],
            zorder=1,
        )
        shapes = PolyCollection(
            [_scaled(shape.corners, scale) for shape in self._shapes],
            facecolors=[shape.fill for shape in self._shapes],
            edgecolors=[shape.edge for shape in self._shapes],
            linewidths=[shape.stroke * scale for shape in self._shapes],
            zorder=2,
        )
        self.axes.add_collection(lines, autolim=False)
        self.axes.add_collection(shapes, autolim=False)


def _rounded(left: float, top: float, width: float, height: float) -> Corners:
    """A box with round corners."""
    radius = min(ROUND, width / 2, height / 2)
    right, bottom = left + width, top + height
    centres = [
        (right - radius, bottom - radius),
        (left + radius, bottom - radius),
        (left + radius, top + radius),
        (right - radius, top + radius),
    ]
    return [
        (x + radius * math.cos(angle), y + radius * math.sin(angle))
        for quarter, (x, y) in enumerate(centres)
        for angle in np.linspace(quarter, quarter + 1, 7) * math.pi / 2
    ]


def _scaled(corners: Corners, scale: float) -> Corners:
    return [(x * scale, y * scale) for x, y in corners]
