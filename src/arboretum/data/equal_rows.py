"""Which rows are equal in all of some columns."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

__all__ = ["equal_rows"]


def equal_rows(columns: Iterable[npt.NDArray[np.generic]], n_rows: int) -> npt.NDArray[np.intp]:
    """A number for each row, the same for rows that are equal in all columns.

    Missing is equal to missing.
    """
    keys = np.zeros(n_rows, dtype=np.uint64)
    for column in columns:
        keys = _mixed(keys ^ _bits(column))
    _, group = np.unique(keys, return_inverse=True)
    return np.asarray(group)


def _bits(column: npt.NDArray[np.generic]) -> npt.NDArray[np.uint64]:
    """What is equal has the same bits: 0 and -0 too, and whatever is missing."""
    if column.dtype.kind != "f":
        return column.astype(np.int64).view(np.uint64)
    values = column.astype(np.float64) + 0.0
    values[np.isnan(values)] = np.nan
    return values.view(np.uint64)


def _mixed(keys: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Scatter numbers over 64 bits, so that two of them meet by accident once in the ages."""
    with np.errstate(over="ignore"):
        keys = (keys + np.uint64(0x9E3779B97F4A7C15)) * np.uint64(0xBF58476D1CE4E5B9)
        keys = (keys ^ (keys >> np.uint64(29))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(keys ^ (keys >> np.uint64(32)))
