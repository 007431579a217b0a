"""Cells as people write them: numbers with signs around them, and marks where there is none."""

from __future__ import annotations

import pytest

from arboretum.data import Notes, ReadOptions, read_frame
from tests.intake.cases import Case, column, letters

COUNT = [str(i) for i in range(60)]


def of_cells(cells, values, *notes, options=None):
    """A file with ``;``, whose column x holds these cells and means these values."""
    columns = {"x": values, "z": letters(len(cells))}
    return Case(column("x", cells), columns, list(notes), options=options or ReadOptions())


MISSING = {
    mark: of_cells(
        ["1.5", mark, "2.5", "4"],
        [1.5, None, 2.5, 4],
        rf"column 'x': 1 cell holds {mark.strip()!r}".replace("?", r"\?").replace(".", r"\."),
    )
    for mark in (
        "?",
        "n/a",
        "-",
        "--",
        ".",
        "unknown",
        "None",
        "#N/A",
        "missing",
        "Not available",
        " n/a ",
        "UNKNOWN",
        "#DIV/0!",
        "n.a.",
    )
}

#: Beside the sixty numbers: one word in four cells, and the same with a digit in it.
AMONG_NUMBERS = {
    "a word": of_cells(
        [*COUNT, *["declined"] * 4],
        [*range(60), *[None] * 4],
        r"4 cells are not numbers, read as missing: 'declined' \(lines 62, 63, 64",
    ),
    "bounds": of_cells(
        [*COUNT, *["<0.5"] * 40, "60+", "≥ 61"],
        [*range(60), *[0.5] * 40, 60, 61],
        r"42 cells hold a bound such as '<0\.5', '60\+', '≥ 61', read as the number in it",
    ),
    "bounds among ranges": of_cells(
        ["<18", "18-30", "31-60", ">60", "<18"], ["<18", "18-30", "31-60", ">60", "<18"]
    ),
    "estimates": of_cells(
        [*COUNT, *["about 5"] * 4, "~7", "ca. 12"],
        [*range(60), *[5] * 4, 7, 12],
        r"6 cells hold an estimate such as 'about 5', '~7', 'ca\. 12', read as the number in it",
    ),
    "what is near a number": of_cells(
        [*COUNT, *["5 or 6"] * 4],
        [*COUNT, *["5 or 6"] * 4],
        "all of it is read as categories",
    ),
}


