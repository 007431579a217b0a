"""One column of any library, read as numbers or as codes into categories."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.column import Codes, Column, Numbers, code_type, hold_exactly
from arboretum.data.dataset import MISSING
from arboretum.data.read.objects import read_objects, refuse_time
from arboretum.exceptions import DataError, KindError

__all__ = ["read_column"]


def read_column(label: str, values: Any) -> Column:
    """Read a 1-D NumPy array or a narwhals Series.

    ``label`` names the column in messages (``"column 'age'"``).  Numbers that
    are float64 or float32 already are not copied.
    """
    if isinstance(values, np.ndarray):
        return _read_array(label, values)
    return _read_series(label, values)


def _read_array(label: str, values: npt.NDArray[Any]) -> Column:
    kind = values.dtype.kind
    if kind == "f":
        is_native = values.dtype in (np.float64, np.float32)
        return Numbers(np.require(values, None if is_native else np.float64, ("ALIGNED",)))
    if kind in "iu":
        return Numbers(hold_exactly(label, values), is_whole=True)
    if kind == "b":
        return Codes.of_truths(values, np.zeros(len(values), dtype=bool))
    if kind == "U":
        categories, codes = np.unique(values, return_inverse=True)
        return Codes.of_values(label, codes, categories.tolist())
    if kind in "OT":
        return read_objects(label, values.astype(object))
    if kind in "mM":
        raise refuse_time(label)
    if kind == "c":
        raise DataError(f"Complex data not supported: {label} holds complex numbers.")
    raise KindError(
        f"{label} has the type {values.dtype}. Convert it to numbers, strings or booleans."
    )


def _read_series(label: str, series: Any) -> Column:
    import narwhals.stable.v2 as nw

    dtype = series.dtype
    if str(getattr(series.to_native(), "dtype", "")) == "object":
        # narwhals guesses the type of an object column from its first rows.
        return read_objects(label, series.to_native().to_numpy())
    if dtype.is_float() or dtype.is_decimal():
        return _read_floats(series)
    if dtype.is_integer():
        return _read_integers(label, series)
    if dtype == nw.Boolean:
        truths = series.fill_null(False).to_numpy().astype(bool)
        return Codes.of_truths(truths, series.is_null().to_numpy().astype(bool))
    if dtype in (nw.Categorical, nw.Enum, nw.String):
        return _read_categories(label, series)
    if dtype.is_temporal():
        raise refuse_time(label)
    if dtype == nw.Object or series.is_null().all():
        return read_objects(label, _as_objects(series.to_list()))
    native = series.to_native()
    raise KindError(
        f"{label} has the type {getattr(native, 'dtype', None) or native.type}. "
        f"Convert it to numbers, strings or booleans, or leave it out."
    )


def _as_objects(values: list[Any]) -> npt.NDArray[np.object_]:
    """A 1-D object array, even if the items are sequences themselves."""
    objects = np.empty(len(values), dtype=object)
    objects[:] = values
    return objects


def _read_floats(series: Any) -> Numbers:
    import narwhals.stable.v2 as nw

    if series.dtype not in (nw.Float64, nw.Float32):
        series = series.cast(nw.Float64)
    values = series.to_numpy()
    if values.dtype.kind != "f":  # a nullable type may come out as objects
        values = series.fill_null(float("nan")).to_numpy().astype(np.float64)
    return Numbers(values)


def _read_integers(label: str, series: Any) -> Column:
    """Take values and mask apart: together they would pass through float64 and be rounded."""
    import narwhals.stable.v2 as nw

    if series.dtype in (nw.Int128, nw.UInt128):  # NumPy has no such type
        return read_objects(label, _as_objects(series.to_list()))
    missing = series.is_null().to_numpy().astype(bool)
    if not missing.any():
        return Numbers(hold_exactly(label, series.to_numpy()), is_whole=True)
    values = hold_exactly(label, series.fill_null(0).to_numpy())
    values[missing] = np.nan
    return Numbers(values, is_whole=True)


def _read_categories(label: str, series: Any) -> Column:
    native, library = series.to_native(), series.implementation
    if library.is_polars():
        return _read_polars(label, native)
    if library.is_pyarrow() or hasattr(getattr(native, "dtype", None), "pyarrow_dtype"):
        return _read_arrow(label, series.to_arrow() if not library.is_pyarrow() else native)
    if library.is_pandas_like():
        return _read_pandas(label, native, has_array=library.is_pandas())
    return read_objects(label, _as_objects(series.to_list()))


def _read_pandas(label: str, native: Any, *, has_array: bool) -> Codes:
    known = getattr(native, "cat", None)  # pandas makes it again for each access
    if known is not None:
        # ``cat.codes`` is a copy.
        codes = native.array.codes if has_array else known.codes.to_numpy()
        return Codes.of_values(
            label, codes, known.categories.tolist(), is_ordered=known.ordered, is_declared=True
        )
    codes, categories = native.factorize()
    return Codes.of_values(label, codes, categories.tolist())


def _read_polars(label: str, native: Any) -> Codes:
    import polars as pl

    is_enum = isinstance(native.dtype, pl.Enum)
    if not is_enum:
        # The codes of a Categorical are those of a pool shared by the whole process.
        native = native.cast(pl.Enum(native.drop_nulls().unique().cast(pl.String).sort()))
    categories = native.dtype.categories.to_list()
    # Codes are unsigned: -1 does not fit before the cast.
    widths = {1: pl.Int8, 2: pl.Int16, 4: pl.Int32}
    width = widths[code_type(len(categories)).itemsize]
    codes = native.to_physical().cast(width).fill_null(MISSING).to_numpy()
    return Codes.of_values(label, codes, categories, is_ordered=is_enum, is_declared=is_enum)


def _read_arrow(label: str, native: Any) -> Codes:
    import pyarrow as pa

    chunked = native if isinstance(native, pa.ChunkedArray) else pa.chunked_array([native])
    if not pa.types.is_dictionary(chunked.type):
        chunked = chunked.cast(pa.large_string()).dictionary_encode()
    if chunked.num_chunks > 1:  # all categories together may be more than the codes can say
        chunked = chunked.cast(pa.dictionary(pa.int32(), chunked.type.value_type))
    chunked = chunked.unify_dictionaries()
    # Combining copies, even one chunk alone.
    array = chunked.chunk(0) if chunked.num_chunks == 1 else chunked.combine_chunks()
    codes = array.indices
    if not pa.types.is_signed_integer(codes.type) or codes.type == pa.int64():
        codes = codes.cast(pa.int32())
    codes = (codes.fill_null(MISSING) if codes.null_count else codes).to_numpy()
    # Without ``ordered`` a dictionary stands in the order of first appearance.
    is_ordered = array.type.ordered
    categories = array.dictionary.to_pylist()
    return Codes.of_values(label, codes, categories, is_ordered=is_ordered, is_declared=is_ordered)
