"""Numbers with words around them: units, remarks, sides of a ledger, and reasons for none."""

from __future__ import annotations

import pandas as pd
import pytest

from arboretum import TreeRegressor
from arboretum.data import encode_features, read_dataset
from arboretum.data.read.notes import Notes
from tests.intake.test_cells import COUNT, of_cells

FRAMES = {
    "stars of a shop": of_cells(
        ["4.5 out of 5", "3 out of 5"], [4.5, 3], "'4.5 out of 5' is read as 4.5"
    ),
    "marks out of ten": of_cells(["7/10", "10/10"], [7, 10], "'10/10' is read as 10"),
    "a label": of_cells(["Temp: 21.5 C", "Temp: 7 C"], [21.5, 7], "'Temp: 21.5 C' is read as 21.5"),
    "a key": of_cells(["t=21.5", "t=7"], [21.5, 7], "'t=21.5' is read as 21.5"),
    "a unit in brackets": of_cells(["1.5 [kg]", "7 [kg]"], [1.5, 7], "is read as 1.5"),
    "a unit with a number": of_cells(
        ["5,6 l/100 km", "7 l/100 km"], [5.6, 7], "'5,6 l/100 km' is read as 5.6"
    ),
    "the same in other units": of_cells(
        ["110 kW (150 PS)", "66 kW (90 PS)"], [110, 66], r"'110 kW \(150 PS\)' is read as 110"
    ),
    "with an error": of_cells(["27 ± 3", "5 ± 1.5"], [27, 5], "'5 ± 1.5' is read as 5"),
    "with an interval": of_cells(
        ["1.2 (0.9-1.5)", "0.3 (-0.5-1.25)"], [1.2, 0.3], r"'0.3 \(-0.5-1.25\)' is read as 0.3"
    ),
    "quoted by hand": of_cells(["'1.5'", "'7'"], [1.5, 7], "\"'1.5'\" is read as 1.5"),
    "feet and inches": of_cells(["5'11\"", "6'0\""], [71, 72], "is read as 71"),
    "rooms": of_cells(["Room 5", "Room 12"], ["Room 5", "Room 12"]),
    "times of one minute": of_cells(["9:30", "11:30"], ["9:30", "11:30"]),
    "days of one month": of_cells(["3 Jan 2022", "9 Jan 2022"], ["3 Jan 2022", "9 Jan 2022"]),
    "file names": of_cells(["001.jpg", "002.jpg"], ["001.jpg", "002.jpg"]),
    "pressures": of_cells(["120/80", "135/90"], ["120/80", "135/90"]),
}  # fmt: skip

REMARKS = {
    "footnotes": of_cells(
        ["1,037.5[1]", "2,500", "7[a]"],
        [1037.5, 2500, 7],
        r"'1,037.5\[1\]' is read as 1037.5",
    ),
    "stars": of_cells(["0.53***", "0.1*", "0.7†", "2"], [0.53, 0.1, 0.7, 2], "is read as 0.53"),
    "high and low": of_cells(
        [*COUNT, "61 H", "62 (H)", "0.5 L"],
        [*range(60), 61, 62, 0.5],
        "'0.5 L' is read as 0.5",
    ),
    "flags of an office": of_cells(
        [*COUNT, "61 b", "62 e", ": c", ":"],
        [*range(60), 61, 62, None, None],
        "'61 b' is read as 61",
        "2 cells hold ': c', ':', read as missing among numbers",
    ),
    "doors": of_cells(["12", "7", "9", "12B"], ["12", "7", "9", "12B"], "all of it is read as cat"),
    "two units among bare numbers": of_cells(
        ["5", "7", "9", "8", "6 kg", "7 m"],
        ["5", "7", "9", "8", "6 kg", "7 m"],
        "2 of 6 cells hold something else",
    ),
}

