"""Columns whose type says that they hold dates, times of day or durations, read as numbers."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.clock import LENGTHS, Clock, ClockKind, coarsest_unit
from arboretum.data.column import Numbers
from arboretum.exceptions import KindError

__all__ = [
    "TIME_FAMILIES",
    "TIME_TYPES",
    "count_moments",
    "holds_times",
    "read_time_array",
    "read_time_objects",
    "read_time_series",
    "time_family",
]

#: Python's and NumPy's types; those of pandas derive from them.
TIME_TYPES = (datetime.date, datetime.time, datetime.timedelta, np.datetime64, np.timedelta64)
#: What one column of objects may hold, in words, and what that is.
TIME_FAMILIES: dict[str, ClockKind] = {
    "dates": "datetime",
    "times of day": "time",
    "durations": "duration",
}

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_MICROSECOND = datetime.timedelta(microseconds=1)
#: The microseconds of the units of libraries; of nanoseconds there are 1000 in one.
_LENGTHS = {"D": LENGTHS["day"], "s": 1_000_000, "ms": 1_000, "us": 1}

IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]


def count_moments(moments: IntArray, missing: BoolArray, kind: ClockKind) -> Numbers:
    """Microseconds as numbers, in the longest unit that leaves no rest.

    Date-times that are all at midnight are dates, whatever their type says: pandas
    and spreadsheets have none for dates alone.
    """
    known = moments[~missing] if missing.any() else moments
    unit = coarsest_unit(known, "minute" if kind == "time" else "day")
    is_date = unit == "day" and kind != "duration"
    clock = Clock("date" if is_date else kind, unit)
    values = (moments // LENGTHS[unit]).astype(np.float64)
    values[missing] = np.nan
    return Numbers(values, is_whole=True, clock=clock)


def read_time_array(values: npt.NDArray[Any]) -> Numbers:
    """An array of datetime64 or timedelta64."""
    kind: ClockKind = "datetime" if values.dtype.kind == "M" else "duration"
    moments = values.astype(f"{values.dtype.kind}8[us]").view(np.int64)
    return count_moments(moments, np.isnat(values), kind)


def holds_times(series: Any) -> bool:
    """Whether a narwhals Series has a temporal type; narwhals does not know all of PyArrow's."""
    arrow = _arrow_type(series)
    if arrow is None:
        return bool(series.dtype.is_temporal())
    import pyarrow as pa

    return bool(pa.types.is_temporal(arrow)) and not pa.types.is_interval(arrow)


def read_time_series(series: Any, missing: BoolArray) -> Numbers:
    """Such a series, and where it has no value."""
    import narwhals.stable.v2 as nw

    native, dtype, arrow = series.to_native(), series.dtype, _arrow_type(series)
    if arrow is not None:
        is_pandas = not series.implementation.is_pyarrow()
        moments = _arrow_moments(series.to_arrow() if is_pandas else native)
        return count_moments(moments, missing, _arrow_kind(arrow))
    kind: ClockKind = "duration" if dtype == nw.Duration else "time"
    if dtype in (nw.Date, nw.Datetime):
        is_zoned = getattr(dtype, "time_zone", None) is not None
        kind = "instant" if is_zoned else "datetime"
    if series.implementation.is_polars():
        unit = "ns" if dtype == nw.Time else "D" if dtype == nw.Date else dtype.time_unit
        moments = _microseconds(native.to_physical().fill_null(0).to_numpy(), unit)
    else:
        letter = "m" if kind == "duration" else "M"
        moments = native.to_numpy(dtype=f"{letter}8[us]").view(np.int64)
    return count_moments(moments, missing, kind)


def _arrow_type(series: Any) -> Any | None:
    """The type of a column that PyArrow holds, for itself or for pandas."""
    native = series.to_native()
    if series.implementation.is_pyarrow():
        return native.type
    return getattr(getattr(native, "dtype", None), "pyarrow_dtype", None)


def _arrow_kind(arrow: Any) -> ClockKind:
    import pyarrow as pa

    if pa.types.is_timestamp(arrow):
        return "datetime" if arrow.tz is None else "instant"
    if pa.types.is_time(arrow):
        return "time"
    return "duration" if pa.types.is_duration(arrow) else "datetime"


def _arrow_moments(native: Any) -> IntArray:
    """The microseconds of an array of PyArrow; anything where there are none."""
    import pyarrow as pa

    chunked = native if isinstance(native, pa.ChunkedArray) else pa.chunked_array([native])
    unit = {pa.date32(): "D", pa.date64(): "ms"}.get(chunked.type) or chunked.type.unit
    width = np.dtype(np.int32 if chunked.type.bit_width == 32 else np.int64)
    parts = [np.empty(0, dtype=width)]
    for chunk in chunked.chunks:
        if len(chunk):  # the conversions of PyArrow import pandas where there is one
            start = chunk.offset * width.itemsize
            parts.append(np.frombuffer(chunk.buffers()[1], width, len(chunk), start))
    return _microseconds(np.concatenate(parts), unit)


def _microseconds(counts: npt.NDArray[np.integer], unit: str) -> IntArray:
    whole = counts.astype(np.int64)
    return whole // 1000 if unit == "ns" else whole * _LENGTHS[unit]


def read_time_objects(label: str, family: str, kept: Iterable[Any], missing: BoolArray) -> Numbers:
    """Objects of Python, pandas or NumPy, all of one family."""
    kind, objects = TIME_FAMILIES[family], list(kept)
    zoned = {_is_zoned(one) for one in objects} if kind != "duration" else {False}
    if len(zoned) > 1:
        raise KindError(
            f"{label} mixes {family} with a time zone and without one. Convert it to one kind."
        )
    if kind == "datetime" and True in zoned:
        kind = "instant"
    moments = np.zeros(len(missing), dtype=np.int64)
    moments[~missing] = np.array([_moment(one) for one in objects], dtype=np.int64)
    return count_moments(moments, missing, kind)


def time_family(item: type) -> str:
    """The words of a type of dates, times of day or durations."""
    if issubclass(item, datetime.time):
        return "times of day"
    return "durations" if issubclass(item, datetime.timedelta | np.timedelta64) else "dates"


def _is_zoned(one: Any) -> bool:
    return getattr(one, "tzinfo", None) is not None


def _moment(one: Any) -> int:
    """The microseconds since 1970-01-01 or midnight, or those that something takes."""
    if isinstance(one, np.datetime64 | np.timedelta64):
        return int(one.astype(f"{one.dtype.kind}8[us]").astype(np.int64))
    if isinstance(one, datetime.timedelta):
        return one // _MICROSECOND
    if isinstance(one, datetime.time):
        return ((one.hour * 60 + one.minute) * 60 + one.second) * 1_000_000 + one.microsecond
    if not isinstance(one, datetime.datetime):
        return (one.toordinal() - _EPOCH.toordinal()) * LENGTHS["day"]
    since = one - _EPOCH if _is_zoned(one) else one.replace(tzinfo=datetime.UTC) - _EPOCH
    return since // _MICROSECOND
