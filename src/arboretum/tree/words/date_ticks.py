"""Where an axis of dates or times is marked: at the beginnings of years, months, days, hours."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from arboretum.data.clock import LENGTHS, MONTHS, Clock

__all__ = ["date_ticks"]

_HOUR = 60 * LENGTHS["minute"]
#: Steps in microseconds; months have no length.
_STEPS = (
    *(10**k for k in range(6)),
    *(LENGTHS["second"] * k for k in (1, 5, 15, 30)),
    *(LENGTHS["minute"] * k for k in (1, 5, 15, 30)),
    *(_HOUR * k for k in (1, 3, 6, 12)),
    *(LENGTHS["day"] * k for k in (1, 2, 7, 14)),
)
_MONTH_STEPS = (1, 3, 6, *(12 * factor * 10**k for k in range(4) for factor in (1, 2, 5)))


def date_ticks(clock: Clock, low: float, high: float, most: int = 5) -> list[float]:
    """Round dates, times or durations from low to high, at most so many, as their numbers.

    >>> year = Clock("date", "day")
    >>> [year.text(number) for number in date_ticks(year, 18800.0, 19400.0)]
    ['2021-07-01', '2022-01-01', '2022-07-01', '2023-01-01']
    """
    if not low < high:
        return [low]
    for found in _series(clock, low, high, most):
        if len(found) <= most:
            return found or [float(math.ceil(low)), float(math.floor(high))]
    return [low, high]


def _series(clock: Clock, low: float, high: float, most: int) -> Iterator[list[float]]:
    """Ever fewer numbers."""
    if clock.unit in LENGTHS:
        unit = LENGTHS[clock.unit]
        long = [] if _has_months(clock) else [LENGTHS["day"] * 10**k for k in range(1, 7)]
        for step in (one / unit for one in (*_STEPS, *long) if one >= unit):
            first, last = math.ceil(low / step), math.floor(high / step)
            if last - first < most:
                yield [k * step for k in range(first, last + 1)]
    if _has_months(clock):
        start, end = (_month(clock, number) for number in (low, high))
        for months in (step for step in _MONTH_STEPS if step >= MONTHS.get(clock.unit, 1)):
            within = range(-(-start // months) * months, end + 1, months)
            if len(within) <= most + 1:
                numbers = [_number(clock, month) for month in within]
                yield [number for number in numbers if low <= number <= high]


def _has_months(clock: Clock) -> bool:
    return clock.kind not in ("time", "duration")


def _month(clock: Clock, number: float) -> int:
    """The month, counted from 1970-01, that a number lies in."""
    month = Clock("date", "month").numbers(np.array([math.floor(number)]), clock)
    return int(month[0])


def _number(clock: Clock, month: int) -> float:
    """The number at which a month begins."""
    if clock.unit in MONTHS:
        return month / MONTHS[clock.unit]
    days = int(np.datetime64(month, "M").astype("M8[D]").astype(np.int64))
    return days * (LENGTHS["day"] / LENGTHS[clock.unit])
