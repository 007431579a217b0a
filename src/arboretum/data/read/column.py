"""One column of any library, or of Python objects, read as numbers or as codes into categories."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data.column import (
    Codes,
    Column,
    Numbers,
    code_type,
    hold_exactly,
    whole_numbers,
)
from arboretum.data.dataset import MISSING
from arboretum.data.read.times import (
    TIME_FAMILIES,
    TIME_TYPES,
    holds_times,
    read_time_array,
    read_time_objects,
    read_time_series,
    time_family,
)
from arboretum.exceptions import DataError, KindError

__all__ = ["chunk_to_numpy", "read_column", "read_objects"]

ObjectArray = npt.NDArray[np.object_]

_INEXACT = (float, np.floating, Decimal)
_WHOLE = (int, np.integer)
#: Where objects repeat this often on average, each of them is looked at once.
MIN_REPEATS = 2


def read_column(label: str, values: Any, *, may_mix: bool = False) -> Column:
    """Read a 1-D NumPy array or a narwhals Series.

    ``label`` names the column in messages (``"column 'age'"``).  Numbers that
    are float64 or float32 already are not copied.  With ``may_mix`` a column of numbers and
    text is text, for others to find out what it means; otherwise it is refused.
    """
    if isinstance(values, Numbers | Codes):
        return values
    if isinstance(values, np.ndarray):
        return _read_array(label, values, may_mix)
    return _read_series(label, values, may_mix)


def _read_array(label: str, values: npt.NDArray[Any], may_mix: bool) -> Column:
    kind = values.dtype.kind
    if kind == "f":
        is_native = values.dtype in (np.float64, np.float32)
        return Numbers(np.require(values, None if is_native else np.float64, ("ALIGNED",)))
    if kind in "iu":
        return whole_numbers(label, values)
    if kind == "b":
        return Codes.of_truths(values, np.zeros(len(values), dtype=bool))
    if kind == "U":
        categories, codes = np.unique(values, return_inverse=True)
        return Codes.of_values(label, codes, categories.tolist(), is_text=True)
    if kind in "OT":
        return read_objects(label, values.astype(object), may_mix)
    if kind in "mM":
        return read_time_array(values)
    if kind == "c":
        raise DataError(f"Complex data not supported: {label} holds complex numbers.")
    raise KindError(
        f"{label} has the type {values.dtype}. Convert it to numbers, strings or booleans."
    )


def _read_series(label: str, series: Any, may_mix: bool) -> Column:
    import narwhals.stable.v2 as nw

    dtype = series.dtype
    if str(getattr(series.to_native(), "dtype", "")) == "object":
        # narwhals guesses the type of an object column from its first rows.
        return read_objects(label, series.to_native().to_numpy(), may_mix)
    if dtype.is_float() or dtype.is_decimal():
        return _read_floats(series)
    if dtype.is_integer():
        return _read_integers(label, series)
    if dtype == nw.Boolean:
        truths = _to_numpy(series, False).astype(bool)
        return Codes.of_truths(truths, _to_numpy(series.is_null()).astype(bool))
    if dtype in (nw.Categorical, nw.Enum, nw.String):
        column = _read_categories(label, series)
        if isinstance(column, Codes) and dtype == nw.String:
            return replace(column, is_text=True)
        return column
    if holds_times(series):
        return read_time_series(series, _to_numpy(series.is_null()).astype(bool))
    if dtype == nw.Object or series.is_null().all():
        return read_objects(label, _as_objects(series.to_list()), may_mix)
    native = series.to_native()
    raise KindError(
        f"{label} has the type {getattr(native, 'dtype', None) or native.type}. "
        f"Convert it to numbers, strings or booleans, or leave it out."
    )


def _to_numpy(series: Any, null: float | None = None) -> npt.NDArray[Any]:
    """Numbers or truths, with ``null`` where there are none; None if there are everywhere."""
    if not series.implementation.is_pyarrow():
        return np.asarray((series if null is None else series.fill_null(null)).to_numpy())
    native = series.to_native()
    chunks = [chunk_to_numpy(chunk, null) for chunk in native.chunks]
    if len(chunks) == 1:
        return chunks[0]
    return np.concatenate(chunks) if chunks else np.empty(0, native.type.to_pandas_dtype())


def chunk_to_numpy(array: Any, null: float | None) -> npt.NDArray[Any]:
    """The same of an array of PyArrow, whose own conversions import pandas where there is one."""
    start, n, dtype = array.offset, len(array), np.dtype(array.type.to_pandas_dtype())
    if n == 0:
        return np.empty(0, dtype)
    is_known, data = array.buffers()
    if dtype.kind == "b":
        values = _bits(data, start, n)
    else:
        values = np.frombuffer(data, dtype, n, start * dtype.itemsize)
    if array.null_count:
        values = np.where(_bits(is_known, start, n), values, np.array(null, dtype))
    return values


def _bits(buffer: Any, start: int, n: int) -> npt.NDArray[np.bool_]:
    bits = np.unpackbits(np.frombuffer(buffer, np.uint8), count=start + n, bitorder="little")
    return bits[start:].view(bool)


def _as_objects(values: list[Any]) -> npt.NDArray[np.object_]:
    """A 1-D object array, even if the items are sequences themselves."""
    objects = np.empty(len(values), dtype=object)
    objects[:] = values
    return objects


def _read_floats(series: Any) -> Numbers:
    import narwhals.stable.v2 as nw

    if series.dtype not in (nw.Float64, nw.Float32):
        series = series.cast(nw.Float64)
    is_arrow = series.implementation.is_pyarrow()
    values = _to_numpy(series, np.nan) if is_arrow else series.to_numpy()
    if values.dtype.kind != "f":  # a nullable type may come out as objects
        values = _to_numpy(series, np.nan).astype(np.float64)
    return Numbers(values)


def _read_integers(label: str, series: Any) -> Column:
    """Take values and mask apart: together they would pass through float64 and be rounded."""
    import narwhals.stable.v2 as nw

    if series.dtype in (nw.Int128, nw.UInt128):  # NumPy has no such type
        return read_objects(label, _as_objects(series.to_list()))
    missing = _to_numpy(series.is_null()).astype(bool)
    if not missing.any():
        return whole_numbers(label, _to_numpy(series))
    return whole_numbers(label, _to_numpy(series, 0), missing)


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
        if not pa.types.is_string(chunked.type):
            chunked = chunked.cast(pa.large_string())
        chunked = chunked.dictionary_encode()
    if chunked.num_chunks > 1:  # all categories together may be more than the codes can say
        chunked = chunked.cast(pa.dictionary(pa.int32(), chunked.type.value_type))
    chunked = chunked.unify_dictionaries()
    # Combining copies, even one chunk alone.
    array = chunked.chunk(0) if chunked.num_chunks == 1 else chunked.combine_chunks()
    codes = array.indices
    if not pa.types.is_signed_integer(codes.type) or codes.type == pa.int64():
        codes = codes.cast(pa.int32())
    codes = chunk_to_numpy(codes, MISSING)
    # Without ``ordered`` a dictionary stands in the order of first appearance.
    is_ordered = array.type.ordered
    categories = array.dictionary.to_pylist()
    return Codes.of_values(label, codes, categories, is_ordered=is_ordered, is_declared=is_ordered)


def read_objects(label: str, values: ObjectArray, may_mix: bool = False) -> Column:
    """Read a 1-D array of Python objects as numbers, booleans, text, or dates and times.

    None, NaN, pandas' NA and NaT are missing, whatever the others are.  See
    :func:`read_column` for ``may_mix``.
    """
    # Where each object lies in memory: the same object, the same address.
    pointers = np.ascontiguousarray(values).ctypes.data_as(ctypes.POINTER(ctypes.c_ssize_t))
    addresses = np.ctypeslib.as_array(pointers, shape=(len(values),)).astype(np.int64)
    at, codes = _core.first_seen(addresses)
    if MIN_REPEATS * len(at) > len(values):
        return _read_each(label, values, may_mix)
    # Libraries keep one object per category: it need not be looked at in every row.
    column = _read_each(label, values[at], may_mix)
    if isinstance(column, Numbers):
        return replace(column, values=column.values[codes])
    return replace(column, codes=column.codes[codes])


def _read_each(label: str, values: ObjectArray, may_mix: bool) -> Column:
    types = set(map(type, values))
    missing = _find_missing(values, types)
    kept = values[~missing] if missing.any() else values
    if len(kept) < len(values):
        types = set(map(type, kept))
    families = {_family(label, item) for item in types}
    if may_mix and families == {"numbers", "text"}:
        return _read_mixed(label, kept, missing)
    if len(families) > 1:
        raise KindError(
            f"{label} mixes {' and '.join(sorted(families))}. Convert it to one type: "
            f"to strings to make it categorical, or to numbers."
        )
    read = _READERS[families.pop() if families else "numbers"]
    return read(label, kept, missing)


def _family(label: str, item: type) -> str:
    if issubclass(item, TIME_TYPES):  # before numbers: numpy calls a timedelta an integer
        return time_family(item)
    if issubclass(item, str):
        return "text"
    if issubclass(item, bool | np.bool_):
        return "booleans"
    if issubclass(item, complex | np.complexfloating):
        raise DataError(f"Complex data not supported: {label} holds complex numbers.")
    if issubclass(item, (*_INEXACT, *_WHOLE, Fraction)):
        return "numbers"
    raise KindError(
        f"{label} holds a {item.__name__}: argument must be a string or a number, "
        f"not {item.__name__!r}. Take it apart into columns of numbers or strings."
    )


def _find_missing(values: ObjectArray, types: set[type]) -> npt.NDArray[np.bool_]:
    absent = {t for t in types if t.__name__ in ("NoneType", "NAType", "NaTType")}
    # Only these may be NaN or NaT; comparing an arbitrary object with itself may not give a bool.
    inexact = {t for t in types if issubclass(t, (*_INEXACT, np.datetime64, np.timedelta64))}
    if not absent and not inexact:
        return np.zeros(len(values), dtype=bool)
    found = (type(v) in absent or (type(v) in inexact and v != v) for v in values)
    return np.fromiter(found, dtype=bool, count=len(values))


def _read_numbers(label: str, kept: ObjectArray, missing: npt.NDArray[np.bool_]) -> Column:
    whole = np.fromiter((isinstance(v, _WHOLE) for v in kept), dtype=bool, count=len(kept))
    if whole.all() and hold_exactly(kept) is None:
        integers = np.zeros(len(missing), dtype=object)
        integers[~missing] = kept
        return whole_numbers(label, integers, missing)
    values = np.full(len(missing), np.nan)
    try:
        values[~missing] = kept.astype(np.float64)
    except OverflowError as error:
        raise DataError(f"{label} holds a number too large for float64. Scale it.") from error
    return Numbers(values, is_whole=bool(whole.all()))


def _read_truths(label: str, kept: ObjectArray, missing: npt.NDArray[np.bool_]) -> Column:
    truths = np.zeros(len(missing), dtype=bool)
    truths[~missing] = kept.astype(bool)
    return Codes.of_truths(truths, missing)


def _read_text(label: str, kept: ObjectArray, missing: npt.NDArray[np.bool_]) -> Column:
    place = {value: i for i, value in enumerate(dict.fromkeys(kept))}
    codes = np.full(len(missing), MISSING, dtype=code_type(len(place)))
    codes[~missing] = np.fromiter(map(place.__getitem__, kept), dtype=codes.dtype, count=len(kept))
    return Codes.of_values(label, codes, place, is_text=True)


def _read_mixed(label: str, kept: ObjectArray, missing: npt.NDArray[np.bool_]) -> Column:
    """Numbers among text, as a spreadsheet gives them, as a text file would hold them."""
    texts = _as_objects([value if isinstance(value, str) else _written(value) for value in kept])
    column = _read_text(label, texts, missing)
    assert isinstance(column, Codes)
    return replace(column, is_mixed=True)


def _written(value: Any) -> str:
    number = float(value)
    return str(int(value)) if number.is_integer() else repr(number)


def _read_times(
    family: str, label: str, kept: ObjectArray, missing: npt.NDArray[np.bool_]
) -> Column:
    return read_time_objects(label, family, kept, missing)


_READERS: dict[str, Callable[[str, ObjectArray, npt.NDArray[np.bool_]], Column]] = {
    "numbers": _read_numbers,
    "booleans": _read_truths,
    "text": _read_text,
    **{family: partial(_read_times, family) for family in TIME_FAMILIES},
}
