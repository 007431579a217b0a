"""Columns whose type says that they hold dates or times, from every library."""

import datetime

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from arboretum.data import Schema, encode_features, encode_like
from arboretum.data.clock import Clock
from arboretum.data.encode.one_row import RowEncoder
from arboretum.data.encode.targets import encode_targets
from arboretum.exceptions import KindError

DAY, OTHER = datetime.date(2022, 1, 1), datetime.date(1969, 12, 31)
MOMENT, EARLIER = datetime.datetime(2022, 1, 1, 9, 30), datetime.datetime(1969, 12, 31, 23, 59)
ZONED = [one.replace(tzinfo=datetime.UTC) for one in (MOMENT, EARLIER)]
CLOCK_TIMES = [datetime.time(9, 30), datetime.time(23, 59)]
LASTING = [datetime.timedelta(days=1, hours=3), datetime.timedelta(seconds=-60)]


def arrow_frame(values, arrow):
    return pd.Series(pd.array([*values, None], dtype=pd.ArrowDtype(arrow)))


def naive(values):
    return pd.to_datetime(pd.Series([*values, None]))


DATES = {
    "NumPy": np.array([DAY, OTHER, None], dtype="datetime64[D]"),
    "NumPy, to the nanosecond": np.array([DAY, OTHER, None], dtype="datetime64[ns]"),
    "Python": [DAY, OTHER, None],
    "Python, date-times at midnight": [datetime.datetime(2022, 1, 1), OTHER, None],
    "NumPy's objects": [np.datetime64(DAY), np.datetime64(OTHER), np.datetime64("NaT")],
    "pandas": naive([DAY, OTHER]),
    "pandas, to the second": naive([DAY, OTHER]).astype("datetime64[s]"),
    "pandas, UTC": naive([DAY, OTHER]).dt.tz_localize("UTC"),
    "pandas, objects": pd.Series([DAY, OTHER, None], dtype=object),
    "pandas of PyArrow": arrow_frame([DAY, OTHER], pa.date32()),
    "Polars": pl.Series([DAY, OTHER, None]),
    "Polars, date-times": pl.Series([DAY, OTHER, None]).cast(pl.Datetime("ns")),
    "date32": pa.array([DAY, OTHER, None], pa.date32()),
    "date64": pa.array([DAY, OTHER, None], pa.date64()),
    "timestamp[ms]": pa.array([DAY, OTHER, None], pa.date64()).cast(pa.timestamp("ms")),
    "chunks": pa.chunked_array([[DAY], [OTHER, None]], pa.date32()),
    "a slice": pa.array([None, DAY, OTHER, None], pa.date32()).slice(1),
}


@pytest.mark.parametrize("column", DATES.values(), ids=DATES)
def test_dates_are_days_since_1970_whatever_holds_them(column):
    (feature,), (values,) = encode_features({"signup": column})

    assert (feature.kind, feature.clock) == ("numeric", Clock("date", "day"))
    np.testing.assert_array_equal(values, [18993.0, -1.0, np.nan])


MOMENTS = {
    "NumPy": np.array([MOMENT, EARLIER, None], dtype="datetime64[s]"),
    "Python": [MOMENT, EARLIER, None],
    "pandas": naive([MOMENT, EARLIER]),
    "pandas of PyArrow": arrow_frame([MOMENT, EARLIER], pa.timestamp("ns")),
    "Polars": pl.Series([MOMENT, EARLIER, None]),
    "PyArrow": pa.array([MOMENT, EARLIER, None], pa.timestamp("us")),
}


@pytest.mark.parametrize("column", MOMENTS.values(), ids=MOMENTS)
def test_date_times_count_the_longest_unit_that_tells_them_apart(column):
    (feature,), (values,) = encode_features({"seen": column})

    assert feature.clock == Clock("datetime", "minute")
    np.testing.assert_array_equal(values, [18993 * 1440 + 570, -1, np.nan])


