"""Files with dates, as people have them, read as a careful analyst would read them by hand."""

import datetime

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import C45Classifier, CARTClassifier, M5Regressor, TreeClassifier, explain, show
from arboretum.data import read_dataset
from arboretum.data.read.notes import Notes
from arboretum.exceptions import KindError
from arboretum.rules import rules_of
from arboretum.tree import Tree
from tests.examples import examples

N_DAYS = 357
N = 2 * N_DAYS
LAST_DAY = datetime.date(2022, 1, 1)


@pytest.fixture(scope="module")
def signups():
    """Whoever signed up by the first of January 2022 kept the plan, with one exception in 200."""
    rng = np.random.default_rng(18)
    day = np.datetime64("2021-07-05") + rng.permutation(np.tile(np.arange(N_DAYS), 2))
    kept = (day <= np.datetime64(LAST_DAY)) ^ (rng.random(N) < 0.005)
    visits = rng.normal(size=N).round(3)
    return pd.DataFrame({"signup": day, "visits": visits, "plan": np.where(kept, "kept", "left")})


def written(frame, pattern="%Y-%m-%d"):
    """The frame with its dates as text."""
    return frame.assign(signup=frame["signup"].dt.strftime(pattern))


def wrong(frame, **how):
    """How many of a second half of the samples a tree of the first half predicts wrongly."""
    X, y = frame[["signup", "visits"]], frame["plan"]
    half = N_DAYS
    tree = TreeClassifier(min_samples_leaf=5, **how).fit(X[:half], y[:half])
    return float((tree.predict(X[half:]) != y[half:]).mean()), tree.tree_


@pytest.mark.filterwarnings("ignore::arboretum.exceptions.CategoryWarning")
def test_dates_in_order_tell_what_as_many_categories_do_not(signups):
    as_categories, _ = wrong(written(signups), kinds={"signup": "categorical"})
    as_dates, tree = wrong(written(signups))

    assert as_categories > 0.2
    assert as_dates < 0.02
    assert "signup <= 2022-01-0" in tree.to_text().splitlines()[7]


def sources(frame, folder):
    """The same table from everywhere."""
    text = written(frame)
    text.to_csv(folder / "text.csv", index=False)
    frame.to_parquet(folder / "stamps.parquet")
    pa.parquet.write_table(
        pa.table(
            {
                "signup": pa.array(frame["signup"].dt.date, pa.date32()),
                "visits": frame["visits"].to_numpy(),
                "plan": frame["plan"].tolist(),
            }
        ),
        folder / "dates.parquet",
    )
    written(frame, "%d.%m.%Y").to_csv(folder / "dots.csv", index=False, sep=";")
    written(frame, "%b %d, %Y").to_csv(folder / "names.csv", index=False)
    yield from (folder / name for name in ("text.csv", "stamps.parquet", "dates.parquet"))
    frame.to_excel(folder / "book.xlsx", index=False)
    yield from (folder / name for name in ("dots.csv", "names.csv", "book.xlsx"))
    yield frame
    yield text
    yield frame.assign(signup=frame["signup"].dt.date)
    yield frame.convert_dtypes(dtype_backend="pyarrow")
    yield pl.from_pandas(frame)
    yield pl.from_pandas(frame).with_columns(pl.col("signup").cast(pl.Date))
    yield pa.Table.from_pandas(frame, preserve_index=False)


def test_the_same_tree_grows_from_every_source_bit_for_bit(signups, tmp_path):
    expected = TreeClassifier(max_depth=4).fit(signups[["signup", "visits"]], signups["plan"])

    for source in sources(signups, tmp_path):
        grower = TreeClassifier(max_depth=4)
        if hasattr(source, "suffix"):
            dataset = read_dataset(source, target="plan", notes=Notes())
            found = grower.fit_dataset(dataset).tree_
        else:
            frame = source.to_pandas() if isinstance(source, pa.Table) else source
            y = frame["plan"]
            X = source.drop("plan") if isinstance(source, pl.DataFrame) else None
            X = frame[["signup", "visits"]] if X is None else X
            found = grower.fit(X, y).tree_
        splits, wanted = found.splits, expected.tree_.splits
        assert splits.thresholds.tobytes() == wanted.thresholds.tobytes()
        assert found.value.tobytes() == expected.tree_.value.tobytes()
        assert found.to_text() == expected.tree_.to_text()


# -- nasty columns -------------------------------------------------------------

