"""One sample of a data frame to the encoding that training chose.

A model in service is asked for one sample a call.  Opening each column of a
frame costs milliseconds then, and the prediction a few microseconds.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.column import LARGEST_EXACT
from arboretum.data.dataset import MISSING
from arboretum.data.schema import Category, Schema

__all__ = ["RowEncoder"]

_NUMBERS = (float, int, np.floating, np.integer)


class RowEncoder:
    """Encodes frames of one sample as :func:`~arboretum.data.encode_like` does, but the usual ones.

    Usual is a frame of pandas, Polars or PyArrow with the columns of training
    in their order, which holds numbers, text that training saw, and missing
    values where they belong.
    """

    def __init__(self, schema: Schema) -> None:
        self._names = list(schema.feature_names)
        self._places: list[dict[Category, int] | None] = [
            None if categories is None else {value: i for i, value in enumerate(categories)}
            for categories in (feature.categories for feature in schema.features)
        ]

    def encode(self, X: Any) -> tuple[npt.NDArray[Any], ...] | None:
        """One array of length 1 a feature, or None if the frame is unusual in any way."""
        values = self._values(X)
        if values is None:
            return None
        numbers = np.empty(len(values))
        codes = np.empty(len(values), dtype=np.int32)
        columns = []
        for i, (value, places) in enumerate(zip(values, self._places, strict=True)):
            encoded = _number(value) if places is None else _code(value, places)
            if encoded is None:
                return None
            row = numbers if places is None else codes
            row[i] = encoded
            columns.append(row[i : i + 1])
        return tuple(columns)

    def _values(self, X: Any) -> Any:
        """The values of the only row, if the columns are those of training."""
        from narwhals.dependencies import (
            is_pandas_dataframe,
            is_polars_dataframe,
            is_pyarrow_table,
        )

        if is_pandas_dataframe(X):
            if len(X) == 1 and X.columns.tolist() == self._names:
                return X.iloc[0].tolist()
        elif is_polars_dataframe(X):
            if len(X) == 1 and X.columns == self._names:
                return X.row(0)
        elif is_pyarrow_table(X) and len(X) == 1 and X.column_names == self._names:
            return [column[0].as_py() for column in X.columns]
        return None


def _number(value: Any) -> float | None:
    if value is None:
        return math.nan
    if not isinstance(value, _NUMBERS) or isinstance(value, bool | np.timedelta64):
        return None
    size: Any = abs(value)
    # From here on a rounded integer cannot be told from a float, and infinity is refused.
    return None if size >= LARGEST_EXACT else float(value)


def _code(value: Any, places: dict[Category, int]) -> int | None:
    if type(value) is str:
        return places.get(value)
    is_missing = value is None or (isinstance(value, float) and math.isnan(value))
    return MISSING if is_missing else None
