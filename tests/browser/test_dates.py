"""The page writes and reads dates and times as the library does."""

from __future__ import annotations

import math
from importlib.resources import files

import numpy as np
import pytest

from arboretum import CARTClassifier, TreeClassifier
from arboretum.data.clock import LENGTHS, MONTHS, UNITS, Clock
from tests.browser.test_follow import FOLLOW_ALL, check_rows

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


SECOND = np.timedelta64(1, "s")


def make_visits(rng, n):
    """Dates, date-times, times of day and durations, with holes."""
    minutes = rng.integers(0, 500_000, n)
    seen = np.datetime64("2021-06-01T00:00") + minutes.astype("m8[m]")
    day = seen.astype("M8[D]")
    day[rng.random(n) < 0.1] = np.datetime64("NaT")
    opens = [f"{minute // 60:02}:{minute % 60:02}" for minute in rng.integers(0, 1440, n)]
    return {"day": day, "seen": seen, "opens": opens, "wait": rng.integers(0, 90_000, n) * SECOND}


def test_samples_go_the_same_way_with_the_same_words_on_the_page(open_page):
    rng = np.random.default_rng(1)
    X, new = make_visits(rng, 300), make_visits(rng, 40)
    is_late = np.array(X["opens"]) > "14:30"
    y = (X["seen"] > np.datetime64("2022-01-01")) ^ is_late ^ (X["wait"] > 40_000 * SECOND)
    model = TreeClassifier(max_depth=6).fit(X, np.where(y, "yes", "no"))

    found = open_page(model, X=new).page.evaluate(FOLLOW_ALL, 40)

    assert {feature.clock.kind for feature in model.tree_.schema.features} == {
        "date",
        "datetime",
        "time",
        "duration",
    }
    check_rows(model.tree_, new, found, range(model.tree_.n_nodes))


def test_a_day_is_typed_as_a_date(open_page):
    day = np.datetime64("2021-06-01") + np.arange(300)
    model = CARTClassifier().fit(
        {"day": day}, np.where(day <= np.datetime64("2022-01-01"), "a", "b")
    )
    opened = open_page(model)
    opened.tab("sample")

    for text, expected in (("2022-01-01", "a"), ("2022-01-02", "b")):
        opened.page.locator('[data-feature="0"]').fill(text)

        assert opened.page.locator("#result .prediction strong").inner_text() == expected
        assert f"day is {text}: day " in opened.page.locator("#result .steps").inner_text()
