"""Whatever table the user has, as named columns."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import DataError, KindError

__all__ = [
    "READ_MARK",
    "Columns",
    "as_array",
    "as_series",
    "automatic_names",
    "is_all_finite",
    "open_column",
    "open_columns",
]


#: In the metadata of a PyArrow table from a file: the columns that are text if they look so.
READ_MARK = b"arboretum_read"


@dataclass(frozen=True, eq=False)
class Columns:
    """Columns as they were given: 1-D NumPy arrays or narwhals Series, or read already.

    ``is_named`` is False if the names are automatic: then columns are matched
    by position.  ``matrix`` is the whole, where it is one array of numbers.
    ``are_read`` are those of a file, whose texts were looked at already.
    """

    names: tuple[str, ...]
    values: tuple[Any, ...]
    n_rows: int
    is_named: bool
    matrix: npt.NDArray[np.floating] | None = None
    are_read: frozenset[str] = frozenset()

    @cached_property
    def are_all_finite(self) -> bool:
        """Whether they are a matrix in which no number is infinite or missing."""
        return self.matrix is not None and is_all_finite(self.matrix)


def is_all_finite(matrix: npt.NDArray[np.floating]) -> bool:
    """Whether no number is infinite or missing, in one pass without a mask.

    A sum is finite only if its terms are; a False may also be an overflow.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(np.isfinite(matrix.sum()))


def automatic_names(n: int) -> tuple[str, ...]:
    """The names of columns that have none: x0, x1, ..."""
    return tuple(f"x{i}" for i in range(n))


def open_columns(X: Any) -> Columns:
    """Open an array, a data frame of any library, or a mapping of names to columns.

    Raises
    ------
    DataError
        For no rows, no columns, the wrong number of dimensions, or duplicate
        names.
    """
    if isinstance(X, Columns):
        return X
    if hasattr(X, "tocsr"):
        raise KindError(
            "X is a sparse matrix, which arboretum does not read. "
            "Pass a dense one: X.toarray(), if it fits into memory."
        )
    if isinstance(X, np.ndarray):
        columns = _open_array(X)
    elif isinstance(X, Mapping):
        columns = _open_mapping(X)
    else:
        frame = _as_frame(X)
        columns = _open_array(as_array(X)) if frame is None else _open_frame(X, frame)
    shape = (columns.n_rows, len(columns.names))
    for size, what in zip(shape, ("sample", "feature"), strict=True):
        if size == 0:
            raise DataError(
                f"Found array with 0 {what}(s) (shape={shape}) while a minimum of 1 is required. "
                f"Was everything filtered out before?"
            )
    return columns


def as_array(values: Any) -> npt.NDArray[Any]:
    """An array of a sequence, without letting NumPy turn numbers into text."""
    try:
        array = np.asarray(values)
        if array.dtype.kind in "US" and not hasattr(values, "dtype"):
            array = np.array(values, dtype=object)
    except ValueError as error:
        raise DataError(
            f"A {type(values).__name__} cannot be read as a table: {error}. "
            f"Give every row the same number of values."
        ) from error
    return array


def _as_frame(X: Any) -> Any | None:
    """A narwhals data frame of any frame that narwhals knows, else None."""
    if isinstance(X, list | tuple):
        return None
    import narwhals.stable.v2 as nw
    from narwhals.exceptions import DuplicateError

    if type(X).__name__ == "RecordBatch":
        import pyarrow as pa

        X = pa.Table.from_batches([X])
    try:
        frame = nw.from_native(X, pass_through=True, allow_series=True)
    except DuplicateError:
        labels = getattr(X, "column_names", None) or X.columns
        _require_unique([str(label) for label in labels])
        raise
    if isinstance(frame, nw.Series):
        raise _not_two_dimensional(1)
    if isinstance(frame, nw.LazyFrame):
        return frame.collect()
    return frame if isinstance(frame, nw.DataFrame) else None


def _open_frame(X: Any, frame: Any) -> Columns:
    labels = list(frame.columns)
    # pandas counts the columns of a frame that was given no names.
    is_named = not all(type(label) is int for label in labels) or labels != [*range(len(labels))]
    names = tuple(map(str, labels)) if is_named else automatic_names(len(labels))
    _require_unique(names)
    values = tuple(frame.get_column(label) for label in labels)
    return Columns(names, values, len(frame), is_named, are_read=_columns_read(X))


def _columns_read(X: Any) -> frozenset[str]:
    metadata = X.schema.metadata if hasattr(X, "column_names") else None
    return frozenset(json.loads((metadata or {}).get(READ_MARK, "[]")))


def _open_mapping(X: Mapping[Any, Any]) -> Columns:
    names = tuple(map(str, X))
    _require_unique(names)
    values = tuple(open_column(column, f"column {name!r}") for name, column in X.items())
    lengths = {name: len(column) for name, column in zip(names, values, strict=True)}
    if len(set(lengths.values())) > 1:
        raise DataError(
            f"The columns have different lengths: "
            f"{', '.join(f'{name!r} {length}' for name, length in lengths.items())}."
        )
    n_rows = next(iter(lengths.values()), 0)
    return Columns(names, values, n_rows, is_named=True)


def as_series(values: Any) -> Any | None:
    """A narwhals Series of any series that narwhals knows, else None."""
    if isinstance(values, list | tuple | np.ndarray):
        return None
    import narwhals.stable.v2 as nw

    if hasattr(values, "dictionary_encode") and not hasattr(values, "chunks"):
        import pyarrow as pa

        values = pa.chunked_array([values])
    series = nw.from_native(values, pass_through=True, allow_series=True)
    return series if isinstance(series, nw.Series) else None


def open_column(values: Any, label: str) -> Any:
    """One column as a 1-D array or a narwhals Series."""
    series = as_series(values)
    if series is not None:
        return series
    array = as_array(values)
    if array.ndim != 1:
        raise DataError(f"{label} must have one dimension, but has {array.ndim}.")
    return array


def _open_array(X: npt.NDArray[Any]) -> Columns:
    if X.ndim != 2:
        raise _not_two_dimensional(X.ndim)
    if isinstance(X, np.ma.MaskedArray):
        masked = np.ma.getmaskarray(X)
        X = np.ma.getdata(X).astype(object)
        X[masked] = None
    # A memory map or matrix gives views of its own type; the core reads only what is aligned.
    X = np.require(X, requirements=("ENSUREARRAY", "ALIGNED"))
    if X.dtype.kind == "c":
        raise DataError("Complex data not supported: X holds complex numbers.")
    n_rows, n_columns = X.shape
    matrix = X if X.dtype in (np.float64, np.float32) else None
    return Columns(automatic_names(n_columns), tuple(X.T), n_rows, is_named=False, matrix=matrix)


def _not_two_dimensional(n_dimensions: int) -> DataError:
    return DataError(
        f"Expected 2D array, got {n_dimensions}D array instead. Reshape your data either using "
        f"array.reshape(-1, 1) if your data has a single feature or array.reshape(1, -1) if it "
        f"contains a single sample."
    )


def _require_unique(names: Sequence[str]) -> None:
    twice = sorted(name for name, times in Counter(names).items() if times > 1)
    if twice:
        raise DataError(
            f"Column names must differ, but these appear twice: {', '.join(map(repr, twice))}. "
            f"Rename or drop columns."
        )
