from __future__ import annotations

import numpy as np
import pytest

from arboretum import datasets
from arboretum.data import make_dataset, read_dataset, read_frame
from arboretum.exceptions import ParameterError

ALL = [
    datasets.bank,
    datasets.drug,
    datasets.football,
    datasets.heart,
    datasets.penguins,
    datasets.steps,
    datasets.weather,
]
#: Whose codes are names, so that reading the file alone would find numbers.
HEART_CODES = ["sex", "pain.type", "blood.sugar", "ecg", "exercise.angina", "thal"]


def test_the_drug_table_has_three_patients_of_each_extreme_blood_pressure():
    example = datasets.drug()
    pressure = example.X["blood_pressure"]

    assert len(example.y) == 12
    assert set(example.y[pressure == "high"]) == {"A"}
    assert set(example.y[pressure == "low"]) == {"B"}
    assert [(pressure == p).sum() for p in ("high", "normal", "low")] == [3, 6, 3]
    # Among those with normal pressure, up to 40 years A helped, above it B.
    normal = pressure == "normal"
    assert set(example.y[normal & (example.X["age"] <= 40)]) == {"A"}
    assert set(example.y[normal & (example.X["age"] > 40)]) == {"B"}


def test_the_weather_table_has_nine_days_of_play():
    example = datasets.weather()
    outlook = example.X["outlook"]

    assert (example.y == "yes").sum() == 9
    assert [(example.y[outlook == o] == "yes").sum() for o in ("sunny", "overcast", "rain")] == [
        2,
        4,
        3,
    ]
    assert [(outlook == o).sum() for o in ("sunny", "overcast", "rain")] == [5, 4, 5]


def test_the_football_table_counts_a_thousand_people():
    example = datasets.football()

    assert example.weights.sum() == 1000
    assert example.weights[example.y == "yes"].sum() == 310
    assert "n" not in example.X
    data = make_dataset(example.X, example.y, nominal=True, sample_weight=example.weights)
    assert data.counts.sum() == 1000


def test_the_steps_leave_a_gap_around_each_threshold():
    example = datasets.steps()
    x = example.X["x"]

    assert len(x) == 60
    assert (x[19] + x[20]) / 2 == 1000
    assert (x[39] + x[40]) / 2 == 2000
    means = example.y.reshape(3, 20).mean(axis=1)
    np.testing.assert_allclose(means, [20, 10, 20], atol=4 / np.sqrt(20))
    np.testing.assert_array_equal(datasets.steps().y, example.y)
    assert not np.array_equal(datasets.steps(seed=1).y, example.y)


def test_the_penguins_are_complete():
    # Counts as published with the palmerpenguins package.
    example = datasets.penguins()

    species, counts = np.unique(example.y.astype(str), return_counts=True)
    assert dict(zip(species.tolist(), counts.tolist(), strict=True)) == {
        "Adelie": 152,
        "Chinstrap": 68,
        "Gentoo": 124,
    }
    assert np.isnan(example.X["body_mass_g"]).sum() == 2
    assert sum(sex is None for sex in example.X["sex"]) == 11
    assert np.nanmean(example.X["body_mass_g"]) == pytest.approx(4201.75, abs=0.01)


def test_the_hearts_and_the_clients_are_those_of_the_repository():
    # Classes as the UCI repository describes them.
    heart, bank = datasets.heart(), datasets.bank()

    assert [(heart.y == k).sum() for k in (1, 2)] == [150, 120]
    assert {name for name, values in heart.X.items() if values.dtype == object} == {*HEART_CODES}
    assert set(heart.X["thal"]) == {"3", "6", "7"}
    assert [(bank.y == word).sum() for word in ("no", "yes")] == [4000, 521]
    assert bank.X["balance"].dtype == np.int64
    assert len(bank.X) == 16


def test_what_is_bundled_says_where_it_comes_from_and_is_small():
    folder = datasets.path("heart").parent
    sources = (folder / "SOURCES.md").read_text(encoding="utf-8")
    files = [file for file in folder.iterdir() if ".csv" in file.suffixes]

    assert [file.name for file in files if f"`{file.name}`" not in sources] == []
    for name in ("heart", "bank"):
        (line,) = [line for line in sources.splitlines() if f"`{name}.csv.gz`" in line]
        assert "CC BY 4.0" in line
        assert "archive.ics.uci.edu" in line
    assert sum(file.stat().st_size for file in files) < 80_000


@pytest.mark.parametrize("name", ["heart", "bank"])
def test_packed_tables_equal_those_kept_beside_the_repository(name, shared_data):
    theirs = read_frame(shared_data / {"heart": "heart_statlog.csv"}.get(name, f"{name}.csv"))

    ours = read_frame(datasets.path(name))

    assert [column.to_pylist() for column in ours.columns] == [
        column.to_pylist() for column in theirs.columns
    ]


@pytest.mark.parametrize("name", ["bank", "drug", "weather", "football", "heart", "penguins"])
def test_the_bundled_file_holds_the_same_as_the_example(name):
    example = getattr(datasets, name)()

    from_file = read_dataset(
        datasets.path(name),
        target=example.target_name,
        weights=example.weights_name,
        kinds=dict.fromkeys(HEART_CODES, "categorical") if name == "heart" else None,
    )
    from_example = make_dataset(
        example.X,
        example.y,
        nominal=True,
        sample_weight=example.weights,
        name=example.target_name,
    )

    assert from_file.schema == from_example.schema
    np.testing.assert_array_equal(from_file.targets, from_example.targets)
    for column, other in zip(from_file.columns, from_example.columns, strict=True):
        np.testing.assert_array_equal(column, other)


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_a_frame_holds_features_and_target(backend):
    example = datasets.penguins()

    frame = example.frame(backend)

    names = frame.column_names if backend == "pyarrow" else list(frame.columns)
    assert names == [*example.X, "species"]
    assert len(frame) == 344


@pytest.mark.parametrize("make", ALL)
def test_every_example_describes_itself(make):
    example = make()

    assert example.name == make.__name__
    assert str(len(example.y)) in repr(example)
    assert example.target_name in example.frame().columns


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(
        ParameterError, match="'bank', 'drug', 'football', 'heart', 'penguins', 'we"
    ):
        datasets.path("iris")
    with pytest.raises(ParameterError, match="'pandas', 'polars', 'pyarrow'"):
        datasets.drug().frame("excel")


def test_penguins_equal_the_table_kept_beside_the_repository(shared_data):
    ours = read_frame(datasets.path("penguins"))

    assert ours.equals(read_frame(shared_data / "penguins.csv"))
