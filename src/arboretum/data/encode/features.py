"""Training data to encoded features."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.column import LENGTH, pieces
from arboretum.data.read.column import read_column
from arboretum.data.read.kinds import Override, decide_kind, name_kinds
from arboretum.data.read.open_columns import Columns, open_columns
from arboretum.data.schema import Feature

__all__ = ["encode_columns", "encode_features"]

Encoded = tuple[tuple[Feature, ...], tuple[npt.NDArray[Any], ...]]


def encode_features(X: Any, *, kinds: Mapping[Any, Override] | None = None) -> Encoded:
    """Encode the features of training data and learn what they are.

    Parameters
    ----------
    X : 2-D array, data frame, or mapping of names to columns
        NumPy (numbers, booleans, strings, objects), nested lists, pandas,
        Polars (also lazy), a PyArrow table or record batch, a DuckDB relation,
        or any frame that narwhals knows.
    kinds : mapping of a column to "numeric", "ordered", "categorical", or a list
        Overrules the kind that the column's type suggests.  A list of
        categories makes the feature ordered, in that order.  The columns of an
        array go by position or as "x0", "x1", ...

    Returns
    -------
    features : one :class:`Feature` per column
    columns : one array per feature
        float64 or float32 with NaN for missing, not copied if it was that
        already; else codes into ``feature.categories``, of 8, 16 or 32 bits.

    Examples
    --------
    >>> features, columns = encode_features({"age": [20, 73], "sex": ["male", "female"]})
    >>> features[1].categories, columns[1].tolist()
    (('female', 'male'), [1, 0])
    """
    return encode_columns(open_columns(X), kinds=kinds)


def encode_columns(columns: Columns, *, kinds: Mapping[Any, Override] | None = None) -> Encoded:
    """Encode columns that are open already; see :func:`encode_features`."""
    overrides = name_kinds(kinds, columns)
    if not overrides and _are_usable(columns):
        return tuple(Feature(name, "numeric") for name in columns.names), columns.values
    pairs = [
        decide_kind(name, read_column(f"column {name!r}", values), overrides.get(name))
        for name, values in zip(columns.names, columns.values, strict=True)
    ]
    return tuple(feature for feature, _ in pairs), tuple(values for _, values in pairs)


def _are_usable(columns: Columns) -> bool:
    """Whether all columns may be taken as they are; if not, each is looked at for the message."""
    matrix = columns.matrix
    if matrix is None or columns.are_all_finite:
        return matrix is not None
    is_known = np.zeros(matrix.shape[1], dtype=bool)
    for part in pieces(len(matrix), max(1, LENGTH // matrix.shape[1])):
        if np.isinf(matrix[part]).any():
            return False
        is_known |= ~np.isnan(matrix[part]).all(axis=0)
    return bool(is_known.all())
