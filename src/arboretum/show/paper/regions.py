"""The regions that a tree of one or two features makes."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from arboretum.data.encode.dataset_from import targets_like
from arboretum.data.encode.features import encode_like
from arboretum.data.schema import Schema
from arboretum.exceptions import ParameterError
from arboretum.model import Model, model_of
from arboretum.show.paper.charts import Size, finish_chart, open_chart
from arboretum.show.paper.palette import HIGHLIGHT, INK, class_colours, node_colours
from arboretum.show.paper.picture import Picture, alt_text, figure_of, title_text
from arboretum.show.paper.region_cells import (
    Bounds,
    Cell,
    Cut,
    cut_into_cells,
    find_axes,
    place_in_cells,
    place_names,
)
from arboretum.show.paper.wrap import text_width
from arboretum.tree import Tree
from arboretum.tree.tree import found_tree
from arboretum.tree.words.date_ticks import date_ticks
from arboretum.tree.words.format import category_text, name_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["regions"]

Columns = list[npt.NDArray[np.float64]]

#: The dashes of a cut by its depth: whole at the root, ever shorter below.
DASHES: tuple[Any, ...] = (
    "-",
    (0, (7, 2)),
    (0, (4, 2)),
    (0, (4, 2, 1, 2)),
    (0, (2, 2)),
    (0, (1, 2)),
)
MARKERS = "os^Dv<>"
#: Of the names of cuts, in points: the size of letters and the white around them.
NAME_SIZE, PAD = 8.0, 1.0


def regions(
    tree: Any,
    X: Any = None,
    y: Any = None,
    *,
    point: Mapping[str, Any] | None = None,
    features: Sequence[str] | None = None,
    file: str | os.PathLike[str] | None = None,
    title: str | None = None,
    figsize: Size | None = None,
    ax: Axes | None = None,
) -> Picture:
    """Draw how the splits of a tree cut the plane, or a line, into the regions of its leaves.

    With two features each leaf is a rectangle and each split a line, with shorter
    dashes the deeper it is, numbered h0, h1, … in the order of the nodes;
    where lines are too close for that, some numbers are left out.  Regions are called R1, R2, …
    as in texts and rules with ``show_regions=True``, where there is room.
    With one feature the prediction (numbers) or the share of each class is a
    step function.

    Parameters
    ----------
    tree : a tree of numeric or ordered features, or a fitted estimator
    X, y : samples to draw as points; the axes cover them
    point : a sample to mark, by name, such as ``{"age": 40}``
    features : the axes, where the tree asks about fewer features
    file : where to save it; the name ends in .svg, .pdf or .png
    title : written above
    figsize : inches
    ax : axes of matplotlib to draw into
    """
    grown = found_tree(tree)
    axes = find_axes(grown, None if features is None else tuple(features))
    columns = None if X is None else _values(model_of(tree), axes, X)
    targets = None if y is None else _targets(grown, y, columns)
    marked = None if point is None else _marked(grown, axes, point)
    bounds = _bounds(grown, axes, columns, marked)
    cells, cuts = cut_into_cells(grown, axes, bounds)
    chart = open_chart(ax, figsize, (6.0, 4.8), title)
    if len(axes) == 2:
        _draw_plane(chart, grown, cells, cuts, columns, targets)
        chart.set_ylim(*bounds[1])
        _name_axis(chart, "y", grown, axes[1])
    else:
        _draw_steps(chart, grown, cells, columns, targets)
    chart.set_xlim(*bounds[0])
    _name_axis(chart, "x", grown, axes[0])
    taken = _name_cuts(chart, cuts) if len(axes) == 2 else np.empty((0, 4))
    _name_cells(chart, grown, cells, taken)
    if marked is not None:
        _mark(chart, marked)
    what = f"Regions of the {title_text(grown)[0].lower()}{title_text(grown)[1:]}"
    return finish_chart(chart, title, what, alt_text(grown), file)


# -- samples ---------------------------------------------------------------------------------


def _values(model: Model, axes: tuple[int, ...], X: Any) -> Columns:
    columns = model.read(X)
    return [np.asarray(columns[axis], dtype=np.float64) for axis in axes]


def _targets(tree: Tree, y: Any, columns: Columns | None) -> npt.NDArray[Any]:
    if columns is None:
        raise ParameterError("y was given without X. Pass both to draw points.")
    return targets_like(tree.schema, y, len(columns[0]))[:, 0]


def _marked(tree: Tree, axes: tuple[int, ...], point: Mapping[str, Any]) -> list[float]:
    names = [tree.schema.features[axis].name for axis in axes]
    absent = [name for name in names if name not in point]
    if absent:
        raise ParameterError(f"point has no {absent[0]!r}. Pass a value for: {', '.join(names)}.")
    found = []
    for axis, name in zip(axes, names, strict=True):
        feature = tree.schema.features[axis]
        if feature.categories is not None and point[name] not in feature.categories:
            raise ParameterError(
                f"point has {point[name]!r} for {name!r}, which is not a category of it."
            )
        (value,) = encode_like(Schema((feature,)), {name: [point[name]]})
        found.append(float(value[0]))
    return found


def _bounds(
    tree: Tree, axes: tuple[int, ...], columns: Columns | None, marked: list[float] | None
) -> Bounds:
    """What each axis covers: all thresholds, samples and the point, and a little more."""
    found = []
    for i, axis in enumerate(axes):
        asking = [node.split for node in tree.nodes() if node.split and node.split.column == axis]
        reached = [threshold for split in asking for threshold in split.thresholds]
        reached += [] if marked is None else [marked[i]]
        if columns is not None:
            known = columns[i][np.isfinite(columns[i])]
            reached += [float(known.min()), float(known.max())] if len(known) else []
        low, high = min(reached, default=0.0), max(reached, default=1.0)
        margin = (high - low) * (0.05 if columns is not None else 0.3) or 1.0
        found.append((low - margin, high + margin))
    return tuple(found)


# -- drawing ---------------------------------------------------------------------------------


def _draw_plane(
    chart: Axes,
    tree: Tree,
    cells: list[Cell],
    cuts: list[Cut],
    columns: Columns | None,
    targets: npt.NDArray[Any] | None,
) -> None:
    from matplotlib.patches import Rectangle

    colours = node_colours(tree, [cell.node for cell in cells])
    for cell, colour in zip(cells, colours, strict=True):
        (left, right), (bottom, top) = cell.bounds
        size = (right - left, top - bottom)
        chart.add_patch(Rectangle((left, bottom), *size, facecolor=colour, edgecolor="none"))
    for cut in cuts:
        dashes = DASHES[min(cut.depth, len(DASHES) - 1)]
        width = max(1.8 - 0.25 * cut.depth, 0.8)
        chart.plot(*_ends(cut).T, color=INK, linestyle=dashes, linewidth=width, zorder=3)
    if columns is not None:
        _draw_points(chart, tree, columns[0], columns[1], targets)
    if tree.schema.is_classification:
        _draw_classes(chart, tree, targets is not None)


def _ends(cut: Cut) -> npt.NDArray[np.float64]:
    """Where the line of a cut starts and ends."""
    ends = np.array(cut.bounds).T
    ends[:, cut.axis] = cut.threshold
    return ends


def _name_cuts(chart: Axes, cuts: list[Cut]) -> npt.NDArray[np.float64]:
    """Write h0, h1, … where they can be read; names that find no room are left out.

    Returns the boxes of those written, (n, 4) in pixels.
    """
    figure = figure_of(chart)
    figure.draw_without_rendering()  # moves the axes to where they will be
    pixels = figure.dpi / 72.0
    names = [f"h{number}" for number in range(len(cuts))]
    sizes = pixels * _sizes(names)
    lines = [chart.transData.transform(_ends(cut)).ravel() for cut in cuts]
    middles = place_names(np.reshape(lines, (-1, 4)), sizes, np.array(chart.bbox.extents))
    _write_names(chart, names, middles)
    written = ~np.isnan(middles).any(axis=1)
    return np.hstack([middles - sizes / 2.0, middles + sizes / 2.0])[written]


def _name_cells(chart: Axes, tree: Tree, cells: list[Cell], taken: npt.NDArray[np.float64]) -> None:
    """Write R1, R2, … into the regions that have room; on a line, at the top."""
    figure = figure_of(chart)
    figure.draw_without_rendering()
    names = [tree.node(cell.node).region or "" for cell in cells]
    sizes = figure.dpi / 72.0 * _sizes(names)
    inside = chart.bbox.extents
    boxes = []
    for cell, size in zip(cells, sizes, strict=True):
        sides = cell.bounds if len(cell.bounds) == 2 else (cell.bounds[0], chart.get_ylim())
        box = chart.transData.transform(np.array(sides).T).ravel()
        boxes.append(np.clip(box, [*inside[:2]] * 2, [*inside[2:]] * 2))
        if len(cell.bounds) == 1:
            boxes[-1][1] = boxes[-1][3] - size[1]
    middles = place_in_cells(np.reshape(boxes, (-1, 4)), sizes, taken)
    _write_names(chart, names, middles, weight="bold")


def _sizes(names: list[str]) -> npt.NDArray[np.float64]:
    """Width and height of names with the white around them, in points."""
    found = [(text_width(name, NAME_SIZE) + 2 * PAD, NAME_SIZE + 2 * PAD) for name in names]
    return np.reshape(found, (-1, 2))


def _write_names(
    chart: Axes, names: list[str], middles: npt.NDArray[np.float64], weight: str = "normal"
) -> None:
    """Names around points, in pixels; those at NaN are left out."""
    room = {"facecolor": "white", "edgecolor": "none", "pad": PAD, "alpha": 0.8}
    at: dict[str, Any] = {"ha": "center", "va": "center", "clip_on": True, "fontweight": weight}
    for name, middle in zip(names, middles, strict=True):
        if not np.isnan(middle).any():
            x, y = chart.transData.inverted().transform(middle)
            chart.text(x, y, name, fontsize=NAME_SIZE, color=INK, zorder=5, bbox=room, **at)


def _draw_points(
    chart: Axes,
    tree: Tree,
    x: npt.NDArray[np.float64],
    y: npt.NDArray[np.float64],
    targets: npt.NDArray[Any] | None,
) -> None:
    if targets is None or not tree.schema.is_classification:
        chart.scatter(x, y, s=12, color=INK, alpha=0.6, linewidths=0, zorder=4)
        return
    for code, colour in enumerate(class_colours(tree)):
        x_here, y_here = x[targets == code], y[targets == code]
        style: dict[str, Any] = {"color": colour, "marker": MARKERS[code % len(MARKERS)]}
        chart.scatter(x_here, y_here, s=16, edgecolors="white", linewidths=0.4, zorder=4, **style)


def _draw_classes(chart: Axes, tree: Tree, has_markers: bool) -> None:
    """A legend beside the regions."""
    from matplotlib.lines import Line2D

    classes = tree.schema.targets[0].classes or ()
    markers = [MARKERS[k % len(MARKERS)] if has_markers else "s" for k in range(len(classes))]
    handles = [
        Line2D([], [], linestyle="none", color=colour, marker=marker)
        for colour, marker in zip(class_colours(tree), markers, strict=True)
    ]
    legend = chart.legend(
        handles,
        [category_text(name) for name in classes],
        fontsize=8,
        frameon=False,
        loc="upper left",
        bbox_to_anchor=(1.0, 1.0),
        title_fontsize=8,
        title=name_text(tree.schema.targets[0].name),
    )
    for text in [*legend.get_texts(), legend.get_title()]:
        text.set_parse_math(False)


def _draw_steps(
    chart: Axes,
    tree: Tree,
    cells: list[Cell],
    columns: Columns | None,
    targets: npt.NDArray[Any] | None,
) -> None:
    is_class = tree.schema.is_classification
    heights = tree.probabilities[0] if is_class else tree.value[:, :1]
    colours = class_colours(tree) if is_class else [HIGHLIGHT]
    is_sloping = tree.models is not None and not is_class
    if columns is not None and targets is not None and not is_class:
        chart.scatter(columns[0], targets, s=14, color=INK, alpha=0.6, linewidths=0, zorder=2)
    edges = sorted({edge for cell in cells for edge in cell.bounds[0]})
    for edge in edges[1:-1]:
        chart.axvline(edge, color=INK, linestyle=DASHES[1], linewidth=0.8, zorder=1)
    cells = sorted(cells, key=lambda cell: cell.bounds[0])
    for k, colour in enumerate(colours):
        for cell in cells:
            ends = np.array(cell.bounds[0], dtype=np.float64)
            at = np.full(2, cell.node, dtype=np.int32)
            height = tree.values_at((ends,), np.arange(2), at) if is_sloping else heights[at]
            chart.plot(ends, height[:, k], color=colour, linewidth=2.2)
    target = name_text(tree.schema.targets[0].name)
    chart.set_ylabel(f"share of {target}" if is_class else target, parse_math=False)
    if is_class:
        _draw_classes(chart, tree, has_markers=False)


def _name_axis(chart: Axes, which: str, tree: Tree, axis: int) -> None:
    feature = tree.schema.features[axis]
    side = chart.xaxis if which == "x" else chart.yaxis
    side.set_label_text(name_text(feature.name), parse_math=False)
    if feature.categories is not None:
        names = [category_text(category) for category in feature.categories]
        side.set_ticks(list(range(len(names))), names, parse_math=False)
    if feature.clock is not None:
        low, high = chart.get_xlim() if which == "x" else chart.get_ylim()
        dates = date_ticks(feature.clock, low, high)
        side.set_ticks(dates, [feature.clock.text(date) for date in dates], parse_math=False)


def _mark(chart: Axes, marked: list[float]) -> None:
    if len(marked) == 1:
        chart.axvline(marked[0], color=HIGHLIGHT, linewidth=1.2, zorder=6)
        return
    style: dict[str, Any] = {"marker": "*", "color": HIGHLIGHT, "edgecolors": "white"}
    chart.scatter(marked[0], marked[1], s=90, zorder=6, **style)
