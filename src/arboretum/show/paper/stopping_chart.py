"""A chart of the errors of trees by where they stop."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from arboretum.exceptions import ParameterError
from arboretum.pruning import StoppingPath
from arboretum.show.paper.charts import (
    MOST_NAMED,
    Size,
    draw_errors,
    draw_limit,
    finish_chart,
    name_leaves_above,
    open_chart,
)
from arboretum.show.paper.palette import CLASSES, INK
from arboretum.show.paper.picture import Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["stopping_path"]


def stopping_path(
    path: Any,
    *,
    file: str | os.PathLike[str] | None = None,
    title: str | None = None,
    figsize: Size | None = None,
    ax: Axes | None = None,
) -> Picture:
    """Draw the cross-validated error at each value of a stopping limit, as :func:`cp` does.

    Trees grow from left to right.  The axis below has the values of a limit and the axis above
    the leaves; of several limits each has a line, and the axis below has the leaves.  The dashed
    line is one standard error above the least error, and the ring is what was chosen.

    Parameters
    ----------
    path : a :class:`~arboretum.pruning.StoppingPath`, or an estimator with one, fitted with
        ``stopping="auto"``
    file : where to save it; the name ends in .svg, .pdf or .png
    title : written above
    figsize : inches
    ax : axes of matplotlib to draw into
    """
    found = path if isinstance(path, StoppingPath) else getattr(path, "stopping_path_", None)
    if not isinstance(found, StoppingPath):
        raise ParameterError(
            f"{type(path).__name__} has no stopping_path_. Pass an estimator fitted with "
            "stopping='auto', or what arboretum.stopping_path returns."
        )
    chart = open_chart(ax, figsize, (6.0, 4.0), title)
    limits = list(dict.fromkeys(found.limit))
    row_of_limit = [np.flatnonzero(np.array(found.limit) == limit) for limit in limits]
    is_alone = len(limits) == 1
    place = np.arange(len(found.limit)) if is_alone else found.leaves
    for number, (limit, rows) in enumerate(zip(limits, row_of_limit, strict=True)):
        look = {"color": CLASSES[number % len(CLASSES)], "elinewidth": 0.5, "label": limit}
        draw_errors(chart, place[rows], found.error[rows], found.std[rows], **look)
    best, chosen = int(found.error.argmin()), found.choose()
    draw_limit(chart, float(found.error[best] + found.std[best]))
    ring: Any = {"s": 80, "facecolors": "none", "edgecolors": INK, "zorder": 3}
    chart.scatter([place[chosen]], [found.error[chosen]], **ring)
    chart.set_ylabel("error in cross-validation")
    if is_alone:
        _name_values(chart, found)
    else:
        chart.set_xscale("log", base=2)
        chart.xaxis.set_major_formatter("{x:g}")
        chart.set_xlabel("leaves")
        chart.legend(fontsize=8, frameon=False)
    return finish_chart(chart, title, "Error of each stopping limit", _in_words(found), file)


def _name_values(chart: Axes, path: StoppingPath) -> None:
    """The values of the one limit below, and the leaves above."""
    places = np.arange(len(path.limit))[:: -(-len(path.limit) // MOST_NAMED)]
    chart.set_xticks(places, [f"{path.value[place]:g}" for place in places])
    chart.set_xlabel(path.limit[0])
    name_leaves_above(chart, places, path.leaves[places])


def _in_words(path: StoppingPath) -> str:
    rows = [
        f"{path.words(row)}, leaves {path.leaves[row]}: {path.error[row]:.3g} ± "
        f"{path.std[row]:.2g}."
        for row in range(len(path.limit))
    ]
    return "\n".join([path.in_words(), *rows])
