"""Names on two lines, among years, and in comments."""

from __future__ import annotations

import openpyxl
import pytest

from arboretum.data import Notes, read_frame
from tests.intake.cases import Case

HEADERS = {
    "a heading over several questions": Case(
        "id,age?,brands?,,,buy?\n,open,Alpha,Beta,Gamma,Response\n"
        "1,30,Alpha,,Gamma,Yes\n2,41,,Beta,,No\n3,52,Alpha,,,No\n",
        {
            "id": [1, 2, 3],
            "age?": [30, 41, 52],
            "brands? Alpha": ["Alpha", None, "Alpha"],
            "brands? Beta": [None, "Beta", None],
            "brands? Gamma": ["Gamma", None, None],
            "buy?": ["Yes", "No", "No"],
        },
        ["lines 1, 2 hold the names together, such as 'brands[?] Alpha'"],
    ),
    "a heading over each, and a name of the row names": Case(
        ",size,size,kind\n,mean,max,\nid,,,\n7,1.5,2,a\n8,2.5,3,b\n9,3.5,4,a\n",
        {"": [7, 8, 9], "size mean": [1.5, 2.5, 3.5], "size max": [2, 3, 4], "kind": list("aba")},
        ["lines 1, 2, 3 hold the names together, such as 'size mean'"],
    ),
    "a heading over each, from the first column on": Case(
        "size,size,kind\nmean,max,\n1.5,2,a\n2.5,3,b\n3.5,4,a\n",
        {"size mean": [1.5, 2.5, 3.5], "size max": [2, 3, 4], "kind": list("aba")},
        ["lines 1, 2 hold the names together, such as 'size mean'"],
    ),
    "years over months": Case(
        "shop,2021,,2022,,kind\n,Jan,Feb,Jan,Feb,\na,1,2,3,4,x\nb,5,6,7,8,y\nc,9,8,7,6,x\n",
        {
            "shop": list("abc"),
            "2021 Jan": [1, 5, 9],
            "2021 Feb": [2, 6, 8],
            "2022 Jan": [3, 7, 7],
            "2022 Feb": [4, 8, 6],
            "kind": list("xyx"),
        },
        ["lines 1, 2 hold the names together, such as '2021 Jan'"],
    ),
    "no name over a column": Case(
        "a,,c\n1,x,3\n4,y,6\n7,x,9\n10,y,12\n",
        {"a": [1, 4, 7, 10], "column_2": list("xyxy"), "c": [3, 6, 9, 12]},
        ["called 'column_2'"],
    ),
    "two years among words": Case(
        '"Name","Code","2019","2020","Group",\n"A","AX",1.5,2,"x",\n"B","BX",3,..,"y",\n',
        {"Name": ["A", "B"], "Code": ["AX", "BX"], "2019": [1.5, 3], "2020": [2, None],
         "Group": ["x", "y"]},
        [r"1 cell holds '\.\.'"],
    ),
    "years that are samples": Case(
        "Rome,2019,5\nOslo,2020,6\nRome,2021,7\n",
        {"column_1": ["Rome", "Oslo", "Rome"], "column_2": [2019, 2020, 2021],
         "column_3": [5, 6, 7]},
        ["no line of column names"],
    ),
    "the fields of a server": Case(
        "#Server\n#Fields: time method ms\n10:00:01 GET 15\n10:00:02 POST 7\n10:00:04 GET 9\n",
        {"time": ["10:00:01", "10:00:02", "10:00:04"], "method": ["GET", "POST", "GET"],
         "ms": [15, 7, 9]},
        ["line 1 is a comment"],
        "u_ex.log",
    ),
    "names behind a sign of comments, by blanks": Case(
        "  # x  class\n  1.5E+01  0\n  2.5E+01  1\n  3.5E+01  0\n",
        {"x": [15.0, 25.0, 35.0], "class": [0, 1, 0]},
        name="out.dat",
    ),
    "no names, and a database's missing value": Case(
        "0\t1.5\teast\t\\N\n1\t2.5\twest\t3\n2\t3.5\teast\t4\n",
        {"column_1": [0, 1, 2], "column_2": [1.5, 2.5, 3.5], "column_3": ["east", "west", "east"],
         "column_4": [None, 3, 4]},
        ["no line of column names"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", HEADERS.values(), ids=HEADERS)
def test_names_are_found_as_an_analyst_would(case, read_case):
    read_case(case)


def test_merged_headings_of_a_workbook_are_part_of_the_names(tmp_path):
    book, notes = openpyxl.Workbook(), Notes()
    rows = [["region", 2021, None, "kind"], [None, "Q1", "Q2", None]]
    for row in [*rows, ["north", 1, 2, "a"], ["south", 3, 4, "b"], ["east", 5, 6, "a"]]:
        book.active.append(row)
    for merged in ("A1:A2", "B1:C1", "D1:D2"):
        book.active.merge_cells(merged)
    book.save(tmp_path / "book.xlsx")

    table = read_frame(tmp_path / "book.xlsx", notes=notes)

    assert table.to_pydict() == {
        "region": ["north", "south", "east"],
        "2021 Q1": [1, 3, 5],
        "2021 Q2": [2, 4, 6],
        "kind": ["a", "b", "a"],
    }
    assert any("hold the names together, such as '2021 Q1'" in str(note) for note in notes)
