"""One sample at a time, for a model in service."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.clock import Clock
from arboretum.data.column import LARGEST_EXACT
from arboretum.data.dataset import MISSING, UNSEEN
from arboretum.data.read.times import TIME_TYPES, read_time_objects, time_family
from arboretum.data.schema import Category, Feature, Schema

__all__ = ["RowEncoder", "has_names"]

_NUMBER_TYPES = (float, int, np.floating, np.integer, np.bool_)


class RowEncoder:
    """Encodes tables of one sample as :func:`~arboretum.data.encode_like` does: the usual ones.

    A model in service is asked for one sample per call.  Opening each column of a frame costs
    milliseconds then, and the prediction a few microseconds.

    Usual is a frame of pandas, Polars or PyArrow with the columns of training
    in their order, or a dict of lists with their names, which holds numbers,
    truths, text and missing values where they belong.
    """

    def __init__(self, schema: Schema) -> None:
        self._names = list(schema.feature_names)
        self._places = [_places(feature) for feature in schema.features]

    def encode(self, X: Any) -> tuple[npt.NDArray[Any], ...] | None:
        """One array of length 1 per feature, or None if the table is unusual in any way."""
        values = self._values(X)
        if values is None:
            return None
        numbers = np.empty(len(values))
        codes = np.empty(len(values), dtype=np.int32)
        columns = []
        for i, (value, places) in enumerate(zip(values, self._places, strict=True)):
            encoded = _number(value) if places is None else places.code(value)
            if encoded is None:
                return None
            row = codes if isinstance(places, _Places) else numbers
            row[i] = encoded
            columns.append(row[i : i + 1])
        return tuple(columns)

    def _values(self, X: Any) -> Sequence[Any] | None:
        """The values of the only row, if the columns are those of training."""
        if type(X) is dict:
            return self._values_of_dict(X)
        library = _library(X)
        if library is None or len(X) != 1 or not has_names(X, self._names):
            return None
        if library == "pandas":
            return X.iloc[0].tolist()
        return X.row(0) if library == "polars" else [column[0].as_py() for column in X.columns]

    def _values_of_dict(self, X: dict[Any, Any]) -> list[Any] | None:
        if len(X) != len(self._names):
            return None
        found = []
        for name in self._names:
            column: Any = X.get(name)
            if type(column) is np.ndarray and column.ndim == 1:
                column = column.tolist()
            if type(column) not in (list, tuple) or len(column) != 1:
                return None
            found.append(column[0])
        return found


def _places(feature: Feature) -> _Places | _Times | None:
    if feature.categories is not None:
        return _Places(feature.categories)
    return None if feature.clock is None else _Times(feature.clock)


class _Times:
    """The numbers of dates and times that are objects; texts are unusual."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def code(self, value: Any) -> float | None:
        if value is None or type(value).__name__ in ("NAType", "NaTType"):
            return math.nan
        if not isinstance(value, TIME_TYPES):
            return None
        if value != value:  # NaT
            return math.nan
        read = read_time_objects("", time_family(type(value)), [value], np.zeros(1, dtype=bool))
        if read.clock is None or not self.clock.takes(read.clock):
            return None
        return float(self.clock.numbers(read.values, read.clock)[0])


class _Places:
    """The codes of categories by value."""

    def __init__(self, categories: tuple[Category, ...]) -> None:
        self.of = {value: i for i, value in enumerate(categories)}
        self.takes_text = any(isinstance(value, str) for value in categories)
        self.takes_numbers = not all(isinstance(value, str) for value in categories)

    def code(self, value: Any) -> int | None:
        if isinstance(value, str):
            return self.of.get(value, UNSEEN) if self.takes_text else None
        number = _number(value)
        if number is None or math.isnan(number):
            return None if number is None else MISSING
        return self.of.get(number, UNSEEN) if self.takes_numbers else None


def has_names(X: Any, names: Sequence[str]) -> bool:
    """Whether a frame of pandas, Polars or PyArrow has just these columns, in this order."""
    library = _library(X)
    if library is None:
        return False
    given = X.column_names if library == "pyarrow" else X.columns
    return (given.tolist() if library == "pandas" else given) == list(names)


def _library(X: Any) -> str | None:
    """The library of a frame; None for a lazy one, and for what is not a frame."""
    from narwhals.dependencies import is_pandas_dataframe, is_polars_dataframe, is_pyarrow_table

    if is_pandas_dataframe(X):
        return "pandas"
    if is_polars_dataframe(X):
        return "polars"
    return "pyarrow" if is_pyarrow_table(X) else None


def _number(value: Any) -> float | None:
    """A number, NaN for a missing one; None for what is not a number, or not held exactly."""
    if value is None or type(value).__name__ == "NAType":
        return math.nan
    if not isinstance(value, _NUMBER_TYPES) or isinstance(value, np.timedelta64):
        return None
    size: Any = abs(value)
    # From here on a rounded integer cannot be told from a float, and infinity is refused.
    return None if size >= LARGEST_EXACT else float(value)
