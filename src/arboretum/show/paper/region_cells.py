"""How the splits of a tree cut a plane, or a line, into the regions of its leaves: numbers only."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from arboretum.exceptions import ParameterError
from arboretum.tree import Tree
from arboretum.tree.split import Split
from arboretum.tree.words.format import name_text

__all__ = ["Cell", "Cut", "cut_into_cells", "find_axes"]

Bounds = tuple[tuple[float, float], ...]


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
    """The features to draw: one or two of those named, else all that the tree asks for."""
    schema = tree.schema
    asked = sorted({int(feature) for feature in tree.splits.column[tree.splits.asks]})
    if names is None:
        axes = tuple(asked)
    else:
        unknown = [name for name in names if name not in schema.feature_index]
        if unknown:
            raise ParameterError(
                f"features has {unknown[0]!r}, which is not a feature of the tree."
            )
        axes = tuple(schema.feature_index[name] for name in names)
        if not set(asked) <= set(axes):
            left = ", ".join(name_text(schema.columns[f].name) for f in asked if f not in axes)
            raise ParameterError(f"The tree also asks for {left}. Regions need all it asks for.")
    if not 1 <= len(axes) <= 2:
        listed = ", ".join(name_text(schema.features[axis].name) for axis in axes) or "none"
        raise ParameterError(
            f"Regions are drawn of trees that ask for one or two features; this one asks for "
            f"{len(axes)} ({listed}). Fit a tree on two columns, or name features= for a leaf."
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
        parts = _parts(split, cell.bounds[axis])
        below = [
            Cell(child, (*cell.bounds[:axis], part, *cell.bounds[axis + 1 :]))
            for child, part in zip(children, parts, strict=False)
        ]
        waiting += below[::-1]
    return cells, cuts


def _parts(split: Split, bounds: tuple[float, float]) -> list[tuple[float, float]]:
    """What of an axis goes down each branch."""
    low, high = bounds
    edges = [low, *np.clip(split.thresholds, low, high).tolist(), high]
    return list(pairwise(edges))