#: What a file holds, and what each cell means: days or minutes since 1970-01-01, worked out by
#: hand (2022-01-01 is day 18993), or None.
NASTY = {
    "ISO": (["2022-01-01", "2021-12-31"], [18993, 18992], 0),
    "an n/a": (["2022-01-01", "n/a", "2021-12-31"], [18993, None, 18992], 1),
    "blanks around": ([" 2022-01-01", "2021-12-31 "], [18993, 18992], None),
    "empty cells": (["2022-01-01", "", "2021-12-31"], [18993, None, 18992], 0),
    "quoted, with a comma": (['"Jan 1, 2022"', '"Dec 31, 2021"'], [18993, 18992], 0),
    "German": (["01.01.2022", "31.12.2021"], [18993, 18992], 0),
    "British": (["01/01/2022", "31/12/2021"], [18993, 18992], 1),
    "American": (["01/01/2022", "12/31/2021"], [18993, 18992], 1),
    "undecided": (["01/02/2022", "02/03/2022"], [18994, 19026], 1),
    "Excel's": (["1-Jan-22", "31-Dec-21"], [18993, 18992], 1),
    "SAS": (["01JAN2022", "31DEC2021"], [18993, 18992], 0),
    "not a day": (
        ["2022-02-30", *(f"2022-01-{day:02}" for day in range(1, 31))],
        [None, *range(18993, 19023)],
        1,
    ),
    "MySQL's zero": (["0000-00-00", "2022-01-01"], [None, 18993], 1),
    "midnights": (["2022-01-01 00:00:00", "2021-12-31 00:00:00"], [18993, 18992], 0),
    "minutes": (
        ["2022-01-01T00:01", "2021-12-31T23:59"],
        [18993 * 1440 + 1, 18993 * 1440 - 1],
        0,
    ),
    "American with pm": (
        ["1/13/2022 1:07:00 PM", "12/31/2021 12:00:00 AM"],
        [19005 * 1440 + 787, 18992 * 1440],
        1,
    ),
    "time zones": (
        ["2022-01-01T00:30:00+01:00", "2022-01-01T00:30:00Z"],
        [18993 * 1440 - 30, 18993 * 1440 + 30],
        0,
    ),
    "fifty years": (["31.12.68", "31.12.69"], [36159, -1], 1),
    "digits alone": (
        ["20220101", "20211231", "20220103", "20220104", "20220105"],
        [18993, 18992, 18995, 18996, 18997],
        1,
    ),
    "months": (["2022-01", "2021-12"], [624, 623], 1),
    "times": (["09:30", "23:59"], [570, 1439], 0),
    "durations": (["1 days 03:00:00", "0 days 00:30:00"], [1620, 30], 0),
    "before 1970": (["1899-12-31", "1970-01-02"], [-25568, 1], 0),
    "a day in each century": (["1582-10-15", "2400-02-29"], [-141427, 157113], 0),
}


def read(lines, folder, name="when"):
    """A file of one column of dates and one of classes, and the notes about it."""
    path = folder / "table.csv"
    rows = [f"{cell},{'ab'[i % 2]}" for i, cell in enumerate(lines)]
    path.write_text("\n".join([f"{name},class", *rows]) + "\n", encoding="utf-8")
    notes = Notes()
    return read_dataset(path, target="class", notes=notes), notes


@pytest.mark.parametrize(("cells", "numbers", "n_notes"), NASTY.values(), ids=NASTY)
def test_a_column_of_dates_is_read_as_by_hand(cells, numbers, n_notes, tmp_path):
    dataset, notes = read(cells, tmp_path)

    feature = dataset.schema.features[0]
    assert feature.clock is not None
    known = [np.nan if number is None else number for number in numbers]
    np.testing.assert_array_equal(dataset.columns[0], known)
    if n_notes is not None:
        assert len([note for note in notes if "'when'" in note.said]) == n_notes


@pytest.mark.parametrize(
    "cells",
    [
        ["2022-01-01", "soon", "later", "never"],
        ["13/01/2022", "01/13/2022", "02/02/2022"],
        ["1.2.3", "1.10.4", "2.0.0"],
        ["2009-10", "2012-13", "2013-14"],
        ["16:9", "4:3", "21:9"],
        ["192.168.0.1", "10.0.0.1", "10.0.0.2"],
    ],
    ids=lambda cells: cells[1],
)
def test_what_is_not_dates_stays_categories(cells, tmp_path):
    dataset, _ = read(cells, tmp_path)

    assert set(dataset.schema.features[0].categories) == set(cells)


