"""How often: samples by the values of features and by class, in numbers and in shares."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from arboretum.criteria import ChiSquare
from arboretum.data import Dataset, make_dataset
from arboretum.exceptions import ParameterError
from arboretum.tree.words.format import category_text, name_text, number_text, value_text
from arboretum.tree.words.tabulate import Backend, aligned, in_frame, in_markdown

__all__ = ["Frequencies", "Whole", "frequencies"]

FloatArray = npt.NDArray[np.float64]
Write = Callable[..., list[str]]

#: What a share is a part of.
Whole = Literal["all", "row", "column", "cell"]
#: Values of a feature at most.
MAX_VALUES = 20


@dataclass(frozen=True, eq=False)
class Frequencies:
    """Weights by row, column and class; see :func:`frequencies`.

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

    def shares(self, of: Whole) -> FloatArray:
        """The weights as parts of a whole, in the same shape; 0 where the whole is empty.

        Parameters
        ----------
        of : {"all", "row", "column", "cell"}
            "all" gives the joint frequencies; the others are conditional: "row" on the value of
            the first feature, "column" on that of the second or, without one, on the class, and
            "cell" on both features.
        """
        axes: dict[str, tuple[int, ...]] = {
            "all": (0, 1, 2),
            "row": (1, 2),
            "column": (0,) if self.column is None else (0, 2),
            "cell": (2,),
        }
        if of not in axes:
            raise ParameterError(
                f"A share of {of!r} is not known. Known: {', '.join(map(repr, get_args(Whole)))}."
            )
        whole = self.weights.sum(axis=axes[of], keepdims=True)
        return np.divide(self.weights, whole, out=np.zeros_like(self.weights), where=whole > 0)

    def __str__(self) -> str:
        return "\n\n".join("\n".join(block) for block in self._blocks(aligned))

    def to_markdown(self) -> str:
        """The counts and all shares as tables."""
        return "\n\n".join(
            "\n".join([*block[:1], "", *block[1:]]) for block in self._blocks(in_markdown)
        )

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """One row per combination of values, as a data frame of pandas, polars or pyarrow."""
        n_rows, n_columns, n_classes = self.weights.shape
        columns: dict[str, list[Any]] = {
            f"row: {self.row}": np.repeat(self.rows, n_columns * n_classes).tolist()
        }
        if self.column is not None:
            middle = np.repeat(self.columns, n_classes).tolist()
            columns[f"column: {self.column}"] = middle * n_rows
        columns[f"class: {self.target}"] = self.classes * (n_rows * n_columns)
        columns["count"] = self.weights.ravel().tolist()
        for of in self._wholes:
            columns[f"share of {of}"] = self.shares(of).ravel().tolist()
        return in_frame(columns, backend)

    @property
    def _wholes(self) -> tuple[Whole, ...]:
        return ("all", "row", "column") if self.column is None else get_args(Whole)

    def _blocks(self, write: Write) -> Iterator[list[str]]:
        yield ["counts", *self._lines(self.weights, write, sums=(True, True))]
        of_column = self.column or self.target
        titles = {
            "all": "shares of all",
            "row": f"shares given {self.row}",
            "column": f"shares given {of_column}",
            "cell": f"shares given {self.row} and {self.column}",
        }
        add_up = {"all": (True, True), "row": (True, False), "column": (False, True)}
        for of in self._wholes:
            sums = add_up.get(of, (False, False))
            yield [titles[of], *self._lines(self.shares(of), write, sums)]

    def _lines(self, table: FloatArray, write: Write, sums: tuple[bool, bool]) -> list[str]:
        """A line per row and a cell per column and class; sums to the right, and below."""
        heads = [f"{column} {name}".strip() for column in self.columns for name in self.classes]
        to_the_right, below = sums
        numbers = table.reshape(len(self.rows), -1)
        lines = [[name, *map(_shown, line)] for name, line in zip(self.rows, numbers, strict=True)]
        if below:
            lines.append(["sum", *map(_shown, numbers.sum(axis=0))])
        if to_the_right:
            heads.append("sum")
            ends = [*numbers.sum(axis=1).tolist(), *([float(numbers.sum())] if below else [])]
            lines = [[*line, _shown(end)] for line, end in zip(lines, ends, strict=True)]
        return write([[self.row, *heads], *lines], (0,))


def frequencies(
    X: Any, y: Any, row: str, column: str | None = None, sample_weight: Any = None
) -> Frequencies:
    """Count samples by the values of one or two features and by class.

    Samples without a value of a feature have a row, or column, to themselves.

    Parameters
    ----------
    X, y : samples as for ``fit``, with classes
    row : the feature whose values are the rows
    column : the feature whose values are the columns; the classes by default
    sample_weight : how much each sample counts

    Returns
    -------
    Frequencies
        With ``weights`` (absolute frequencies), ``shares("all")`` (joint), ``shares("row")``,
        ``shares("column")`` and ``shares("cell")`` (conditional), ``expected``, ``chi_square``
        and their names; printed, it has them all as tables.

    Examples
    --------
    >>> from arboretum import datasets
    >>> drug = datasets.drug()
    >>> print(frequencies(drug.X, drug.y, "blood_pressure"))
    counts
    blood_pressure  A  B  sum
    high            3  0    3
    low             0  3    3
    normal          3  3    6
    sum             6  6   12
    <BLANKLINE>
    shares of all
    blood_pressure     A     B   sum
    high            0.25     0  0.25
    low                0  0.25  0.25
    normal          0.25  0.25   0.5
    sum              0.5   0.5     1
    <BLANKLINE>
    shares given blood_pressure
    blood_pressure    A    B  sum
    high              1    0    1
    low               0    1    1
    normal          0.5  0.5    1
    <BLANKLINE>
    shares given y
    blood_pressure    A    B
    high            0.5    0
    low               0  0.5
    normal          0.5  0.5
    sum               1    1
    """
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
    return Frequencies(
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


def _shown(number: float) -> str:
    return number_text(float(number), 4 if number < 1 else 5)
