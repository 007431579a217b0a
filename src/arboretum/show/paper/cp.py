"""The error of each nested tree of cost-complexity pruning."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from arboretum.exceptions import ParameterError
from arboretum.pruning import ComplexityTable
from arboretum.show.paper.chart import Size, finish_chart, open_chart
from arboretum.show.paper.palette import CLASSES, INK
from arboretum.show.paper.picture import Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["cp"]

#: Of more trees not each one has its price and its size written below and above it.
MOST_NAMED = 18


def cp(
    table: Any,
    *,
    file: str | os.PathLike[str] | None = None,
    title: str | None = None,
    figsize: Size | None = None,
    ax: Axes | None = None,
) -> Picture:
    """Draw what rpart's ``plotcp`` draws: the cross-validated error of each nested tree.

    From left to right trees grow; below is the price at which each is left,
    above the number of its leaves.  The dashed line is one standard error above
    the least error: the tree at the far left below it is the one of the 1-SE rule.

    Parameters
    ----------
    table : a fitted estimator with cross-validated errors, such as
        ``CARTClassifier(pruning=CostComplexity(cv=10))``, or its ``cp_table_``
    file : where to save it; the name ends in .svg, .pdf or .png
    title : written above
    figsize : inches
    ax : axes of matplotlib to draw into
    """
    found = table if isinstance(table, ComplexityTable) else getattr(table, "cp_table_", None)
    if not isinstance(found, ComplexityTable):
        raise ParameterError(
            f"{type(table).__name__} has no cp_table_. Pass a fitted estimator or "
            f"a ComplexityTable."
        )
    columns = found.plotcp_columns()
    chart = open_chart(ax, figsize, (6.0, 4.0), title)
    place = np.arange(len(columns["cp"]))
    xerror, spread = columns["xerror"], columns["high"] - columns["xerror"]
    chart.errorbar(
        place,
        xerror,
        yerr=spread,
        marker="o",
        markersize=4,
        linewidth=1,
        capsize=3,
        color=CLASSES[0],
        ecolor=INK,
        elinewidth=0.8,
    )
    chart.axhline(float(columns["limit"][0]), color=INK, linestyle="--", linewidth=0.8)
    named = slice(None, None, -(-len(place) // MOST_NAMED))
    prices = [_price(price) for price in columns["cp"][named]]
    chart.set_xticks(place[named], prices, rotation=45, ha="right")
    chart.set_xlabel("cp")
    chart.set_ylabel("error in cross-validation, relative to the root")
    sizes = chart.secondary_xaxis("top")
    sizes.set_xticks(place[named], [str(int(size)) for size in columns["size"][named]])
    sizes.tick_params(labelsize=8, colors=INK)
    sizes.set_xlabel("leaves", fontsize=9)
    return finish_chart(chart, title, "Error of each pruned tree", _in_words(found), file)


def _price(price: float) -> str:
    return "∞" if np.isinf(price) else f"{price:.2g}"


def _in_words(table: ComplexityTable) -> str:
    columns = table.plotcp_columns()
    best, simplest = table.choose("min"), table.choose("1se")
    lines = [
        f"Leaves {int(size)}, cp {_price(price)}: {error:.3g} ± {high - error:.2g}."
        for price, size, error, high in zip(
            columns["cp"], columns["size"], columns["xerror"], columns["high"], strict=True
        )
    ]
    head = (
        f"The error in cross-validation is least with {int(columns['size'][best])} leaves; the "
        f"smallest tree within one standard error of it has {int(columns['size'][simplest])}."
    )
    return "\n".join([head, *lines])
