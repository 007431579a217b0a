"""Samples counted by one or two features and by class: numbers only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.criteria import ChiSquare
from arboretum.data import Dataset, Feature, make_dataset
from arboretum.exceptions import ParameterError
from arboretum.tree.words.format import category_text, name_text, number_text

__all__ = ["Contingency", "count_samples"]

FloatArray = npt.NDArray[np.float64]
MAX_VALUES = 20


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
        """What it would hold if the row told nothing of the class."""
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
    """Count samples; those without a value of the feature are a row of their own."""
    data = make_dataset(X, y, nominal=True, sample_weight=sample_weight)
    if len(data.schema.targets) != 1 or data.targets is None:
        raise ParameterError("The table is one of classes: y must be a single column of them.")
    rows, row_codes = _values(data, row)
    columns, column_codes = ([""], np.zeros(data.n_rows, dtype=np.int64))
    if column is not None:
        columns, column_codes = _values(data, column)
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
            f"There is no feature {name!r}. The features are: "
            f"{', '.join(map(repr, data.schema.feature_names))}."
        )
    place = data.schema.feature_index[name]
    feature, column = data.schema.features[place], data.columns[place]
    names, codes = _coded(feature, column)
    is_missing = data.is_missing(place)
    if is_missing.any():
        # Codes may be narrower than one number more.
        codes = np.where(is_missing, len(names), codes.astype(np.int64))
        names = [*names, "missing"]
    if len(names) > MAX_VALUES:
        raise ParameterError(
            f"{name!r} has {len(names)} values, too many for a table. Cut it into intervals first."
        )
    return names, codes.astype(np.int64)


def _coded(feature: Feature, column: npt.NDArray[Any]) -> tuple[list[str], npt.NDArray[np.integer]]:
    if feature.categories is not None:
        return [category_text(category) for category in feature.categories], column
    values = np.unique(column[~np.isnan(column)])
    return [number_text(value) for value in values.tolist()], np.searchsorted(values, column)
