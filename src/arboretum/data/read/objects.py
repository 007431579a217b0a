"""Columns of Python objects: find out what they hold."""

from __future__ import annotations

import ctypes
import datetime
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data.column import Codes, Column, Numbers, code_type, hold_exactly
from arboretum.data.dataset import MISSING
from arboretum.exceptions import DataError, KindError

__all__ = ["read_objects", "refuse_time"]

ObjectArray = npt.NDArray[np.object_]

_TIME = (
    datetime.date,
    datetime.time,
    datetime.timedelta,
    np.datetime64,
    np.timedelta64,
)
_INEXACT = (float, np.floating, Decimal)
_WHOLE = (int, np.integer)
#: Where objects repeat this often on average, each of them is looked at once.
MIN_REPEATS = 2


def read_objects(label: str, values: ObjectArray) -> Column:
    """Read a 1-D array of Python objects as numbers, booleans or text.

    None, NaN, pandas' NA and NaT are missing, whatever the others are.
    """
    # Where each object lies in memory: the same object, the same address.
    pointers = np.ascontiguousarray(values).ctypes.data_as(ctypes.POINTER(ctypes.c_ssize_t))
    addresses = np.ctypeslib.as_array(pointers, shape=(len(values),)).astype(np.int64)
    at, codes = _core.first_seen(addresses)
    if MIN_REPEATS * len(at) > len(values):
        return _read_each(label, values)
    # Libraries keep one object per category: it need not be looked at in every row.
    column = _read_each(label, values[at])
    if isinstance(column, Numbers):
        return replace(column, values=column.values[codes])
    return replace(column, codes=column.codes[codes])


def _read_each(label: str, values: ObjectArray) -> Column:
    types = set(map(type, values))
    missing = _find_missing(values, types)
    kept = values[~missing] if missing.any() else values
    if len(kept) < len(values):
        types = set(map(type, kept))
    families = {_family(label, item) for item in types}
    if len(families) > 1:
        raise KindError(
            f"{label} mixes {' and '.join(sorted(families))}. Convert it to one type: "
            f"to strings to make it categorical, or to numbers."
        )
    read = _READERS[families.pop() if families else "numbers"]
    return read(label, kept, missing)


def refuse_time(label: str) -> KindError:
    """The error for dates, times and durations."""
    return KindError(
        f"{label} holds dates, times or durations, which a tree cannot split on as they are. "
        f"Derive numbers that mean something (the year, the weekday, the days since an event) "
        f"and leave the column itself out."
    )


def _family(label: str, item: type) -> str:
    if issubclass(item, _TIME):  # before numbers: numpy calls a timedelta an integer
        raise refuse_time(label)
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
    # Only these may be NaN; comparing an arbitrary object with itself may not give a bool.
    inexact = {t for t in types if issubclass(t, _INEXACT)}
    if not absent and not inexact:
        return np.zeros(len(values), dtype=bool)
    found = (type(v) in absent or (type(v) in inexact and v != v) for v in values)
    return np.fromiter(found, dtype=bool, count=len(values))


def _read_numbers(label: str, kept: ObjectArray, missing: npt.NDArray[np.bool_]) -> Column:
    whole = np.fromiter((isinstance(v, _WHOLE) for v in kept), dtype=bool, count=len(kept))
    numbers = np.empty(len(kept))
    numbers[whole] = hold_exactly(label, kept[whole])
    numbers[~whole] = kept[~whole].astype(np.float64)
    values = np.full(len(missing), np.nan)
    values[~missing] = numbers
    return Numbers(values, is_whole=bool(whole.all()))


def _read_truths(label: str, kept: ObjectArray, missing: npt.NDArray[np.bool_]) -> Column:
    truths = np.zeros(len(missing), dtype=bool)
    truths[~missing] = kept.astype(bool)
    return Codes.of_truths(truths, missing)


def _read_text(label: str, kept: ObjectArray, missing: npt.NDArray[np.bool_]) -> Column:
    place = {value: i for i, value in enumerate(dict.fromkeys(kept))}
    codes = np.full(len(missing), MISSING, dtype=code_type(len(place)))
    codes[~missing] = np.fromiter(map(place.__getitem__, kept), dtype=codes.dtype, count=len(kept))
    return Codes.of_values(label, codes, place)


_READERS: dict[str, Callable[[str, ObjectArray, npt.NDArray[np.bool_]], Column]] = {
    "numbers": _read_numbers,
    "booleans": _read_truths,
    "text": _read_text,
}