INSTANTS = {
    "Python": [*ZONED, None],
    "pandas": pd.Series([*ZONED, None]),
    "pandas in Berlin": pd.Series([*ZONED, None]).dt.tz_convert("Europe/Berlin"),
    "Polars in Tokyo": pl.Series([*ZONED, None]).dt.convert_time_zone("Asia/Tokyo"),
    "PyArrow in New York": pa.array([*ZONED, None], pa.timestamp("s", "America/New_York")),
}


@pytest.mark.parametrize("column", INSTANTS.values(), ids=INSTANTS)
def test_date_times_with_a_time_zone_are_counted_and_written_in_utc(column):
    (feature,), (values,) = encode_features({"seen": column})

    assert feature.clock == Clock("instant", "minute")
    np.testing.assert_array_equal(values, [18993 * 1440 + 570, -1, np.nan])
    assert feature.clock.text(values[0]) == "2022-01-01 09:30Z"


OTHERS = {
    "times of Python": ([*CLOCK_TIMES, None], "time", [570, 1439]),
    "times of Polars": (pl.Series([*CLOCK_TIMES, None]), "time", [570, 1439]),
    "time32": (pa.array([*CLOCK_TIMES, None], pa.time32("s")), "time", [570, 1439]),
    "time64": (pa.array([*CLOCK_TIMES, None], pa.time64("ns")), "time", [570, 1439]),
    "durations of Python": ([*LASTING, None], "duration", [1620, -1]),
    "durations of NumPy": (np.array([*LASTING, None], "m8[s]"), "duration", [1620, -1]),
    "durations of pandas": (pd.Series([*LASTING, None]), "duration", [1620, -1]),
    "durations of Polars": (pl.Series([*LASTING, None]), "duration", [1620, -1]),
    "durations of PyArrow": (pa.array([*LASTING, None], pa.duration("ms")), "duration", [1620, -1]),
}


@pytest.mark.parametrize(("column", "kind", "numbers"), OTHERS.values(), ids=OTHERS)
def test_times_of_day_and_durations_are_numbers_too(column, kind, numbers):
    (feature,), (values,) = encode_features({"when": column})

    assert feature.clock == Clock(kind, "minute")
    np.testing.assert_array_equal(values, [*numbers, np.nan])


def test_dates_with_and_without_a_time_zone_do_not_mix():
    with pytest.raises(KindError, match="column 'seen' mixes dates with a time zone and without"):
        encode_features({"seen": [MOMENT, ZONED[0]]})


def test_dates_and_numbers_do_not_mix():
    with pytest.raises(KindError, match="column 'seen' mixes dates and numbers"):
        encode_features({"seen": [DAY, 5]})


def test_dates_can_be_made_categories_or_plain_numbers():
    X = {"a": pl.Series([DAY, OTHER]), "b": pl.Series([DAY, OTHER]), "c": [DAY, OTHER]}

    kinds = {"a": "categorical", "b": "numeric", "c": "ordered"}
    features, columns = encode_features(X, kinds=kinds)

    assert features[0].categories == ("1969-12-31", "2022-01-01")
    assert columns[0].tolist() == [1, 0]
    assert (features[1].clock, columns[1].tolist()) == (None, [18993.0, -1.0])
    assert (features[2].kind, features[2].categories) == ("ordered", features[0].categories)


@pytest.mark.parametrize("y", [[DAY, OTHER], pd.Series([MOMENT, EARLIER]), np.array([5], "m8[s]")])
@pytest.mark.parametrize("nominal", [True, False])
def test_a_date_is_not_predicted_and_the_error_says_what_to_do(y, nominal):
    with pytest.raises(KindError, match=r"target 'y' holds (dates|date-times|durations).*days"):
        encode_targets(y, nominal=nominal, name="y")


# -- new samples ---------------------------------------------------------------


@pytest.fixture
def schema():
    features, _ = encode_features(
        {"day": [DAY, OTHER], "seen": [MOMENT, EARLIER], "at": ZONED, "wait": LASTING}
    )
    return Schema(features)