NUMBERS = {
    "decimal comma": of_cells(
        ["3,14", "2,7", "-1,5"], [3.14, 2.7, -1.5], r"'3,14' is read as 3\.14"
    ),
    "thousands": of_cells(
        ["1,234,567", "12,000", "5"], [1234567, 12000, 5], "'1,234,567' is read as 1234567"
    ),
    "thousands with points": of_cells(
        ["1.234.567,8", "3,5"], [1234567.8, 3.5], r"'1\.234\.567,8' is read as 1234567\.8"
    ),
    "thousands with blanks": of_cells(["1 234", "12"], [1234, 12], "'1 234' is read as 1234"),
    "thousands with narrow blanks": of_cells(
        ["1\u202f234", "12", "1\u00a0000"], [1234, 12, 1000], "is read as 1234"
    ),
    "thousands with apostrophes": of_cells(["1'234", "12"], [1234, 12], "is read as 1234"),
    "Indian thousands": of_cells(["12,34,567", "9"], [1234567, 9], "is read as 1234567"),
    "per cent": of_cells(["12.5 %", "3%"], [12.5, 3], r"'12\.5 %' is read as 12\.5"),
    "dollars": of_cells(["$1,200.50", "$3", "7"], [1200.5, 3, 7], r"is read as 1200\.5"),
    "euros": of_cells(["€ 3,50", "1.200,00 €"], [3.5, 1200], r"is read as 1200"),
    "kroner": of_cells(["1200 kr", "30 kr"], [1200, 30], "'1200 kr' is read as 1200"),
    "brackets are negative": of_cells(
        ["(1,200)", "1,300.5"], [-1200, 1300.5], r"'\(1,200\)' is read as -1200"
    ),
    "one unit throughout": of_cells(["12 kg", "7.5 kg"], [12, 7.5], r"'7\.5 kg' is read as 7\.5"),
    "plus, unicode minus, powers": of_cells(
        ["+5", "\u22123", "1e3", "1,5E+02"], [5, -3, 1000, 150], r"'1,5E\+02' is read as 150"
    ),
    "a decimal comma shown by one cell": of_cells(
        ["1,234", "5,5"], [1.234, 5.5], r"'1,234' is read as 1\.234"
    ),
    "01 to 12 are numbers": of_cells(["01", "02", "12"], [1, 2, 12]),
    "minus signs of ledgers": of_cells(
        ["8.046,59-", "1.200,00", "413,30-"], [-8046.59, 1200, -413.3], r"is read as -8046\.59"
    ),
    "an accountant's dollars": of_cells(
        ["$ (3,381.99)", "$ 1,200.50", "$ -"],
        [-3381.99, 1200.5, 0],
        r"'\$ \(3,381\.99\)' is read as -3381\.99 and .* and '\$ -' is read as 0",
    ),
    "thousands and millions": of_cells(
        ["950", "1.2k", "3M"],
        [950, 1200, 3000000],
        r"'1\.2k' is read as 1200 and '3M' is read as 3000000",
    ),
    "millions of dollars": of_cells(
        ["$1.2M", "$950k"], [1200000, 950000], r"'\$1\.2M' is read as 1200000"
    ),
    "doors of a street": of_cells(
        ["12", "12B", "13"], ["12", "12B", "13"], "such as '12B': all of it is read as categories"
    ),
    "powers of ten": of_cells(
        ["4.5×10^-3", "2 x 10^2", "1*10^0"], [0.0045, 200, 1], r"'4\.5×10\^-3' is read as 0\.0045"
    ),
    "per cent and fractions": of_cells(
        ["12.5%", "0.07", "3 %", "1"],
        [12.5, 7, 3, 100],
        r"'12\.5%' is read as 12\.5 and '0\.07' is read as 7",
    ),
    "per cent with the sign left out": of_cells(["12.5%", "7"], [12.5, 7], "is read as 12.5"),
    "one day and many": of_cells(["75 days", "1 day"], [75, 1], "'75 days' is read as 75"),
    "signs of two countries": of_cells(
        ["1.234,56", "1,234.56", "99.5", "7,25"],
        [1234.56, 1234.56, 99.5, 7.25],
        r"'1\.234,56' is read as 1234\.56 and '1,234\.56' is read as 1234\.56",
    ),
    "digits of Japan": of_cells(["３７", "4"], [37, 4], "'３７' is read as 37"),
    "an apostrophe of a spreadsheet": of_cells(["'37", "4"], [37, 4], '"\'37" is read as 37'),
    "a formula around numbers": of_cells(['="37"', '="4"'], [37, 4]),
    "a database's missing value": of_cells(["37", r"\N", "4", r"\N"], [37, None, 4, None]),
    "one slip of the pen": of_cells(
        [*COUNT, "12O"],
        [*range(60), None],
        r"1 cell is not a number, read as missing: '12O' \(line 62\)",
    ),
    "marks and slips together": of_cells(
        [*COUNT, "see notes", "n/a"],
        [*range(60), None, None],
        "1 cell holds 'n/a'",
        r"'see notes' \(line 62\)",
    ),
}

TEXT = {
    "leading zeros": of_cells(
        ["01234", "90210"], ["01234", "90210"], "codes with leading zeros such as '01234'"
    ),
    "different units": of_cells(["12 kg", "3 lb"], ["12 kg", "3 lb"]),
    "many different units": of_cells(
        [*(f"{i} kg" for i in range(20)), *(f"{i} lb" for i in range(12))],
        [*(f"{i} kg" for i in range(20)), *(f"{i} lb" for i in range(12))],
        "numbers of different units",
    ),
    "numbers with too much else": of_cells(
        ["2", "3", "4", "5more"], ["2", "3", "4", "5more"], "1 of 4 cells hold something else"
    ),
    "a word among words": of_cells(["unknown", "red", "blue"], ["unknown", "red", "blue"]),
    "a sign among words": of_cells(
        ["?", "red", "blue"], ["?", "red", "blue"], r"'\?', which is a category.*na=\('\?',\)"
    ),
    "missing words among words": of_cells(["NA", "red", "NaN", "null"], [None, "red", None, None]),
    "blanks around words": of_cells([" red", "red ", "blue"], ["red", "red", "blue"]),
    "addresses of computers": of_cells(["10.0.0.1", "10.0.0.2"], ["10.0.0.1", "10.0.0.2"]),
    "marks at school": of_cells(
        ["2-", "1", "3+", "3"], ["2-", "1", "3+", "3"], "such as '2-': all of it is read as"
    ),
    "a formula around codes": of_cells(
        ['="007"', '="12"'], ["007", "12"], "codes with leading zeros"
    ),
    "ordinals": of_cells(["1st", "2nd", "3rd"], ["1st", "2nd", "3rd"]),
    "ranges": of_cells(["10-19", "20-29"], ["10-19", "20-29"]),
}

