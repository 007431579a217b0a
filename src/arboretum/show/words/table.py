"""Tables of samples by features and class, as a teacher writes them on the board."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from arboretum.explain.frequencies import Frequencies, Whole, frequencies
from arboretum.show.paper.charts import Size, finish_chart, open_chart
from arboretum.show.paper.palette import CLASSES, INK, tint
from arboretum.show.paper.picture import Picture
from arboretum.show.paper.wrap import clip
from arboretum.tree.words.format import number_text
from arboretum.tree.words.tabulate import aligned

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from arboretum.explain.frequencies import FloatArray

__all__ = ["table"]

#: Characters of a name at most.
LONGEST = 18
SHADE = tint(CLASSES[0], 0.12)

#: What a cell says, line by line.
Cell = tuple[str, ...]


def table(
    X: Any,
    y: Any,
    row: str,
    column: str | None = None,
    *,
    shares: Whole | None = None,
    sample_weight: Any = None,
    file: str | os.PathLike[str] | None = None,
    title: str | None = None,
    figsize: Size | None = None,
    ax: Axes | None = None,
) -> Picture:
    """Draw a table of samples.

    For one feature: its values by classes, with sums, what would be expected if
    they were independent, and the chi-square test of that.
    For two features: the classes in each combination of their values.  The numbers alone are
    in :func:`arboretum.explain.frequencies`.

    Parameters
    ----------
    X, y : samples as for ``fit``, with classes
    row : the feature whose values are the rows
    column : the feature whose values are the columns; the classes by default
    shares : {None, "all", "row", "column", "cell"}
        Put in brackets which share of all samples, of the row, of the column or of the cell that
        is, as in :meth:`arboretum.explain.Frequencies.shares`
    sample_weight : how much each sample counts
    file : where to save it; the name ends in .svg, .pdf or .png
    title : written above
    figsize : inches
    ax : axes of matplotlib to draw into

    Examples
    --------
    >>> from arboretum import datasets
    >>> people = datasets.football()
    >>> print(table(people.X, people.y, "gender", sample_weight=people.weights).alt)
    gender  no           yes          sum
    female  490 (345.0)  10 (155.0)   500
    male    200 (345.0)  300 (155.0)  500
    sum     690          310          1000
    chi-square 393.174, 1 degree of freedom, p = 1.7e-87. In brackets: expected by chance.
    """
    counted = frequencies(X, y, row, column, sample_weight)
    part = None if shares is None else counted.shares(shares)
    cells, caption = _by_class(counted, part) if column is None else _by_column(counted, part)
    if shares is not None:
        whole = "all" if shares == "all" else f"the {shares}"
        caption = " ".join([caption, f"In brackets: shares of {whole}."]).strip()
    n_lines = [max(len(cell) for cell in line) for line in cells]
    height = 0.7 + sum(0.14 + 0.17 * n for n in n_lines)
    chart = open_chart(ax, figsize, (1.0 + 1.15 * len(cells[0]), height), title)
    _draw(chart, cells, n_lines, caption)
    targets = f"{counted.target} by {counted.row}" + (f" and {counted.column}" if column else "")
    in_lines = aligned([[" ".join(cell) for cell in line] for line in cells], range(len(cells[0])))
    return finish_chart(chart, title, f"Table of {targets}", "\n".join([*in_lines, caption]), file)


def _by_class(counted: Frequencies, shares: FloatArray | None) -> tuple[list[list[Cell]], str]:
    """Rows by classes, with what is expected by chance, or with shares."""
    beside = counted.expected if shares is None else shares[:, 0]
    cells: list[list[Cell]] = [[_short(name) for name in (counted.row, *counted.classes, "sum")]]
    for name, seen, others in zip(counted.rows, counted.by_class, beside, strict=True):
        numbers = [
            (number_text(count, 5), f"({other:.1f})" if shares is None else _share(other))
            for count, other in zip(seen.tolist(), others.tolist(), strict=True)
        ]
        cells.append([_short(name), *numbers, (number_text(float(seen.sum()), 5),)])
    weights = counted.by_class
    sums = [*weights.sum(axis=0).tolist(), float(weights.sum())]
    cells.append([("sum",), *((number_text(total, 5),) for total in sums)])
    if shares is not None:
        return cells, ""
    statistic, freedom, p = counted.chi_square
    degrees = f"{freedom} degree{'' if freedom == 1 else 's'} of freedom"
    return cells, (
        f"chi-square {number_text(statistic, 6)}, {degrees}, p = {number_text(p, 2)}. "
        f"In brackets: expected by chance."
    )


def _by_column(counted: Frequencies, shares: FloatArray | None) -> tuple[list[list[Cell]], str]:
    """Classes in each combination of rows and columns."""
    corner = (f"{clip(counted.row, LONGEST)} \\ {clip(counted.column or '', LONGEST)}",)
    cells: list[list[Cell]] = [[corner, *map(_short, counted.columns)]]
    for r, name in enumerate(counted.rows):
        line = [_short(name)]
        for c in range(len(counted.columns)):
            listed = [
                f"{clip(category, LONGEST)} {number_text(float(counted.weights[r, c, k]), 5)}"
                + ("" if shares is None else f" {_share(shares[r, c, k])}")
                for k, category in enumerate(counted.classes)
            ]
            line.append(tuple(listed))
        cells.append(line)
    return cells, f"In each cell: samples by {counted.target}."


def _share(share: float) -> str:
    return f"({number_text(float(share), 3)})"


def _short(name: str) -> Cell:
    return (clip(name, LONGEST),)


def _draw(chart: Axes, cells: list[list[Cell]], n_lines: list[int], caption: str) -> None:
    from matplotlib.patches import Rectangle

    chart.set_axis_off()
    y = 0.0
    for i, (line, n) in enumerate(zip(cells, n_lines, strict=True)):
        height = 0.8 + n
        for k, cell in enumerate(line):
            is_head = i == 0 or k == 0
            fill = SHADE if is_head else "white"
            chart.add_patch(
                Rectangle((k, y), 1.0, height, facecolor=fill, edgecolor=INK, linewidth=0.6)
            )
            chart.text(
                k + 0.5,
                y + height / 2,
                "\n".join(cell),
                ha="center",
                va="center",
                fontsize=9,
                weight="bold" if is_head else "normal",
                color=INK,
                parse_math=False,
            )
        y += height
    chart.text(0.0, y + 0.9, caption, fontsize=8, color=INK, va="center", wrap=True)
    chart.set_xlim(-0.02, len(cells[0]) + 0.02)
    chart.set_ylim(y + 1.8, -0.1)
