"""Predicted numbers beside observed ones."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from arboretum.exceptions import ParameterError
from arboretum.show.paper.chart import Size, finish_chart, open_chart
from arboretum.show.paper.palette import CLASSES, INK
from arboretum.show.paper.picture import Picture
from arboretum.tree.words.format import number_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["residuals"]


def residuals(
    observed: Any,
    predicted: Any,
    *,
    target: str = "target",
    max_points: int = 2000,
    file: str | os.PathLike[str] | None = None,
    title: str | None = None,
    figsize: Size | None = None,
    ax: Axes | None = None,
) -> Picture:
    """Draw observed numbers above what was predicted; on the line they are equal.

    Parameters
    ----------
    observed, predicted : one number a sample
    target : what is predicted, by name
    max_points : of more samples so many are drawn, evenly spaced in the order given
    file : where to save it; the name ends in .svg, .pdf or .png
    title : written above
    figsize : inches
    ax : axes of matplotlib to draw into
    """
    pair = np.asarray(predicted, dtype=np.float64), np.asarray(observed, dtype=np.float64)
    if pair[0].shape != pair[1].shape or pair[0].ndim != 1 or len(pair[0]) == 0:
        raise ParameterError(
            f"observed has the shape {pair[1].shape} and predicted {pair[0].shape}. "
            "Give one number a sample in both."
        )
    drawn = np.unique(np.linspace(0, len(pair[0]) - 1, max_points).round().astype(int))
    chart = open_chart(ax, figsize, (6.0, 4.0), title)
    ends = [float(min(map(np.min, pair))), float(max(map(np.max, pair)))]
    chart.plot(ends, ends, color=INK, linewidth=0.8, linestyle="--")
    chart.scatter(pair[0][drawn], pair[1][drawn], s=9, color=CLASSES[0], alpha=0.45, linewidths=0)
    chart.set_xlabel(f"predicted {target}", parse_math=False)
    chart.set_ylabel(f"observed {target}", parse_math=False)
    return finish_chart(chart, title, f"Observed and predicted {target}", _in_words(*pair), file)


def _in_words(predicted: Any, observed: Any) -> str:
    residual = observed - predicted
    middle = [number_text(float(x), 3) for x in np.quantile(residual, [0.05, 0.95])]
    rms = number_text(float(np.sqrt(np.mean(residual**2))), 4)
    return (
        f"{len(residual)} samples. Observed less predicted: root mean square {rms}, "
        f"90 % between {middle[0]} and {middle[1]}."
    )
