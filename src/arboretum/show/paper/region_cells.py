"""How splits cut a plane, or a line, into the regions of leaves, and where to name the cuts.

Numbers only.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import ParameterError
from arboretum.tree import Tree
from arboretum.tree.words.format import name_text

__all__ = ["Cell", "Cut", "cut_into_cells", "find_axes", "place_in_cells", "place_names"]

FloatArray = npt.NDArray[np.float64]
Bounds = tuple[tuple[float, float], ...]

#: A name on its line, after it, before it: which share of its size lies before the line.
SIDES = (0.5, 0.0, 1.0)
#: Where in its cell a name may stand, as parts of the way from the middle: the nearest first.
STEPS = np.array(
    sorted(product((0.0, 0.5, -0.5, 0.9, -0.9), repeat=2), key=lambda at: at[0] ** 2 + at[1] ** 2)
)


@dataclass(frozen=True)
class Cell:
    """The region of one leaf: the bounds on each axis."""

    node: int
    bounds: Bounds


@dataclass(frozen=True)
class Cut:
    """A threshold inside the region of its node: where on which axis, and that region."""

    node: int
    depth: int
    axis: int
    threshold: float
    bounds: Bounds


def find_axes(tree: Tree, names: tuple[str, ...] | None) -> tuple[int, ...]:
    """The features to draw: those named, else all that the tree asks about; one or two."""
    schema = tree.schema
    asked = sorted({int(feature) for feature in tree.splits.column[tree.splits.asks]})
    if names is None:
        axes = tuple(asked)
    else:
        unknown = [name for name in names if name not in schema.feature_index]
        if unknown:
            raise ParameterError(
                f"features has {unknown[0]!r}, which is not a feature of the tree. "
                f"It has: {', '.join(schema.feature_names)}."
            )
        axes = tuple(schema.feature_index[name] for name in names)
        if not set(asked) <= set(axes):
            left = ", ".join(name_text(schema.columns[f].name) for f in asked if f not in axes)
            raise ParameterError(f"The tree also asks about {left}. Name all that it asks about.")
    if not 1 <= len(axes) <= 2:
        listed = ", ".join(name_text(schema.features[axis].name) for axis in axes) or "none"
        remedy = "Fit a tree on two columns." if axes else "Name one or two by features=."
        raise ParameterError(
            f"Regions are drawn for trees that ask about one or two features; this one asks about "
            f"{len(axes)} ({listed}). {remedy}"
        )
    for axis in axes:
        if schema.features[axis].kind == "categorical":
            raise ParameterError(
                f"{name_text(schema.features[axis].name)} is categorical: its categories have no "
                f"order to draw. Regions need numeric or ordered features."
            )
    return axes


def cut_into_cells(
    tree: Tree, axes: tuple[int, ...], bounds: Bounds
) -> tuple[list[Cell], list[Cut]]:
    """The regions of the leaves and the cuts that make them, parents first.

    Branches that only take missing values have no place among numbers and are left out.
    """
    cells: list[Cell] = []
    cuts: list[Cut] = []
    waiting = [Cell(0, bounds)]
    while waiting:
        cell = waiting.pop()
        split = tree.splits[cell.node]
        if split is None:
            cells.append(cell)
            continue
        axis = axes.index(split.column)
        depth = int(tree.depths[cell.node])
        cuts += [Cut(cell.node, depth, axis, t, cell.bounds) for t in split.thresholds]
        children = tree.children(cell.node).tolist()
        low, high = cell.bounds[axis]
        edges = [low, *np.clip(split.thresholds, low, high).tolist(), high]
        below = [
            Cell(child, (*cell.bounds[:axis], part, *cell.bounds[axis + 1 :]))
            for child, part in zip(children, pairwise(edges), strict=False)
        ]
        waiting += below[::-1]
    return cells, cuts


def place_names(lines: FloatArray, sizes: FloatArray, room: FloatArray) -> FloatArray:
    """The middle of the name of each line; NaN where there is no room for it.

    A name stands near the upper or right end of its line, or as far back as it has to, in the
    middle of the line or beside it.  It never meets another name and stays inside the room; of the
    places left it takes one that hides the fewest other lines.

    Parameters
    ----------
    lines : (n, 4) left, bottom, right, top of each, all upright or level
    sizes : (n, 2) width and height of each name
    room : left, bottom, right, top of what is drawn on
    """
    middles = np.full((len(lines), 2), np.nan)
    taken = np.empty((0, 4))
    lengths = (lines[:, 2:] - lines[:, :2]).sum(axis=1)
    for i in np.argsort(lengths, kind="stable"):  # the short ones have the least choice
        found = _places(lines[i], sizes[i])
        boxes = np.hstack([found - sizes[i] / 2.0, found + sizes[i] / 2.0])
        is_inside = (boxes[:, :2] >= room[:2]).all(axis=1) & (boxes[:, 2:] <= room[2:]).all(axis=1)
        is_free = is_inside & ~_meet(boxes, taken).any(axis=1)
        if not is_free.any():
            continue
        hidden = _meet(boxes, np.delete(lines, i, axis=0)).sum(axis=1)
        best = int(np.argmin(np.where(is_free, hidden, len(lines))))
        middles[i] = found[best]
        taken = np.vstack([taken, boxes[best]])
    return middles


def place_in_cells(cells: FloatArray, sizes: FloatArray, taken: FloatArray) -> FloatArray:
    """The middle of the name of each cell, near the middle of the cell; NaN where is no room.

    Parameters
    ----------
    cells : (n, 4) left, bottom, right, top of each
    sizes : (n, 2) width and height of each name
    taken : (k, 4) boxes that no name may meet
    """
    middles = np.full((len(cells), 2), np.nan)
    for i, (cell, size) in enumerate(zip(cells, sizes, strict=True)):
        room = cell[2:] - cell[:2] - size
        if (room < 0).any():
            continue
        found = (cell[:2] + cell[2:]) / 2.0 + STEPS * room / 2.0
        boxes = np.hstack([found - size / 2.0, found + size / 2.0])
        is_free = ~_meet(boxes, taken).any(axis=1)
        if is_free.any():
            middles[i] = found[int(np.argmax(is_free))]
    return middles


def _places(line: FloatArray, size: FloatArray) -> FloatArray:
    """Middles of a name from the end of its line to the start, the one on the line first."""
    along = 1 if line[0] == line[2] else 0
    start, end = line[along], line[along + 2]
    last = max(start, end - size[along] / 2.0)
    steps = np.arange(last, start - 1e-9, -size[1] / 2.0)
    found = np.empty((len(steps), len(SIDES), 2))
    found[:, :, along] = steps[:, None]
    found[:, :, 1 - along] = line[1 - along] + (0.5 - np.array(SIDES)) * size[1 - along]
    return found.reshape(-1, 2)


def _meet(boxes: FloatArray, others: FloatArray) -> npt.NDArray[np.bool_]:
    """Whether another box, or line, reaches inside each box."""
    starts = boxes[:, None, :2] < others[None, :, 2:]
    ends = others[None, :, :2] < boxes[:, None, 2:]
    return np.all(starts & ends, axis=2)
