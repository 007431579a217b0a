"""Tables of samples by features and class, as a teacher writes them on the board."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from arboretum.show.paper.chart import Size, finish_chart, open_chart
from arboretum.show.paper.palette import CLASSES, INK, tint
from arboretum.show.paper.picture import Picture
from arboretum.show.paper.wrap import clip
from arboretum.show.words.contingency import Contingency, count_samples
from arboretum.tree.words.format import number_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["table"]

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
    sample_weight: Any = None,
    file: str | os.PathLike[str] | None = None,
    title: str | None = None,
    figsize: Size | None = None,
    ax: Axes | None = None,
) -> Picture:
    """Draw a table of samples.

    Of one feature: its values by classes, with sums, what would be expected if
    they had nothing to do with each other, and the chi-square test of that.
    Of two features: the classes in each combination of their values.

    Parameters
    ----------
    X, y : samples as for ``fit``, with classes
    row : the feature whose values are the rows
    column : the feature whose values are the columns; without it, the classes are
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
    counted = count_samples(X, y, row, column, sample_weight)
    cells, caption = _by_class(counted) if column is None else _by_column(counted)
    n_lines = [max(len(cell) for cell in line) for line in cells]
    height = 0.7 + sum(0.14 + 0.17 * n for n in n_lines)
    chart = open_chart(ax, figsize, (1.0 + 1.15 * len(cells[0]), height), title)
    _draw(chart, cells, n_lines, caption)
    targets = f"{counted.target} by {counted.row}" + (f" and {counted.column}" if column else "")
    return finish_chart(chart, title, f"Table of {targets}", _in_words(cells, caption), file)


def _by_class(counted: Contingency) -> tuple[list[list[Cell]], str]:
    weights, expected = counted.by_class, counted.expected
    cells: list[list[Cell]] = [[_short(name) for name in (counted.row, *counted.classes, "sum")]]
    for name, seen, by_chance in zip(counted.rows, weights, expected, strict=True):
        numbers = [
            (number_text(count, 5), f"({chance:.1f})")
            for count, chance in zip(seen.tolist(), by_chance.tolist(), strict=True)
        ]
        cells.append([_short(name), *numbers, (number_text(float(seen.sum()), 5),)])
    sums = [*weights.sum(axis=0).tolist(), float(weights.sum())]
    cells.append([("sum",), *((number_text(total, 5),) for total in sums)])
    statistic, freedom, p = counted.chi_square
    degrees = f"{freedom} degree{'' if freedom == 1 else 's'} of freedom"
    return cells, (
        f"chi-square {number_text(statistic, 6)}, {degrees}, p = {number_text(p, 2)}. "
        f"In brackets: expected by chance."
    )


def _by_column(counted: Contingency) -> tuple[list[list[Cell]], str]:
    corner = (f"{clip(counted.row, LONGEST)} \\ {clip(counted.column or '', LONGEST)}",)
    cells: list[list[Cell]] = [[corner, *map(_short, counted.columns)]]
    for name, line in zip(counted.rows, counted.weights.tolist(), strict=True):
        listed = [
            tuple(
                f"{clip(category, LONGEST)} {number_text(count, 5)}"
                for category, count in zip(counted.classes, cell, strict=True)
            )
            for cell in line
        ]
        cells.append([_short(name), *listed])
    return cells, f"In each cell: samples by {counted.target}."


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


def _in_words(cells: list[list[Cell]], caption: str) -> str:
    """The table in aligned columns."""
    joined = [[" ".join(cell) for cell in line] for line in cells]
    widths = [max(len(line[k]) for line in joined) for k in range(len(joined[0]))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in joined
    ]
    return "\n".join([*lines, caption])
