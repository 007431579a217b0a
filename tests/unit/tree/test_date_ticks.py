"""Where an axis of dates or times is marked."""

import pytest

from arboretum.data.clock import Clock
from arboretum.tree.words.date_ticks import date_ticks

DAY = Clock("date", "day")


@pytest.mark.parametrize(
    ("clock", "low", "high", "texts"),
    [
        (DAY, 18800, 19400, ["2021-07-01", "2022-01-01", "2022-07-01", "2023-01-01"]),
        (DAY, 18800.5, 18804, ["2021-06-23", "2021-06-24", "2021-06-25", "2021-06-26"]),
        (DAY, 0, 19400, ["1970-01-01", "1990-01-01", "2010-01-01"]),
        (Clock("time", "minute"), 0, 1439, ["00:00", "06:00", "12:00", "18:00"]),
        (Clock("duration", "day"), 1, 350, ["100 d", "200 d", "300 d"]),
        (Clock("date", "month"), 600, 660, ["2020-01", "2022-01", "2024-01"]),
        (
            Clock("date", "quarter"),
            200,
            208,
            ["2020-Q1", "2020-Q3", "2021-Q1", "2021-Q3", "2022-Q1"],
        ),
        (DAY, 5, 5, ["1970-01-06"]),
    ],
)
def test_ticks_are_round_dates_inside_the_axis(clock, low, high, texts):
    found = date_ticks(clock, low, high)

    assert [clock.text(number) for number in found] == texts
    assert all(low <= number <= high for number in found)


@pytest.mark.parametrize("clock", [DAY, Clock("datetime", "second"), Clock("duration", "minute")])
@pytest.mark.parametrize("most", [2, 3, 5])
def test_there_are_never_more_ticks_than_asked_for(clock, most):
    for power in range(9):
        found = date_ticks(clock, 17.0, 17.0 + 3.7 * 10**power, most)

        assert 1 <= len(found) <= most
        assert found == sorted(found)
