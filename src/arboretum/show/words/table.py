"""Tables of samples by features and class, as a teacher writes them on the board."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from arboretum.criteria import ChiSquare
from arboretum.data import Dataset, make_dataset
from arboretum.exceptions import ParameterError
from arboretum.show.paper.charts import Size, finish_chart, open_chart
from arboretum.show.paper.palette import CLASSES, INK, tint
from arboretum.show.paper.picture import Picture
from arboretum.show.paper.wrap import clip
from arboretum.tree.words.format import category_text, name_text, number_text, value_text
from arboretum.tree.words.tabulate import aligned

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Contingency", "count_samples", "table"]

FloatArray = npt.NDArray[np.float64]

#: Values of a feature at most, and characters of a name.
MAX_VALUES, LONGEST = 20, 18
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

    For one feature: its values by classes, with sums, what would be expected if
    they were independent, and the chi-square test of that.
    For two features: the classes in each combination of their values.

    Parameters
    ----------
    X, y : samples as for ``fit``, with classes
    row : the feature whose values are the rows
    column : the feature whose values are the columns; the classes by default
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
    in_lines = aligned([[" ".join(cell) for cell in line] for line in cells], range(len(cells[0])))
    return finish_chart(chart, title, f"Table of {targets}", "\n".join([*in_lines, caption]), file)


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


# Numbers ------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Contingency:
    """Weights by row, column and class.

    ``column`` and ``columns`` are of a second feature; without one there is a
    single column.
    """

    row: str
    rows: list[str]
    column: str | None
    columns: list[str]
    target: str
    classes: list[str]
    weights: FloatArray

    @property
    def by_class(self) -> FloatArray:
        """The table of rows by classes."""
        return self.weights.sum(axis=1)

    @property
    def expected(self) -> FloatArray:
        """What it would hold if rows and classes were independent."""
        table = self.by_class
        return np.outer(table.sum(axis=1), table.sum(axis=0)) / table.sum()

    @property
    def chi_square(self) -> tuple[float, int, float]:
        """Pearson's statistic of rows by classes, its degrees of freedom, and the p-value."""
        from scipy.stats import chi2

        table = self.by_class
        table = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
        statistic = float(ChiSquare().score(table.sum(axis=0), table))
        freedom = (table.shape[0] - 1) * (table.shape[1] - 1)
        return statistic, freedom, float(chi2.sf(statistic, freedom)) if freedom else 1.0


def count_samples(
    X: Any, y: Any, row: str, column: str | None, sample_weight: Any = None
) -> Contingency:
    """Count samples; those without a value of the feature have a row to themselves."""
    data = make_dataset(X, y, nominal=True, sample_weight=sample_weight)
    if len(data.schema.targets) != 1 or data.targets is None:
        raise ParameterError("A table counts classes: y must be a single column of them.")
    rows, row_codes = _values(data, row)
    one_column = [""], np.zeros(data.n_rows, dtype=np.int64)
    columns, column_codes = one_column if column is None else _values(data, column)
    target = data.schema.targets[0]
    classes = [category_text(name) for name in target.classes or ()]
    weights = np.zeros((len(rows), len(columns), len(classes)))
    np.add.at(weights, (row_codes, column_codes, data.targets[:, 0]), data.weights)
    return Contingency(
        name_text(row),
        rows,
        None if column is None else name_text(column),
        columns,
        name_text(target.name),
        classes,
        weights,
    )


def _values(data: Dataset, name: str) -> tuple[list[str], npt.NDArray[np.int64]]:
    """What the values of a feature are called, and which one each sample has."""
    if name not in data.schema.feature_index:
        raise ParameterError(
            f"{name!r} is not a feature of X. The features are: "
            f"{', '.join(map(repr, data.schema.feature_names))}."
        )
    place = data.schema.feature_index[name]
    feature, column = data.schema.features[place], data.columns[place]
    if feature.categories is None:
        values = np.unique(column[~np.isnan(column)])
        names = [value_text(feature, value) for value in values.tolist()]
        column = np.searchsorted(values, column)
    else:
        names = [category_text(category) for category in feature.categories]
    codes, is_missing = column.astype(np.int64), data.is_missing(place)
    if is_missing.any():
        codes, names = np.where(is_missing, len(names), codes), [*names, "missing"]
    if len(names) > MAX_VALUES:
        raise ParameterError(
            f"{name!r} has {len(names)} values, too many for a table. Cut it into intervals first."
        )
    return names, codes
