"""Dates and times as whole numbers, and back."""

import datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum.data.clock import UNITS, Clock, coarsest_unit
from tests.examples import examples

EPOCH = datetime.datetime(1970, 1, 1)


@pytest.mark.parametrize(
    ("clock", "number", "text"),
    [
        (Clock("date", "day"), 0, "1970-01-01"),
        (Clock("date", "day"), -1, "1969-12-31"),
        (Clock("date", "day"), 18993.99, "2022-01-01"),
        (Clock("date", "month"), 624, "2022-01"),
        (Clock("date", "month"), -1, "1969-12"),
        (Clock("date", "quarter"), 208, "2022-Q1"),
        (Clock("datetime", "minute"), -0.5, "1969-12-31 23:59"),
        (Clock("datetime", "second"), 1641029415, "2022-01-01 09:30:15"),
        (Clock("datetime", "millisecond"), 250, "1970-01-01 00:00:00.250"),
        (Clock("instant", "microsecond"), 1, "1970-01-01 00:00:00.000001Z"),
        (Clock("time", "minute"), 570, "09:30"),
        (Clock("time", "second"), 86399, "23:59:59"),
        (Clock("duration", "day"), 3, "3 d"),
        (Clock("duration", "minute"), 1590, "1 d 2 h 30 min"),
        (Clock("duration", "millisecond"), 1500, "1.5 s"),
        (Clock("duration", "second"), -3661, "-1 h 1 min 1 s"),
        (Clock("duration", "minute"), 0, "0 s"),
    ],
)
def test_a_number_is_written_as_the_whole_unit_it_lies_in(clock, number, text):
    assert clock.text(number) == text


@pytest.mark.parametrize(
    ("clock", "number", "text"),
    [
        (Clock("date", "day"), 1e7, "10000000 days since 1970-01-01"),
        (Clock("date", "month"), -1e6, "-1000000 months since 1970-01-01"),
        (Clock("time", "minute"), 1440, "1440 minutes since midnight"),
        (Clock("date", "day"), float("inf"), "inf"),
    ],
)
def test_what_no_calendar_has_is_written_as_a_number(clock, number, text):
    assert clock.text(number) == text


@given(st.datetimes(datetime.datetime(1, 1, 1), datetime.datetime(9999, 12, 31)))
@examples(200)
def test_python_writes_the_same_dates_and_times(moment):
    since = (moment - EPOCH) // datetime.timedelta(microseconds=1)

    assert Clock("datetime", "microsecond").text(since) == moment.isoformat(
        " ", timespec="microseconds"
    )
    assert Clock("datetime", "minute").text(since // 60_000_000) == moment.isoformat(
        " ", timespec="minutes"
    )
    assert Clock("date", "day").text((moment - EPOCH).days) == moment.date().isoformat()


def test_the_coarsest_unit_leaves_no_rest():
    day = 86_400_000_000

    assert coarsest_unit(np.array([0, -day])) == "day"
    assert coarsest_unit(np.array([0, day + 3_600_000_000])) == "minute"
    assert coarsest_unit(np.array([1_000])) == "millisecond"
    assert coarsest_unit(np.array([1_001])) == "microsecond"


@pytest.mark.parametrize(
    ("counted", "number", "clock", "expected"),
    [
        (Clock("datetime", "minute"), -1, Clock("date", "day"), -1),
        (Clock("datetime", "minute"), 1439, Clock("date", "day"), 0),
        (Clock("date", "day"), 2, Clock("datetime", "second"), 172_800),
        (Clock("date", "day"), 30, Clock("date", "month"), 0),
        (Clock("date", "day"), 31, Clock("date", "month"), 1),
        (Clock("date", "day"), -1, Clock("date", "quarter"), -1),
        (Clock("date", "month"), 5, Clock("date", "quarter"), 1),
        (Clock("time", "minute"), 90, Clock("duration", "second"), 5400),
    ],
)
def test_what_is_finer_than_a_unit_is_cut_off(counted, number, clock, expected):
    assert clock.takes(counted)

    found = clock.numbers(np.array([number, np.nan]), counted)

    np.testing.assert_array_equal(found, [expected, np.nan])


@pytest.mark.parametrize(
    ("counted", "clock"),
    [
        (Clock("date", "month"), Clock("date", "day")),
        (Clock("date", "quarter"), Clock("date", "month")),
        (Clock("instant", "minute"), Clock("datetime", "minute")),
        (Clock("instant", "minute"), Clock("date", "day")),
        (Clock("datetime", "minute"), Clock("instant", "minute")),
        (Clock("duration", "minute"), Clock("time", "minute")),
        (Clock("time", "minute"), Clock("datetime", "minute")),
    ],
)
def test_what_one_clock_cannot_say_of_another_is_known(counted, clock):
    assert not clock.takes(counted)


def test_every_clock_has_words_an_example_and_a_measure():
    for kind, units in UNITS.items():
        for unit in units:
            clock = Clock(kind, unit)
            assert len(clock.words) > 3
            assert clock.example[0].isdigit()
            assert clock.measure.startswith(f"{unit}s")
