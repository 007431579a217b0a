"""Texts read as dates, times of day or durations, if that is what all of them are.

Each distinct text of a column is given once.  Whether ``05/01/2022`` is in January or
in May is decided from all of them, and said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from arboretum.data.clock import LENGTHS, ORDERS, Clock, ClockKind, Order
from arboretum.data.column import Numbers, describe_values
from arboretum.data.read.notes import Note
from arboretum.data.read.time_shapes import LONGEST, Shape, find_shape
from arboretum.data.read.times import count_moments

__all__ = ["TimeReading", "is_time", "read_day_numbers", "read_times"]

IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]

#: Texts that are looked at before all are.
_FIRST = 12
#: Texts that are read together: their characters fit into the near caches.
_PIECE = 2**14
#: At most this share of the texts may be of the right shape and yet not a day: 2022-02-30.
_MAX_IMPOSSIBLE = 0.05
#: Two-digit years from here on are of the last century, as in POSIX.
_LAST_CENTURY = 69
#: Numbers between these may be dates.
_FIRST_DAY, _LAST_DAY = 19000101, 21001231
_FIELDS = ("y", "m", "d", "a", "b", "q", "w", "h", "min", "s", "f", "days", "zh", "zm")


@dataclass(frozen=True, eq=False)
class TimeReading:
    """What the texts of a column are as dates or times.

    Attributes
    ----------
    numbers : one per text, with a clock; NaN where a text says that there is no value
    notes : what was assumed
    is_guess : whether the order of day and month was
    """

    numbers: Numbers
    notes: tuple[Note, ...] = ()
    is_guess: bool = False


class _NotTimesError(Exception):
    """Some text is neither a date or time nor a mark of a missing value."""


def read_times(
    name: str,
    texts: Sequence[str],
    is_mark: Callable[[str], bool],
    *,
    order: Order | None = None,
    is_declared: bool = False,
) -> TimeReading | None:
    """Read the distinct texts of a column, or None if they are not dates or times.

    Parameters
    ----------
    name : of the column
    texts : without blanks around them
    is_mark : whether a text says that there is no value
    order : "day-first" or "month-first"; None finds it out
    is_declared : whether the user says that they are dates
        Then times are read from texts that could as well be something else, too.

    Examples
    --------
    >>> found = read_times("paid", ["31.12.2021", "1.1.2022", "-"], lambda text: text == "-")
    >>> [found.numbers.clock.text(number) for number in found.numbers.values]
    ['2021-12-31', '2022-01-01', 'nan']
    """
    try:
        if not _could_be(texts, is_mark):
            return None
        column = _Texts(name, texts, is_mark)
        return column.read(order, is_declared)
    except _NotTimesError:
        return None


def _could_be(texts: Sequence[str], is_mark: Callable[[str], bool]) -> bool:
    """Whether one of the first texts is a date or time; most columns of text are done with here."""
    step = max(1, len(texts) // _FIRST)
    for text in texts[::step]:
        if len(text) > LONGEST:
            return False
        if is_time(text):
            return True
        if not is_mark(text):
            return False
    return any("0" <= sign <= "9" for text in texts[:LONGEST] for sign in text)


def is_time(text: str) -> bool:
    """Whether a text is written like a date, a time or a duration."""
    if len(text) > LONGEST:
        return False
    shape = "".join("0" if "0" <= sign <= "9" else sign for sign in text.lower())
    return find_shape(shape) is not None


def read_day_numbers(column: Numbers) -> Numbers | None:
    """Whole numbers such as 20220131 as dates; None if one of them is not of these centuries.

    >>> read_day_numbers(Numbers(np.array([20220131.0, np.nan]))).values
    array([19023.,    nan])
    """
    missing = np.isnan(column.values)
    known = column.values[~missing]
    if len(known) == 0 or known.min() < _FIRST_DAY or known.max() > _LAST_DAY:
        return None
    whole = known.astype(np.int64)
    days, is_day = _day_numbers(whole // 10000, whole // 100 % 100, whole % 100)
    if not is_day.all() or (whole != known).any():
        return None
    moments = np.zeros(len(missing), dtype=np.int64)
    moments[~missing] = days * LENGTHS["day"]
    return count_moments(moments, missing, "datetime")


class _Texts:
    """The texts of one column, taken apart."""

    def __init__(self, name: str, texts: Sequence[str], is_mark: Callable[[str], bool]) -> None:
        self.label = f"column {name!r}"
        self.name = name
        self.texts = texts
        self.shapes: list[Shape] = []
        #: Which shape each text has; -1 for marks.
        self.shape_of = np.full(len(texts), -1, dtype=np.int64)
        self.fields: dict[str, IntArray] = {
            field: np.zeros(len(texts), dtype=np.int64) for field in _FIELDS
        }
        self.notes: list[Note] = []
        self.order: Order | None = None
        self.is_guess = False
        self._take_apart(is_mark)

    # -- taking apart ----------------------------------------------------------

    def _take_apart(self, is_mark: Callable[[str], bool]) -> None:
        if max(map(len, self.texts), default=0) > LONGEST:
            raise _NotTimesError
        for start in range(0, len(self.texts), _PIECE):
            piece = np.array(self.texts[start : start + _PIECE], dtype=np.str_)
            signs = piece.view(np.uint32).reshape(len(piece), -1)
            digits = signs - np.uint32(ord("0"))
            is_digit = digits < 10
            is_capital = (signs >= ord("A")) & (signs <= ord("Z"))
            masked = np.where(is_digit, np.uint32(ord("0")), signs + is_capital * np.uint32(32))
            first, which = _distinct_rows(masked)
            for k, row in enumerate(first.tolist()):
                here = np.flatnonzero(which == k)
                self._take_shape(masked[row], here, start, digits, is_mark)

    def _take_shape(
        self,
        masked: npt.NDArray[np.uint32],
        here: IntArray,
        start: int,
        digits: npt.NDArray[np.uint32],
        is_mark: Callable[[str], bool],
    ) -> None:
        """The numbers of all texts of one shape in a piece."""
        shape = find_shape("".join(map(chr, masked.tolist())).rstrip("\0"))
        if shape is None:
            if not all(is_mark(self.texts[start + i]) for i in here.tolist()):
                raise _NotTimesError
            return
        if shape not in self.shapes:
            self.shapes.append(shape)
        rows = start + here
        self.shape_of[rows] = self.shapes.index(shape)
        for field, (begin, end) in shape.places.items():
            end = min(end, begin + 6) if field == "f" else end
            if end - begin > 9:
                raise _NotTimesError
            powers = 10 ** np.arange(end - begin)[::-1]
            number = digits[here, begin:end].astype(np.int64) @ powers
            self.fields[field][rows] = number * (10 ** (6 - end + begin) if field == "f" else 1)

    def _by_shape(self, of: Callable[[Shape], int]) -> IntArray:
        """Something that a shape says, for each text; 0 for marks."""
        return np.array([*map(of, self.shapes), 0], dtype=np.int64)[self.shape_of]

    # -- putting together ------------------------------------------------------

    def read(self, order: Order | None, is_declared: bool) -> TimeReading:
        grains = {shape.grain for shape in self.shapes}
        is_known = self.shape_of >= 0
        if not is_known.any():
            raise _NotTimesError
        if not is_declared and any(shape.is_number for shape in self.shapes):
            raise _NotTimesError  # 20220131 is a number before it is a date
        if grains == {"day"}:
            numbers = self._days(order)
        elif grains == {"week"}:
            numbers = self._weeks()
        elif grains in ({"month"}, {"quarter"}):
            numbers = self._months(grains == {"quarter"})
        elif grains <= {"clock", "duration"}:
            numbers = self._clock("duration" in grains, is_declared)
        else:
            raise _NotTimesError
        clock = numbers.clock and replace(numbers.clock, order=self.order)
        return TimeReading(replace(numbers, clock=clock), tuple(self.notes), self.is_guess)

    def _clock_moments(self) -> tuple[IntArray, BoolArray]:
        """The microseconds since midnight, and whether they are a time of day."""
        hours, minutes, seconds = (self.fields[name] for name in ("h", "min", "s"))
        has_half = self._by_shape(lambda shape: bool(shape.half)) > 0
        is_late = self._by_shape(lambda shape: shape.half == "p") > 0
        is_possible = (hours < 24) & (minutes < 60) & (seconds < 60)
        is_possible &= ~has_half | ((hours >= 1) & (hours <= 12))
        hours = np.where(has_half, hours % 12 + 12 * is_late, hours)
        moments = ((hours * 60 + minutes) * 60 + seconds) * 1_000_000 + self.fields["f"]
        return moments, is_possible

    def _days(self, order: Order | None) -> Numbers:
        self._order(order)
        years, is_possible = self._years()
        days, is_day = _day_numbers(years, self.fields["m"], self.fields["d"])
        moments, is_clock = self._clock_moments()
        missing = self._leave_out_impossible(is_possible & is_day & is_clock)
        is_zoned = self._by_shape(lambda shape: shape.zone is not None) > 0
        has_clock = self._by_shape(lambda shape: shape.has_clock) > 0
        if is_zoned.any() and not is_zoned[has_clock & ~missing].all():
            self._note(
                "some date-times have a time zone and some have none; these are read as UTC."
            )
        sign = self._by_shape(lambda shape: shape.zone or 0)
        moments -= sign * (self.fields["zh"] * 60 + self.fields["zm"]) * LENGTHS["minute"]
        moments -= self._by_shape(lambda shape: shape.zone_hours) * 60 * LENGTHS["minute"]
        kind: ClockKind = "instant" if is_zoned.any() else "datetime"
        return count_moments(days * LENGTHS["day"] + moments, missing, kind)

    def _weeks(self) -> Numbers:
        """The Mondays of weeks as ISO 8601 counts them: the first has the fourth of January."""
        weeks, one = self.fields["w"], np.ones_like(self.fields["w"])
        fourths, is_possible = _day_numbers(self.fields["y"], one, 4 * one)
        mondays = fourths - (fourths + 3) % 7 + 7 * (weeks - 1)  # 1970 began on a Thursday
        if not (is_possible & (weeks >= 1) & (weeks <= 53))[self.shape_of >= 0].all():
            raise _NotTimesError
        self._note(f"weeks such as {self._first(lambda shape: True)!r} are read as their Mondays.")
        return count_moments(mondays * LENGTHS["day"], self.shape_of < 0, "datetime")

    def _years(self) -> tuple[IntArray, BoolArray]:
        """The years in full, and whether people had calendars then."""
        is_short = self._by_shape(lambda shape: shape.has_short_year) > 0
        years = self.fields["y"]
        if is_short.any():
            years = np.where(is_short, years + np.where(years < _LAST_CENTURY, 2000, 1900), years)
            self._note(
                f"years of two digits such as in {self._first(lambda s: s.has_short_year)!r} are "
                f"read as 19{_LAST_CENTURY} to 20{_LAST_CENTURY - 1}."
            )
        return years, years >= 1

    def _months(self, are_quarters: bool) -> Numbers:
        years, is_possible = self._years()
        named = self._by_shape(lambda shape: shape.month)
        months = np.where(named > 0, named, self.fields["m"])
        is_possible &= (years >= 1500) & (years < 2500)
        if are_quarters:
            is_possible &= (self.fields["q"] >= 1) & (self.fields["q"] <= 4)
            counts, clock = (years - 1970) * 4 + self.fields["q"] - 1, Clock("date", "quarter")
        else:
            is_possible &= (months >= 1) & (months <= 12)
            counts, clock = (years - 1970) * 12 + months - 1, Clock("date", "month")
            if not (named > 0).any():
                self._note(
                    f"texts such as {self._first(lambda shape: True)!r} are read as months.",
                    f"kinds={{{self.name!r}: 'categorical'}} reads categories.",
                )
        if not is_possible[self.shape_of >= 0].all():
            raise _NotTimesError
        values = counts.astype(np.float64)
        values[self.shape_of < 0] = np.nan
        return Numbers(values, is_whole=True, clock=clock)

    def _clock(self, has_durations: bool, is_declared: bool) -> Numbers:
        moments, is_possible = self._clock_moments()
        missing = self.shape_of < 0
        has_half = any(shape.half for shape in self.shapes)
        if not has_durations and (is_possible | missing).all():
            return count_moments(moments, missing, "time")
        parts = max(len(shape.places) for shape in self.shapes)
        if has_half or not (is_declared or parts > 1):
            raise _NotTimesError  # "5 s" and "38 d" may be anything
        hours, minutes, seconds = (self.fields[name] for name in ("h", "min", "s"))
        lasting = ((hours * 60 + minutes) * 60 + seconds) * 1_000_000 + self.fields["f"]
        signs = self._by_shape(lambda shape: shape.sign_of_days)
        lasting += signs * self.fields["days"] * LENGTHS["day"]
        signs = self._by_shape(lambda shape: shape.sign)
        return count_moments(signs * lasting, missing, "duration")

    # -- assumptions -----------------------------------------------------------

    def _order(self, order: Order | None) -> None:
        """Put day and month in their fields, where a shape does not say which is which."""
        named = self._by_shape(lambda shape: shape.month)
        self.fields["m"] = np.where(named > 0, named, self.fields["m"])
        is_open = self._by_shape(lambda shape: bool(shape.separator)) > 0
        if not is_open.any():
            return
        first, second = self.fields["a"][is_open], self.fields["b"][is_open]
        self.order = order or self._found_order(first, second)
        day, month = (first, second) if self.order == "day-first" else (second, first)
        self.fields["d"][is_open], self.fields["m"][is_open] = day, month

    def _found_order(self, first: IntArray, second: IntArray) -> Order:
        """Which of two numbers is the day, told by those that cannot be a month."""
        if (first > 12).any() or (second > 12).any():
            if (first > 12).any() and (second > 12).any():
                raise _NotTimesError
            order: Order = "day-first" if (first > 12).any() else "month-first"
            proof = self._proof(first if order == "day-first" else second)
            if self._separators() != {"."} or order == "month-first":
                self._note(f"{proof!r} shows that dates are written {order}; all are read so.")
            return order
        if self._separators() == {"."}:
            return "day-first"
        is_monthly = len(set(first.tolist())) == 1 < len(set(second.tolist()))
        is_american = self._separators() == {"/"} and not is_monthly
        order, other = ORDERS[::-1] if is_american else ORDERS
        self.is_guess = True
        self._note(
            f"nothing shows whether dates such as {self._first(lambda s: bool(s.separator))!r} are "
            f"written day-first or month-first; read as {order}.",
            f"kinds={{{self.name!r}: '{other}'}} reads them the other way.",
        )
        return order

    def _separators(self) -> set[str]:
        return {shape.separator for shape in self.shapes} - {""}

    def _proof(self, numbers: IntArray) -> str:
        """A text whose number, among those of open order, cannot be a month."""
        is_open = self._by_shape(lambda shape: bool(shape.separator)) > 0
        return min(self.texts[i] for i in np.flatnonzero(is_open)[numbers > 12].tolist())

    def _leave_out_impossible(self, is_possible: BoolArray) -> BoolArray:
        """Which texts have no value: marks, and days that the calendar does not have."""
        is_known = self.shape_of >= 0
        wrong = np.flatnonzero(is_known & ~is_possible)
        is_zero = self.fields["y"] + self.fields["m"] + self.fields["d"] == 0
        n_wrong = int((~is_zero[wrong]).sum())
        if n_wrong > max(1, _MAX_IMPOSSIBLE * int(is_known.sum())) or len(wrong) == is_known.sum():
            raise _NotTimesError
        if len(wrong):
            shown = describe_values(sorted(self.texts[i] for i in wrong.tolist()), 3)
            self._note(f"{shown} is not a day of the calendar; read as missing.")
        return ~is_known | ~is_possible

    def _first(self, of: Callable[[Shape], bool]) -> str:
        """A text of some shapes: the same in whatever order the texts come."""
        return min(self.texts[i] for i in np.flatnonzero(self._by_shape(of)).tolist())

    def _note(self, said: str, otherwise: str = "") -> None:
        self.notes.append(Note(f"{self.label}: {said}", otherwise))


def _distinct_rows(rows: npt.NDArray[np.uint32]) -> tuple[IntArray, IntArray]:
    """Where each different row is first, and which of these each row is."""
    # A number per row sorts much faster than the row.
    powers = np.uint64(0x9E3779B97F4A7C15) ** np.arange(1, rows.shape[1] + 1, dtype=np.uint64)
    keys = (rows * powers).sum(axis=1, dtype=np.uint64)
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    if (rows == rows[first][which]).all():
        return first, which
    _, first, which = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    return first, which.ravel()


def _day_numbers(years: IntArray, months: IntArray, days: IntArray) -> tuple[IntArray, BoolArray]:
    """Days since 1970-01-01, and whether the calendar has them."""
    is_month = (months >= 1) & (months <= 12)
    since = np.where(is_month, (years - 1970) * 12 + months - 1, 0)
    begins, ends = ((since + k).astype("M8[M]").astype("M8[D]").astype(np.int64) for k in (0, 1))
    return begins + days - 1, is_month & (days >= 1) & (begins + days <= ends)