TOLD = {
    "na": of_cells(["x", "red", "blue"], [None, "red", "blue"], options=ReadOptions(na=("x",))),
    "na of numbers": of_cells(
        ["-999", "1.5", "-999.0"], [None, 1.5, None], options=ReadOptions(na=("-999",))
    ),
    "NA is a country": of_cells(["NA", "DE"], ["NA", "DE"], options=ReadOptions(missing=())),
    "decimal": of_cells(
        ["1,234", "2,345"], [1.234, 2.345], r"is read as 1\.234\.", options=ReadOptions(decimal=",")
    ),
    "thousands": of_cells(
        ["1,234", "2,345"], [1234, 2345], "is read as 1234", options=ReadOptions(thousands=",")
    ),
    "points are thousands": of_cells(
        ["1.234", "2.345"], [1234, 2345], "is read as 1234", options=ReadOptions(decimal=",")
    ),
}

CASES = {
    f"{kind}: {name}": case
    for kind, cases in (
        ("missing", MISSING),
        ("among numbers", AMONG_NUMBERS),
        ("numbers", NUMBERS),
        ("text", TEXT),
        ("told", TOLD),
    )
    for name, case in cases.items()
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_column_is_read_as_an_analyst_would(case, read_case):
    read_case(case)


def test_a_doubtful_comma_is_settled_by_the_other_columns(tmp_path):
    path, notes = tmp_path / "data.csv", Notes()
    path.write_text("a\tb\n1,234\t3,5\n2,345\t7,25\n")

    table = read_frame(path, options=ReadOptions(delimiter="\t"), notes=notes)

    assert table.to_pydict() == {"a": [1.234, 2.345], "b": [3.5, 7.25]}
    assert any("does not show whether its comma is a decimal sign" in str(n) for n in notes)


def test_points_beside_decimal_commas_divide_thousands(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("a;b\n1.234;3,5\n2.345;7,25\n")

    assert read_frame(path, notes=Notes()).to_pydict() == {"a": [1234, 2345], "b": [3.5, 7.25]}


def test_a_doubtful_comma_without_any_hint_divides_thousands_and_says_so(tmp_path):
    path, notes = tmp_path / "data.csv", Notes()
    path.write_text('a,b\n"1,234",x\n"2,345",y\n')

    assert read_frame(path, notes=notes)["a"].to_pylist() == [1234, 2345]
    (note,) = notes
    assert note.otherwise == "If it is otherwise: decimal=','."


def test_a_number_that_may_stand_for_missing_is_pointed_at_and_stays(tmp_path):
    path, notes = tmp_path / "data.csv", Notes()
    ages = [20 + i for i in range(40)]
    rows = [
        f"{age},{999 if i < 3 else age},{-999 if i < 2 else age}\n" for i, age in enumerate(ages)
    ]
    path.write_text("age,odd,twice\n" + "".join(rows))

    table = read_frame(path, notes=notes)

    assert table["odd"].to_pylist()[:4] == [999, 999, 999, 23]
    (note,) = notes
    assert str(note) == (
        "column 'odd': 3 cells hold 999, far from all others (23 to 59). "
        "If it stands for a missing value: na=('999',)."
    )
    assert read_frame(path, options=ReadOptions(na=("999",)))["odd"].null_count == 3


def test_plus_and_minus_are_two_classes(read_case):
    read_case(of_cells(["+", "-", "+"], ["+", "-", "+"]))
