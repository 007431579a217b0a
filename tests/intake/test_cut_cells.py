"""What stands between cells, around them and below the table."""

from __future__ import annotations

import pytest

from arboretum.data import ReadOptions
from tests.intake.cases import Case

ROWS = [(f"{i / 2}", "xy"[i % 2]) for i in range(20)]
COLUMNS = {"a": [i / 2 for i in range(20)], "c": ["xy"[i % 2] for i in range(20)]}


def cut_by(sign, rows=ROWS):
    return "".join(f"{sign.join(row)}\n" for row in [("a", "c"), *rows])


CASES = {
    "two colons": Case(
        "1::1193::5::M\n1::661::3::F\n2::914::3::M\n2::3408::4::F\n3::2355::5::M\n",
        {
            "column_1": [1, 1, 2, 2, 3],
            "column_2": [1193, 661, 914, 3408, 2355],
            "column_3": [5, 3, 3, 4, 5],
            "column_4": ["M", "F", "M", "F", "M"],
        },
        ["no line of column names"],
        "ratings.dat",
    ),
    "carets": Case(cut_by("^"), COLUMNS),
    "tildes": Case(cut_by("~"), COLUMNS),
    "colons in cells": Case(
        cut_by(",", [(a, f"std::{c}") for a, c in ROWS]),
        {**COLUMNS, "c": [f"std::{c}" for c in COLUMNS["c"]]},
    ),
    "single quotation marks": Case(
        "'a','b'\n'1','x, y'\n'2','O''Brien'\n'3',''\n",
        {"a": [1, 2, 3], "b": ["x, y", "O'Brien", None]},
        ["single quotation marks stand around its cells"],
    ),
    "words in columns of letters": Case(
        "name       amount  kind\n"
        + "".join(f"shop {i % 3}     {i / 2:6.2f}  {'xy'[i % 2]}\n" for i in range(12)),
        {
            "name": [f"shop {i % 3}" for i in range(12)],
            "amount": [i / 2 for i in range(12)],
            "kind": ["xy"[i % 2] for i in range(12)],
        },
        ["its cells stand in columns of letters"],
        "list.txt",
    ),
    "empty cells in columns of letters": Case(
        "id  grade  note\n 1  A      ok\n 2         ok\n 3  B\n 4  A      bad\n 5  B      ok\n",
        {
            "id": [1, 2, 3, 4, 5],
            "grade": ["A", None, "B", "A", "B"],
            "note": ["ok", "ok", None, "bad", "ok"],
        },
        ["its cells stand in columns of letters"],
        "list.txt",
    ),
    "what sqlcmd prints": Case(
        "a     c\n----- -\n" + "".join(f"{a:5} {c}\n" for a, c in ROWS) + "\n(20 rows affected)\n",
        COLUMNS,
        [r"line 24 below the table '\(20 rows affected\)'"],
        "out.txt",
    ),
    "a second table": Case(
        cut_by(",", [(a, "3", c) for a, c in ROWS]).replace("a,c", "a,b,c")
        + "\nSummary\nkind,mean\nx,4.5\n",
        {"a": COLUMNS["a"], "b": [3] * 20, "c": COLUMNS["c"]},
        ["lines 23, 24, 25 below the table 'Summary', 'kind mean'"],
    ),
    "a mark of DOS for the end": Case(cut_by(",") + "\x1a", COLUMNS),
    "a delimiter that Excel is told": Case(
        "sep=;\n" + cut_by(";"), COLUMNS, [r"the table begins at line 2.*'sep='"]
    ),
    "the delimiter that is named wins": Case(
        "a::c\n1::2\n3::4\n5::6\n7::8\n9::0\n",
        {"a": [1, 3, 5, 7, 9], "column_2": [None] * 5, "c": [2, 4, 6, 8, 0]},
        ["called 'column_2'"],
        options=ReadOptions(delimiter=":"),
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_cells_are_cut_as_an_analyst_would(case, read_case):
    read_case(case)
