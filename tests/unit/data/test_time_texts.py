"""Texts read as dates, times of day and durations; what each means was worked out by hand."""

import datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum.data import Schema, encode_features, encode_like
from arboretum.data.column import Numbers
from arboretum.data.read.marks import is_mark
from arboretum.data.read.notes import Notes
from arboretum.data.read.time_texts import read_day_numbers, read_times
from arboretum.exceptions import KindError
from tests.examples import examples


def read(*texts, **how):
    """What each text is read as, and the notes."""
    found = read_times("when", texts, is_mark, **how)
    if found is None:
        return None
    clock = found.numbers.clock
    values = [None if np.isnan(one) else clock.text(one) for one in found.numbers.values]
    return values, [note.said.removeprefix("column 'when': ") for note in found.notes]


PLAIN = {
    "ISO": (["2022-01-05", "1899-12-31"], ["2022-01-05", "1899-12-31"]),
    "slashes, year first": (["2022/1/5", "2022/12/31"], ["2022-01-05", "2022-12-31"]),
    "dots": (["05.01.2022", "1.2.2022"], ["2022-01-05", "2022-02-01"]),
    "blank": (["2022-01-05 9:30", "2022-01-05 23:59"], ["2022-01-05 09:30", "2022-01-05 23:59"]),
    "T": (["2022-01-05T09:30:00", "2022-01-05T09:30:01"], ["2022-01-05 09:30:00", "…01"]),
    "a day among times": (["2022-01-05", "2022-01-05 00:01"], ["2022-01-05 00:00", "…1"]),
    "fractions": (["2022-01-05T09:30:00.5"], ["2022-01-05 09:30:00.500"]),
    "nanoseconds": (["2022-01-05T09:30:00.123456789"], ["2022-01-05 09:30:00.123456"]),
    "Z": (["2022-01-05T09:30Z", "2022-01-05 09:31 UTC"], ["2022-01-05 09:30Z", "…1Z"]),
    "offsets": (
        ["2022-01-05T00:30+02:00", "2022-01-05T00:30:00-0530"],
        ["2022-01-04 22:30Z", "2022-01-05 06:00Z"],
    ),
    "compact": (["20220105T093000", "20220105T0931"], ["2022-01-05 09:30", "…1"]),
    "midnight everywhere": (["2022-01-05 00:00:00", "2022-01-06 00:00"], ["2022-01-05", "…6"]),
    "names of months": (["5 Jan 2022", "31 December 2021"], ["2022-01-05", "2021-12-31"]),
    "American": (["Jan 5, 2022", "Dec. 31, 2021"], ["2022-01-05", "2021-12-31"]),
    "ordinals": (["January 1st, 2022", "March 22nd 2021"], ["2022-01-01", "2021-03-22"]),
    "SAS": (["05JAN2022", "31DEC2021"], ["2022-01-05", "2021-12-31"]),
    "Oracle": (["05-JAN-2022", "31-DEC-2021"], ["2022-01-05", "2021-12-31"]),
    "German": (["5. Januar 2022", "31. Dezember 2021"], ["2022-01-05", "2021-12-31"]),
    "French": (["5 janvier 2022", "14 août 2021"], ["2022-01-05", "2021-08-14"]),
    "Spanish": (["5 enero 2022", "14 agosto 2021"], ["2022-01-05", "2021-08-14"]),
    "Italian": (["5 gennaio 2022", "14 dicembre 2021"], ["2022-01-05", "2021-12-14"]),
    "Dutch": (["5 mei 2022", "14 maart 2021"], ["2022-05-05", "2021-03-14"]),
    "e-mail": (["Wed, 05 Jan 2022 09:30:00 GMT"], ["2022-01-05 09:30Z"]),
    "quarters": (["2022-Q1", "Q4 2021", "2021q3"], ["2022-Q1", "2021-Q4", "2021-Q3"]),
    "months by name": (["Jan 2022", "December 2021"], ["2022-01", "2021-12"]),
    "leap day": (["2020-02-29", "2000-02-29"], ["2020-02-29", "2000-02-29"]),
    "times": (["9:30", "23:59"], ["09:30", "23:59"]),
    "times with seconds": (["09:30:15", "00:00:00"], ["09:30:15", "00:00:00"]),
    "am and pm": (["9:30 AM", "12:00 am", "12:00 PM"], ["09:30", "00:00", "12:00"]),
    "hours of more than a day": (["36:15", "01:00"], ["1 d 12 h 15 min", "1 h"]),
    "pandas' durations": (["1 days 03:00:00", "-1 days +23:00:00"], ["1 d 3 h", "-1 h"]),
    "Python's durations": (["3 days, 4:05:06", "1 day, 0:00:00"], ["3 d 4 h 5 min 6 s", "1 d"]),
    "ISO durations": (["P1DT2H30M", "PT5M"], ["1 d 2 h 30 min", "5 min"]),
    "missing": (["2022-01-05", "n/a", "?", ""], ["2022-01-05", None, None, None]),
}