def test_strict_reading_refuses_a_guess_and_takes_iso(tmp_path):
    _, plain = read(["2022-01-01", "2021-12-31"], tmp_path)
    _, guessed = read(["01/02/2022", "02/03/2022"], tmp_path)

    assert len(plain) == 0
    assert ["day-first" in note.otherwise for note in guessed] == [True]


def test_a_target_of_dates_is_refused_with_what_to_do(signups, tmp_path):
    written(signups).to_csv(tmp_path / "table.csv", index=False)

    with pytest.raises(KindError, match=r"target 'signup' holds dates.*days from another date"):
        read_dataset(tmp_path / "table.csv", target="signup")


# -- what is said --------------------------------------------------------------


@pytest.fixture(scope="module")
def model(signups):
    return CARTClassifier().fit(signups[["signup", "visits"]], signups["plan"])


def test_a_saved_tree_reads_dates_again(model, tmp_path):
    model.tree_.save(tmp_path / "tree.json")

    again = Tree.load(tmp_path / "tree.json")

    assert again == model.tree_
    assert again.to_text() == model.tree_.to_text()


def test_rules_paths_and_changes_speak_of_dates(model):
    sample = {"signup": ["2022-03-04"], "visits": [0.0]}

    rules = str(rules_of(model.tree_))
    path = explain.path(model, sample)
    change = explain.counterfactual(model, sample).changes[0]

    assert "signup <= 2022-01-01" in rules
    assert path.words.startswith("signup is 2022-03-04, so plan = left")
    assert (change.before, change.after) == ("2022-03-04", "2022-01-01")
    assert "signup <= 2022-01-01" in show.dot(model.tree_)


def test_equations_say_what_they_count(signups):
    y = (signups["signup"] - signups["signup"].min()).dt.days * 2.0

    equation = M5Regressor().fit(signups[["signup", "visits"]], y).tree_.to_text()

    assert "2 * (signup in days since 1970-01-01)" in equation


@pytest.fixture
def run(program):
    def run(*arguments):
        result = program(*arguments)
        assert result.returncode == 0, result.stderr
        return result.stdout

    return run


def test_the_command_line_grows_predicts_explains_and_reports(signups, run, tmp_path):
    data, tree = tmp_path / "signups.csv", tmp_path / "tree.json"
    written(signups, "%d/%m/%Y").to_csv(data, index=False)

    grown = run("grow", data, "--target", "plan", "--max-depth", 1, "--out", tree)
    new = tmp_path / "new.csv"
    new.write_text("signup,visits\n05/01/2022,0\n01/01/2022,0\n", encoding="utf-8")
    predicted = run("predict", tree, new)
    explained = run("explain", "path", tree, new)
    run("report", data, "--target", "plan", "--out", tmp_path / "report.html")

    assert "dates from 2021-07-05 to 2022-06-26" in grown
    assert "signup <= 2022-01-01" in grown
    assert predicted.split() == ["plan", "left", "kept"]
    assert "signup is 2022-01-05" in explained  # the order of day and month is that of training
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "2021-07-05 to 2022-06-26" in page
    assert "signup &lt;= 2022-01-01" in page


@pytest.mark.parametrize(
    ("option", "first"), [("--day-first", "2022-02-01"), ("--month-first", "2022-01-02")]
)
def test_the_order_of_day_and_month_can_be_declared(option, first, run, tmp_path):
    data = tmp_path / "data.csv"
    data.write_text("d,y\n01/02/2022,a\n02/03/2022,b\n", encoding="utf-8")

    grown = run("grow", data, "--target", "y", option, "d", "--out", tmp_path / "tree.json")

    assert f"dates from {first}" in grown
    assert Tree.load(tmp_path / "tree.json").schema.features[0].clock.order == option[2:]


# -- properties ----------------------------------------------------------------

STAMPS = st.lists(
    st.tuples(
        st.integers(-7 * 10**5, 10**6),  # minutes around 1970; as days, from the year 53
        st.booleans(),
    ),
    min_size=4,
    max_size=40,
)


