"""The tables kept beside the repository: what each target is, and what is left out of each."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum.data import read_dataset
from arboretum.data.read.notes import Notes

CLASSES, NUMBERS = True, False

#: Written by hand from the list of the data sets: target, whether it names classes, and the
#: columns that are names of rows, hold one value, or have hardly more rows than values.
#: What the list calls ordinal is read as classes.
TABLES = {
    "abalone.csv": ("Rings", NUMBERS, []),
    "adult.csv.gz": ("income", CLASSES, []),
    "ames_housing.csv.gz": ("Sale_Price", NUMBERS, []),
    "audiology.csv": ("class", CLASSES, []),
    "auto93.csv": ("class", NUMBERS, []),
    "auto_mpg.csv": ("mpg", NUMBERS, []),
    "auto_price.csv": ("price", NUMBERS, []),
    "autos_imports85.csv": ("symboling", CLASSES, []),
    "balance_scale.csv": ("class", CLASSES, []),
    "bank.csv": ("y", CLASSES, []),
    "bank_full.csv.gz": ("y", CLASSES, []),
    "banknote.csv.gz": ("class", CLASSES, []),
    "bike_sharing_hour.csv.gz": ("cnt", NUMBERS, []),
    "breast_cancer_ljubljana.csv": ("Class", CLASSES, []),
    "breast_cancer_wisconsin.csv": ("Class", CLASSES, []),
    "california_housing.csv.gz": ("medianHouseValue", NUMBERS, []),
    "car_evaluation.csv": ("class", CLASSES, []),
    "car_test_frame.csv": ("Mileage", NUMBERS, ["car"]),
    "contact_lenses.csv": ("contact-lenses", CLASSES, []),
    "credit_approval.csv": ("class", CLASSES, []),
    "cu_summary.csv": ("Mileage", NUMBERS, ["car"]),
    "cylinder_bands.csv": (
        "band_type",
        CLASSES,
        ["cylinder_number", "ink_color", "cylinder_division"],
    ),
    "dermatology.csv": ("class", CLASSES, []),
    "era.csv": ("class", CLASSES, []),
    "esl.csv": ("class", CLASSES, []),
    "fishcatch.csv": ("class", NUMBERS, []),
    "glass.csv": ("Type", CLASSES, []),
    "heart_cleveland.csv": ("num", CLASSES, []),
    "heart_hungarian.csv": ("num", CLASSES, []),
    "heart_statlog.csv": ("class", CLASSES, []),
    "house_votes_84.csv": ("Class", CLASSES, []),
    "hypothyroid.csv.gz": ("Class", CLASSES, ["TBG measured", "TBG"]),
    "ionosphere.csv": ("class", CLASSES, ["a02"]),
    "iris.csv": ("class", CLASSES, []),
    "kin8nm.csv.gz": ("y", NUMBERS, []),
    "kr_vs_kp.csv": ("class", CLASSES, []),
    "kyphosis.csv": ("Kyphosis", CLASSES, []),
    "labor_neg.csv": ("class", CLASSES, []),
    "letter.csv.gz": ("class", CLASSES, []),
    "lev.csv": ("class", CLASSES, []),
    "lowbwt.csv": ("class", NUMBERS, []),
    "lymphography.csv": ("class", CLASSES, []),
    "machine_cpu.csv": ("PRP", NUMBERS, []),
    "magic.csv.gz": ("class", CLASSES, []),
    "monks1_test.csv": ("class", CLASSES, []),
    "monks1_train.csv": ("class", CLASSES, []),
    "monks2_test.csv": ("class", CLASSES, []),
    "monks2_train.csv": ("class", CLASSES, []),
    "monks3_test.csv": ("class", CLASSES, []),
    "monks3_train.csv": ("class", CLASSES, []),
    "mushroom.csv": ("class", CLASSES, ["veil-type"]),
    "nursery.csv.gz": ("class", CLASSES, []),
    "pbc.csv": ("class", NUMBERS, []),
    "penguins.csv": ("species", CLASSES, []),
    "pima_diabetes.csv": ("class", CLASSES, []),
    "raisin.csv.gz": ("class", CLASSES, []),
    "rice.csv.gz": ("class", CLASSES, []),
    "sensory.csv": ("score", NUMBERS, []),
    "servo.csv": ("class", NUMBERS, []),
    "sick.csv": ("Class", CLASSES, ["TBG measured", "TBG"]),
    "sonar.csv": ("Class", CLASSES, []),
    "soybean.csv": ("class", CLASSES, []),
    "strike.csv": ("volume", NUMBERS, []),
    "tic_tac_toe.csv": ("Class", CLASSES, []),
    "titanic.csv": ("survived", CLASSES, ["name", "ticket", "cabin", "home.dest"]),
    "vowel.csv": ("Class", CLASSES, []),
    "weather_nominal.csv": ("play", CLASSES, []),
    "weather_numeric.csv": ("play", CLASSES, []),
    "wine.csv": ("class", CLASSES, []),
    "zoo.csv": ("type", CLASSES, ["animal"]),
}


@pytest.mark.parametrize("file", TABLES)
def test_a_table_is_read_as_by_hand(file, shared_data):
    target, is_nominal, left_out = TABLES[file]
    header = np.loadtxt(shared_data / file, str, delimiter=",", max_rows=1, comments=None)
    notes = Notes()

    data = read_dataset(shared_data / file, target=target, notes=notes)

    assert data.schema.is_classification == is_nominal
    kept = set(data.schema.feature_names)
    assert [name for name in map(str, header) if name not in {*kept, target}] == left_out
    for name in left_out:
        assert any(f"{name!r}" in str(note) and "left out" in str(note) for note in notes)
    is_whole = not is_nominal or isinstance(data.schema.classes[0], int | float)
    if is_nominal and is_whole and not isinstance(data.schema.classes[0], bool):
        assert any("read as classes" in str(note) for note in notes)


def test_rows_without_a_target_are_those_that_rpart_leaves_out(shared_data):
    notes = Notes()

    data = read_dataset(shared_data / "cu_summary.csv", target="Mileage", notes=notes)

    assert data.n_rows == 60  # as summary(rpart(Mileage ~ ., cu.summary)) says
    assert any("57 of 117 rows have no 'Mileage'" in str(note) for note in notes)