@pytest.mark.parametrize(("texts", "expected"), PLAIN.values(), ids=PLAIN)
def test_texts_that_leave_no_doubt_are_read_without_a_word(texts, expected):
    values, notes = read(*texts)

    for value, wanted, first in zip(values, expected, [expected[0]] * len(values), strict=True):
        if wanted is not None and wanted.startswith("…"):  # the end of what stands first
            wanted = first[: len(first) - len(wanted) + 1] + wanted[1:]
        assert value == wanted
    assert notes == []


NOTED = {
    "day first": (
        ["13/01/2022", "02/01/2022"],
        ["2022-01-13", "2022-01-02"],
        "'13/01/2022' shows that dates are written day-first; all are read so.",
    ),
    "month first": (
        ["01/13/2022", "02/01/2022"],
        ["2022-01-13", "2022-02-01"],
        "'01/13/2022' shows that dates are written month-first; all are read so.",
    ),
    "day first, dashes": (
        ["31-12-2021", "01-02-2022"],
        ["2021-12-31", "2022-02-01"],
        "'31-12-2021' shows that dates are written day-first; all are read so.",
    ),
    "undecided": (
        ["05/01/2022", "02/03/2022"],
        ["2022-05-01", "2022-02-03"],
        "nothing shows whether dates such as '02/03/2022' are written day-first or month-first; "
        "read as month-first.",
    ),
    "the first of each month": (
        ["01/02/2022", "01/03/2022"],
        ["2022-02-01", "2022-03-01"],
        "nothing shows whether dates such as '01/02/2022' are written day-first or month-first; "
        "read as day-first.",
    ),
    "short years": (
        ["31.12.68", "31.12.69"],
        ["2068-12-31", "1969-12-31"],
        "years of two digits such as in '31.12.68' are read as 1969 to 2068.",
    ),
    "months": (
        ["2022-01", "2021-12"],
        ["2022-01", "2021-12"],
        "texts such as '2021-12' are read as months.",
    ),
    "not in the calendar": (
        [*(f"2022-01-{day:02}" for day in range(1, 31)), "2022-02-30"],
        [*(f"2022-01-{day:02}" for day in range(1, 31)), None],
        "'2022-02-30' is not a day of the calendar; read as missing.",
    ),
    "MySQL's zero": (
        ["2022-01-05", "0000-00-00"],
        ["2022-01-05", None],
        "'0000-00-00' is not a day of the calendar; read as missing.",
    ),
    "some have a time zone": (
        ["2022-01-05 09:30Z", "2022-01-05 09:31"],
        ["2022-01-05 09:30Z", "2022-01-05 09:31Z"],
        "some date-times have a time zone and some have none; these are read as UTC.",
    ),
}


@pytest.mark.parametrize(("texts", "expected", "note"), NOTED.values(), ids=NOTED)
def test_what_is_assumed_is_noted(texts, expected, note):
    values, notes = read(*texts)

    assert values == expected
    assert notes == [note]


@pytest.mark.parametrize(
    "texts",
    [
        ["red", "green"],
        ["2022-01-05", "soon"],
        ["13/01/2022", "01/13/2022"],
        ["2022-13-01"],
        ["2009-10", "2012-13"],
        ["1.2.3", "1.2.4"],
        ["192.168.1.1"],
        ["12-34-56", "40-47-84"],
        ["2022-01-05", "2022-01"],
        ["2022-01-05", "09:30"],
        ["5 s", "7 s"],
        ["38 d", "34 d"],
        ["16:9", "4:3"],
        ["20220105", "20220106"],
        ["?", "n/a"],
        ["2022", "2023"],
        ["Jan", "Feb"],
        ["2022-01-05 " + "x" * 100],
        [],
    ],
    ids=lambda texts: " ".join(texts)[:20],
)
def test_other_texts_are_not_dates(texts):
    assert read(*texts) is None