@given(STAMPS, st.sampled_from([1, 60, 24 * 60]), st.sampled_from([TreeClassifier, C45Classifier]))
@examples(60)
@pytest.mark.filterwarnings("ignore::arboretum.exceptions.IntakeWarning")
def test_dates_grow_the_tree_of_their_numbers_and_thresholds_route_as_written(drawn, step, species):
    minutes = np.array([one * step for one, _ in drawn])
    y = ["yes" if one else "no" for _, one in drawn]
    stamps = np.datetime64("1970-01-01") + minutes.astype("m8[m]")

    found = species().fit({"when": stamps}, y).tree_
    (feature,) = found.schema.features
    units = {"day": 24 * 60, "minute": 1, "second": 1 / 60}
    numbers = minutes / units[feature.clock.unit]
    expected = species().fit({"when": numbers}, y).tree_

    assert found.splits.thresholds.tobytes() == expected.splits.thresholds.tobytes()
    assert found.value.tobytes() == expected.value.tobytes()
    for node in found.nodes():
        if node.split is not None:
            (threshold,) = node.split.thresholds
            last = np.datetime64(feature.clock.text(threshold).replace(" ", "T"))
            np.testing.assert_array_equal(stamps <= last, numbers <= threshold)


def test_a_frame_written_by_pandas_is_read_back(signups, tmp_path):
    frame = pd.DataFrame(
        {
            "stamp": signups["signup"] + pd.to_timedelta(np.arange(N) % 1440, unit="min"),
            "zoned": signups["signup"].dt.tz_localize("UTC") + pd.Timedelta("90s"),
            "wait": pd.to_timedelta(np.arange(N) * 7, unit="s"),
            "plan": signups["plan"],
        }
    )
    frame.to_csv(tmp_path / "frame.csv", index=False)
    frame.to_parquet(tmp_path / "frame.parquet")

    text, typed = (
        read_dataset(tmp_path / f"frame.{end}", target="plan") for end in ("csv", "parquet")
    )

    assert text.schema == typed.schema
    assert [one.clock.kind for one in text.schema.features] == ["datetime", "instant", "duration"]
    for one, other in zip(text.columns, typed.columns, strict=True):
        np.testing.assert_array_equal(one, other)


SPELT = {
    "ISO weeks": (["2020-W53", "2021-W01"], ["2020-12-28", "2021-01-04"]),
    "weeks of Germany": (["KW 05/2022", "KW 52/2021"], ["2022-01-31", "2021-12-27"]),
    "months of France": (
        ["3 janv. 2022", "14 févr. 2022", "1 déc. 2021"],
        ["2022-01-03", "2022-02-14", "2021-12-01"],
    ),
    "months of Italy": (["3 gen 2022", "14 mag 2022"], ["2022-01-03", "2022-05-14"]),
    "months of Spain": (["3 ene 2022", "14 abr 2022"], ["2022-01-03", "2022-04-14"]),
}


@pytest.mark.parametrize(("cells", "days"), SPELT.values(), ids=SPELT)
def test_days_are_read_as_people_of_other_countries_write_them(cells, days):
    data = read_dataset(pd.DataFrame({"d": cells, "y": cells}), target="y", notes=Notes())

    clock = data.schema.features[0].clock
    assert [clock.text(value) for value in data.columns[0].tolist()] == days


def test_hours_and_minutes_are_durations():
    cells = ["1h 05m", "2 h 30 min", "12 min", "1 day 2 hours"]

    data = read_dataset(pd.DataFrame({"d": cells, "y": cells}), target="y", notes=Notes())

    clock = data.schema.features[0].clock
    assert clock.kind == "duration"
    minutes = [clock.text(value) for value in data.columns[0].tolist()]
    assert minutes == ["1 h 5 min", "2 h 30 min", "12 min", "1 d 2 h"]


def test_a_slip_among_dates_is_missing_and_many_are_named(signups):
    cells = written(signups)["signup"].tolist()
    few, many = [*cells], [*cells]
    few[7] = "see remark"
    many[: N // 5] = ["44652"] * (N // 5)
    told = {}

    for name, column in (("few", few), ("many", many)):
        notes = Notes()
        data = read_dataset(signups.assign(signup=column), target="plan", notes=notes)
        told[name] = data.schema.features[0].clock, [str(note) for note in notes]

    assert told["few"][0].kind == "date"
    assert (
        "1 cell is not a date or time, read as missing: 'see remark' (row 7)" in told["few"][1][0]
    )
    assert told["many"][0] is None
    assert "holds dates or times, but 142 of 714 cells hold something else" in told["many"][1][0]
