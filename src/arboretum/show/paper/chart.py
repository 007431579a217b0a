"""Axes for charts: new ones that look alike, or the user's own."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from arboretum.show.paper.palette import INK
from arboretum.show.paper.picture import Picture, figure_of, new_figure, require_matplotlib

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Size", "finish_chart", "open_chart"]

Size = tuple[float, float]


def open_chart(ax: Axes | None, figsize: Size | None, default: Size, title: str | None) -> Axes:
    """The axes to draw on, below a title: those given, or new ones of a size in inches."""
    require_matplotlib()
    axes = _new_axes(default if figsize is None else figsize) if ax is None else ax
    if title is not None:
        axes.set_title(title, fontsize=11, fontweight="bold", parse_math=False)
    return axes


def _new_axes(size: Size) -> Axes:
    width, height = size
    figure = new_figure(width * 72.0, height * 72.0)
    figure.set_layout_engine("constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=8, colors=INK)
    axes.xaxis.label.set_fontsize(9)
    axes.yaxis.label.set_fontsize(9)
    return axes


def finish_chart(
    axes: Axes, title: str | None, what: str, alt: str, file: str | os.PathLike[str] | None
) -> Picture:
    """The picture, saved if that is wanted.  ``what`` it shows stands in for a title."""
    picture = Picture(figure_of(axes), title or what, alt)
    if file is not None:
        picture.save(file)
    return picture
