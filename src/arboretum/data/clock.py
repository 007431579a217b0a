"""Dates, times of day and durations as whole numbers, and how these are written.

A column of dates is numeric: its numbers count days since 1970-01-01, so a tree
splits on them as on any other.  Its :class:`Clock` says what is counted, so that
readers see ``signup <= 2022-01-01`` and never ``signup <= 18993``.

Numbers count whole units, and whatever is finer is cut off, in training and in new
samples alike: ``2022-01-01 15:30`` is the day 2022-01-01.  So a threshold
between two numbers asks the same as the last whole one below it, which is written.
"""

from __future__ import annotations

import datetime
import math
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

__all__ = [
    "CLOCK_KINDS",
    "LENGTHS",
    "MONTHS",
    "ORDERS",
    "UNITS",
    "Clock",
    "ClockKind",
    "Order",
    "Unit",
    "coarsest_unit",
]

ClockKind = Literal["date", "datetime", "instant", "time", "duration"]
Unit = Literal["quarter", "month", "day", "minute", "second", "millisecond", "microsecond"]

Order = Literal["day-first", "month-first"]
ORDERS: tuple[Order, ...] = get_args(Order)

#: The microseconds of each unit that always lasts as long.
LENGTHS: dict[Unit, int] = {
    "day": 86_400_000_000,
    "minute": 60_000_000,
    "second": 1_000_000,
    "millisecond": 1_000,
    "microsecond": 1,
}
#: The months of the others.
MONTHS: dict[Unit, int] = {"quarter": 3, "month": 1}

_CLOCK_UNITS: tuple[Unit, ...] = ("minute", "second", "millisecond", "microsecond")
#: What each kind may count.
UNITS: dict[ClockKind, tuple[Unit, ...]] = {
    "date": ("quarter", "month", "day"),
    "datetime": _CLOCK_UNITS,
    "instant": _CLOCK_UNITS,
    "time": _CLOCK_UNITS,
    "duration": ("day", *_CLOCK_UNITS),
}
CLOCK_KINDS: tuple[ClockKind, ...] = tuple(UNITS)