UNITS = {
    "grams and kilograms": of_cells(
        ["500 g", "1.25 kg"], [500, 1250], r"'1.25 kg' is read as 1250 and '500 g' is read as 500"
    ),
    "sizes of files": of_cells(["512 KB", "1.5 MB"], [512e3, 1.5e6], "is read as 1500000"),
    "what a disk says": of_cells(["4.0K", "1.2G", "12M"], [4000, 1.2e9, 12e6], "1200000000"),
    "debit and credit": of_cells(
        ["1,250.00 Dr", "300.50 Cr"], [-1250, 300.5], "'1,250.00 Dr' is read as -1250"
    ),
    "Soll and Haben": of_cells(["12,50 S", "3,00 H"], [-12.5, 3], "'12,50 S' is read as -12.5"),
    "prices without cents": of_cells(
        ["CHF 20.-", "CHF 9.90"], [20, 9.9], "'CHF 20.-' is read as 20"
    ),
    "the same money by name": of_cells(
        ["20 EUR", "9 €", "5"], [20, 9, 5], "'20 EUR' is read as 20"
    ),
    "yen": of_cells(["1,200,000円", "900円"], [1.2e6, 900], "is read as 1200000"),
    "ringgit": of_cells(["RM1,200.00", "RM5.50"], [1200, 5.5], "is read as 1200"),
    "lakhs and crores": of_cells(
        ["₹45 Lakh", "₹1.5 Cr"], [45e5, 1.5e7], "'₹1.5 Cr' is read as 15000000"
    ),
    "percent in front": of_cells(["%12,5", "%7"], [12.5, 7], "'%12,5' is read as 12.5"),
    "decimals of Arabic": of_cells(["١١٫٧", "٥"], [11.7, 5], "is read as 11.7"),
    "powers of Fortran": of_cells(
        ["1.5D+02", "2.5D-01"], [150, 0.25], "'1.5D[+]02' is read as 150"
    ),
    "margins of error": of_cells(["+/-1,250.5", "±70"], [1250.5, 70], "is read as 1250.5"),
}

REASONS = {
    mark: of_cells([*COUNT[:9], mark], [*range(9), None], r"1 cell holds '.*', read as missing")
    for mark in (
        "#WERT!", "#NV", "#BEZUG!", "#N/D", "#VALEUR!", "#¡DIV/0!", "#¿NOMBRE?", "#ARG!",
        "[c]", "(X)", "(D)", ":", ".a", "BDL", "<LOQ", "..",
    )
}  # fmt: skip

WORDS = {
    "letters of an office": of_cells(
        [*COUNT, *"cxzcxzczz"],
        [*range(60), *[None] * 9],
        "9 cells are not numbers, read as missing: 'c' ",
    ),
    "something that is free": of_cells(
        [*COUNT, *["Free"] * 12], [*range(60), *[None] * 12], "12 cells are not numbers"
    ),
    "sizes of clothes": of_cells(
        ["38", "40", "M", "L", "M"], ["38", "40", "M", "L", "M"]
    ),
}  # fmt: skip

KINDS = {"frames": FRAMES, "remarks": REMARKS, "units": UNITS, "reasons": REASONS, "words": WORDS}
CASES = {f"{kind}: {name}": case for kind, cases in KINDS.items() for name, case in cases.items()}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_column_is_read_as_an_analyst_would(case, read_case):
    read_case(case)


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        (["4.5 out of 5", "3 out of 5"], [4.5, 3]),
        (["107:-", "20:-"], [107, 20]),
        (["~15", "20", "30"], [15, 20, 30]),
    ],
)
def test_a_frame_is_read_like_a_file(cells, numbers):
    (feature,), (values,) = encode_features({"x": cells}, notes=Notes())

    assert feature.kind == "numeric"
    assert values.tolist() == numbers


@pytest.mark.filterwarnings("ignore::arboretum.exceptions.IntakeWarning")
@pytest.mark.parametrize(("cell", "number"), [("2.5 out of 5", 2.5), ("4", 4)])
def test_one_new_sample_is_read_as_training_was(cell, number):
    cells = [f"{i / 10} out of 5" for i in range(50)]
    data = read_dataset(pd.DataFrame({"x": cells, "y": range(50)}), target="y", notes=Notes())
    model = TreeRegressor(min_samples_leaf=1).fit_dataset(data)

    assert model.predict(pd.DataFrame({"x": [cell]})).tolist() == [10 * number]


@pytest.mark.parametrize("cell", ["1.2 kg", "1.2k", "7.00 Dr"])
def test_one_unit_of_several_is_doubted_in_new_samples(cell):
    frame = pd.DataFrame({"x": ["500 g", "1.2 kg"] * 5, "y": range(10)})
    model = TreeRegressor().fit_dataset(read_dataset(frame, target="y", notes=Notes()))

    with pytest.warns(UserWarning, match="read as they are.*write them in the smallest"):
        model.predict(pd.DataFrame({"x": [cell]}))


def test_a_long_column_of_numbers_among_words_is_read():
    cells = [f"{i / 1000} out of 5" for i in range(5000)]

    (feature,), (values,) = encode_features({"x": cells}, notes=Notes())

    assert feature.kind == "numeric"
    assert values[4321] == 4.321
