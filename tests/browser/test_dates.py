"""The page writes and reads dates and times as the library does."""

from __future__ import annotations

import math
from importlib.resources import files

import numpy as np
import pytest

from arboretum.data.clock import LENGTHS, MONTHS, UNITS, Clock

pytestmark = pytest.mark.browser

CLOCKS = [Clock(kind, unit) for kind, units in UNITS.items() for unit in units]
CENTURY = 100 * 365 * LENGTHS["day"]


def some_numbers(clock, rng):
    """Numbers within three centuries, with fractions, or within a day for times of day."""
    if clock.unit in MONTHS:
        return rng.uniform(-1200, 1200, 60)
    length = LENGTHS["day"] - LENGTHS[clock.unit] if clock.kind == "time" else CENTURY
    low = 0 if clock.kind == "time" else -2 * length
    return rng.uniform(low, length, 60) / LENGTHS[clock.unit]


@pytest.fixture(scope="module")
def page(browser):
    page = browser.new_page()
    script = (files("arboretum.show.web") / "page" / "clock.js").read_text(encoding="utf-8")
    page.add_script_tag(content=f"{script}\nwindow.twin = {{ clockText, clockNumber }};")
    yield page
    page.close()


@pytest.mark.parametrize("clock", CLOCKS, ids=lambda clock: f"{clock.kind} {clock.unit}")
def test_numbers_are_written_and_read_as_the_library_writes_them(page, clock):
    numbers = some_numbers(clock, np.random.default_rng(0)).tolist()
    called = [{"kind": clock.kind, "unit": clock.unit}, numbers]

    texts = page.evaluate("([clock, all]) => all.map((n) => twin.clockText(clock, n))", called)
    called[1] = texts
    read = page.evaluate("([clock, all]) => all.map((t) => twin.clockNumber(clock, t))", called)

    assert texts == [clock.text(number) for number in numbers]
    assert read == [math.floor(number) for number in numbers]


@pytest.mark.parametrize(
    ("clock", "text"),
    [
        (Clock("date", "day"), "2022-02-30"),
        (Clock("date", "day"), "2022-13-01"),
        (Clock("date", "day"), "2022-01"),
        (Clock("date", "day"), "19000"),
        (Clock("date", "month"), "2022-Q1"),
        (Clock("datetime", "minute"), "2022-01-05 25:00"),
        (Clock("time", "minute"), "24:00"),
        (Clock("duration", "minute"), "soon"),
    ],
)
def test_what_is_not_a_date_is_not_read(page, clock, text):
    called = [{"kind": clock.kind, "unit": clock.unit}, text]

    assert math.isnan(page.evaluate("([clock, text]) => twin.clockNumber(clock, text)", called))