_WORDS: dict[ClockKind, str] = {
    "date": "dates",
    "datetime": "date-times",
    "instant": "date-times with a time zone",
    "time": "times of day",
    "duration": "durations",
}
_EXAMPLES: dict[ClockKind, str] = {
    "date": "2022-01-31",
    "datetime": "2022-01-31 09:30",
    "instant": "2022-01-31 09:30Z",
    "time": "09:30",
    "duration": "2 d 9 h 30 min",
}
#: Which kinds stand for another: a date for its midnight, a time of day for the time since then.
_STANDS_FOR: dict[ClockKind, tuple[ClockKind, ...]] = {
    "date": ("date", "datetime", "instant"),
    "datetime": ("date", "datetime"),
    "instant": ("instant",),
    "time": ("time", "duration"),
    "duration": ("duration",),
}
_EPOCH = datetime.date(1970, 1, 1).toordinal()
_LAST_DAY = datetime.date.max.toordinal()

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Clock:
    """What the numbers of a column of dates or times count, and how they are written.

    Attributes
    ----------
    kind : {"date", "datetime", "instant", "time", "duration"}
        A date, a date with a time of day, the same with a time zone (counted and written
        in UTC), a time of day, or how long something takes.
    unit : {"quarter", "month", "day", "minute", "second", "millisecond", "microsecond"}
        What is counted: since 1970-01-01, or midnight, or nothing.
    order : {"day-first", "month-first"}, or None
        How texts such as ``05/01/2022`` were read in training, and are read in new samples.

    Examples
    --------
    >>> Clock("date", "day").text(18993.5), Clock("datetime", "minute").text(27350010.0)
    ('2022-01-01', '2022-01-01 01:30')
    >>> Clock("duration", "minute").text(1590.0)
    '1 d 2 h 30 min'
    """

    kind: ClockKind
    unit: Unit
    order: Order | None = None

    def text(self, number: float) -> str:
        """The whole unit that a number lies in."""
        if not math.isfinite(number):
            return str(number)
        whole = math.floor(number)
        if self.kind == "duration":
            return _duration_text(whole * LENGTHS[self.unit])
        shown = self._point_text(whole)
        return f"{whole} {self.measure}" if shown is None else shown

    def _point_text(self, whole: int) -> str | None:
        """A date or time; None if it is outside the years 1 to 9999, or the 24 hours."""
        if self.unit in MONTHS:
            year, month = divmod(whole * MONTHS[self.unit], 12)
            if not 1 <= year + 1970 <= 9999:
                return None
            quarter = f"Q{month // 3 + 1}"
            return f"{year + 1970:04}-{quarter if self.unit == 'quarter' else f'{month + 1:02}'}"
        days, rest = divmod(whole * LENGTHS[self.unit], LENGTHS["day"])
        clock = _time_text(rest, self.unit)
        if self.kind == "time":
            return clock if days == 0 else None
        if not 1 <= days + _EPOCH <= _LAST_DAY:
            return None
        date = datetime.date.fromordinal(days + _EPOCH).isoformat()
        if self.kind == "date":
            return date
        return f"{date} {clock}{'Z' if self.kind == 'instant' else ''}"

    @property
    def measure(self) -> str:
        """What is counted: ``days since 1970-01-01``."""
        if self.kind == "duration":
            return f"{self.unit}s"
        if self.kind == "time":
            return f"{self.unit}s since midnight"
        return f"{self.unit}s since 1970-01-01{' UTC' if self.kind == 'instant' else ''}"

    @property
    def words(self) -> str:
        """What the column holds: ``dates``."""
        return {"month": "months", "quarter": "quarters"}.get(self.unit, _WORDS[self.kind])

    @property
    def example(self) -> str:
        """Something that the column could hold."""
        return {"month": "2022-01", "quarter": "2022-Q1"}.get(self.unit, _EXAMPLES[self.kind])

    def takes(self, other: Clock) -> bool:
        """Whether what another clock counts can be told in the units of this one.

        Seconds are minutes with something cut off; a month is not a day.
        """
        if self.kind not in _STANDS_FOR[other.kind]:
            return False
        return other.unit not in MONTHS or MONTHS[other.unit] <= MONTHS.get(self.unit, 0)

    def numbers(self, values: npt.NDArray[np.floating], counted: Clock) -> FloatArray:
        """Numbers that another clock counted, in whole units of this one; NaN stays."""
        if counted.unit == self.unit:
            return np.asarray(values, dtype=np.float64)
        found = np.full(len(values), np.nan)
        known = ~np.isnan(values)
        whole = values[known].astype(np.int64)
        if counted.unit in MONTHS:
            months = whole * MONTHS[counted.unit]
        elif self.unit in MONTHS:
            days = whole * LENGTHS[counted.unit] // LENGTHS["day"]
            months = days.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64)
        else:
            found[known] = whole * LENGTHS[counted.unit] // LENGTHS[self.unit]
            return found
        found[known] = months // MONTHS[self.unit]
        return found


def coarsest_unit(moments: npt.NDArray[np.int64], least: Unit = "day") -> Unit:
    """The longest unit, from ``least`` down, that counts microseconds without a rest.

    >>> coarsest_unit(np.array([90_000_000, 60_000_000])), coarsest_unit(np.array([120_000_000]))
    ('second', 'minute')
    """
    units = list(LENGTHS)
    for unit in units[units.index(least) :]:
        if not (moments % LENGTHS[unit]).any():
            return unit
    return "microsecond"


def _time_text(microseconds: int, unit: Unit) -> str:
    seconds, fraction = divmod(microseconds, 1_000_000)
    hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
    text = f"{hours:02}:{minutes:02}"
    if unit == "minute":
        return text
    text += f":{seconds:02}"
    if unit == "second":
        return text
    return f"{text}.{fraction // 1000:03}" if unit == "millisecond" else f"{text}.{fraction:06}"


def _duration_text(microseconds: int) -> str:
    sign, rest = ("-", -microseconds) if microseconds < 0 else ("", microseconds)
    parts = []
    for name, length in (("d", 86_400_000_000), ("h", 3_600_000_000), ("min", 60_000_000)):
        count, rest = divmod(rest, length)
        if count:
            parts.append(f"{count} {name}")
    if rest or not parts:
        seconds, fraction = divmod(rest, 1_000_000)
        shown = f"{seconds}.{fraction:06}".rstrip("0").rstrip(".")
        parts.append(f"{shown} s")
    return sign + " ".join(parts)