def new(schema, name, values):
    """The numbers of one column of new samples."""
    place = schema.feature_index[name]
    return encode_like(Schema((schema.features[place],)), {name: values})[0]


@pytest.mark.parametrize(
    "values",
    [
        ["2022-01-01", "1969-12-31"],
        ["2022-01-01T23:59", "1969-12-31 00:00:01"],
        [DAY, OTHER],
        [MOMENT, EARLIER],
        pd.Series(["2022-01-01", "1969-12-31"], dtype="category"),
        pl.Series([DAY, OTHER]),
        ["1 Jan 2022", "31 Dec 1969"],
    ],
    ids=lambda values: type(values).__name__,
)
def test_dates_of_new_samples_are_matched_however_they_are_given(schema, values):
    assert new(schema, "day", values).tolist() == [18993.0, -1.0]


def test_what_is_finer_than_in_training_is_cut_off(schema):
    given = ["2022-01-01 09:30:59", "2022-01-01"]

    assert new(schema, "seen", given).tolist() == [18993 * 1440 + 570, 18993 * 1440]


def test_missing_dates_stay_missing(schema):
    for values in ([None, DAY], ["n/a", "2022-01-01"], pd.Series([pd.NaT, pd.Timestamp(DAY)])):
        np.testing.assert_array_equal(new(schema, "day", values), [np.nan, 18993])
    np.testing.assert_array_equal(new(schema, "day", [np.nan]), [np.nan])
    np.testing.assert_array_equal(new(schema, "day", ["?"]), [np.nan])


@pytest.mark.parametrize(
    ("name", "values", "held"),
    [
        ("day", [18993.0], "numbers"),
        ("day", ["yesterday"], "values such as 'yesterday'"),
        ("day", ["2022-01"], "months"),
        ("day", [True], "values such as"),
        ("day", ZONED, "date-times with a time zone"),
        ("seen", ["2022-01-01 10:00Z"], "date-times with a time zone"),
        ("at", ["2022-01-01 10:00"], "date-times"),
        ("wait", ["2022-01-01"], "dates"),
    ],
)
def test_something_else_than_in_training_is_refused_by_name(schema, name, values, held):
    with pytest.raises(KindError, match=rf"column '{name}' should hold .* but holds {held}"):
        new(schema, name, values)


def test_a_date_whose_day_may_be_its_month_is_refused(schema):
    with pytest.raises(KindError, match=r"'05/01/2022'.*YYYY-MM-DD"):
        new(schema, "day", ["05/01/2022"])

    assert new(schema, "day", ["05/31/2022"]).tolist() == [19143.0]


def test_a_matrix_of_numbers_is_not_taken_for_dates(schema):
    with pytest.raises(KindError, match="column 'day' should hold dates"):
        encode_like(schema, np.zeros((1, 4)))


@pytest.mark.parametrize(
    "row",
    [
        {"day": [DAY], "seen": [MOMENT], "at": [ZONED[0]], "wait": [LASTING[0]]},
        {"day": ["2022-01-01"], "seen": [None], "at": [ZONED[0]], "wait": ["1 d 3 h"]},
    ],
)
def test_one_sample_is_encoded_as_many_are(schema, row):
    alone = RowEncoder(schema).encode(row) or encode_like(schema, row)

    expected = encode_like(schema, {name: values * 2 for name, values in row.items()})
    for one, both in zip(alone, expected, strict=True):
        np.testing.assert_array_equal(one, both[:1])


def test_one_sample_of_objects_needs_no_columns_to_be_opened(schema):
    row = {"day": [DAY], "seen": [pd.NaT], "at": [pd.Timestamp(ZONED[0])], "wait": [None]}

    found = RowEncoder(schema).encode(row)

    np.testing.assert_array_equal(np.concatenate(found), [18993, np.nan, 27350490, np.nan])