def test_a_declared_order_decides():
    assert read("05/01/2022", order="day-first") == (["2022-01-05"], [])
    assert read("05/01/2022", order="month-first") == (["2022-05-01"], [])


def test_declared_dates_may_look_like_numbers_or_sizes():
    assert read("20220105", is_declared=True) == (["2022-01-05"], [])
    assert read("5 s", "38 d", is_declared=True)[0] == ["5 s", "38 d"]


@given(
    st.lists(
        st.datetimes(datetime.datetime(1000, 1, 1), datetime.datetime(9999, 12, 31)), min_size=1
    ),
    st.sampled_from(["%Y-%m-%dT%H:%M:%S", "%d.%m.%Y %H:%M:%S", "%d %b %Y %H:%M:%S"]),
)
@examples(100)
def test_every_moment_is_read_back(moments, written):
    moments = [one.replace(microsecond=0) for one in moments]
    texts = [one.strftime(written) for one in moments]

    values, notes = read(*texts)

    wanted = [one.isoformat(" ", timespec="seconds") for one in moments]
    assert [value[: len(wanted[0])] for value in values] == [
        one[: len(value)] for one, value in zip(wanted, values, strict=True)
    ]
    assert notes == []


def test_numbers_of_eight_digits_are_dates_if_all_of_them_can_be():
    assert read_day_numbers(Numbers(np.array([20220131.0, np.nan, 19691231.0]))).values[2] == -1
    for others in ([20220132.0], [20220131.5], [18991231.0], [20220131.0, 20229999.0]):
        assert read_day_numbers(Numbers(np.array(others))) is None


def test_numbers_are_dates_of_these_centuries():
    first, last = (year * 10000 + 101.0 for year in (1900, 2100))

    assert read_day_numbers(Numbers(np.array([first, last]))) is not None
    for other in (first - 10000, last + 10000):
        assert read_day_numbers(Numbers(np.array([other]))) is None


def test_years_of_two_digits_are_those_around_2000():
    values, _ = read("31.12.68", "01.01.69")

    assert [int(value[:4]) for value in values] == [2068, 1969]


# -- columns -------------------------------------------------------------------


def test_numbers_of_eight_digits_in_a_frame_are_dates_with_a_note():
    notes = Notes()
    numbers = [20220101, 20220102, 20220103, 20220104, 20211231]

    (feature, plain), (values, _) = encode_features(
        {"day": numbers, "number": numbers}, kinds={"number": "numeric"}, notes=notes
    )

    assert (feature.clock.words, plain.clock) == ("dates", None)
    assert values.tolist() == [18993.0, 18994.0, 18995.0, 18996.0, 18992.0]
    assert [note.said for note in notes] == [
        "column 'day': its numbers are dates such as 20220101, and read as such."
    ]
    assert encode_like(Schema((feature,)), {"day": [20220105]})[0].tolist() == [18997.0]


@pytest.mark.parametrize(
    ("kind", "values", "first"),
    [("date", ["20220105"], 18997), ("day-first", ["05/01/2022"], 18997)],
)
def test_a_column_can_be_declared_to_hold_dates(kind, values, first):
    (feature,), (column,) = encode_features({"day": values}, kinds={"day": kind})

    assert feature.clock.words == "dates"
    assert column.tolist() == [first]


def test_dates_that_are_declared_and_are_none_are_refused_by_name():
    with pytest.raises(KindError, match=r"kinds\['day'\]='date'.*'soon'.*YYYY-MM-DD"):
        encode_features({"day": ["2022-01-05", "soon"]}, kinds={"day": "date"})
    with pytest.raises(KindError, match=r"kinds\['day'\]='date'.*numbers that are not dates"):
        encode_features({"day": [1, 2]}, kinds={"day": "date"})


def test_new_samples_are_read_in_the_order_of_training():
    (feature,), _ = encode_features({"day": ["13/01/2022", "02/01/2022"]}, notes=Notes())

    assert encode_like(Schema((feature,)), {"day": ["05/01/2022"]})[0].tolist() == [18997.0]


def test_words_for_missing_dates_are_noted():
    notes = Notes()

    encode_features({"day": ["2022-01-05", "2022-01-06", "unknown", "?", "?"]}, notes=notes)

    assert "column 'day': 3 cells hold '?', 'unknown', read as missing among dates." in [
        note.said for note in notes
    ]
