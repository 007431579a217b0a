"""Lines that are not samples, samples that are not whole, and columns without names."""

from __future__ import annotations

import pytest

from arboretum.data import Notes, ReadOptions, read_frame
from arboretum.exceptions import DataError
from tests.intake.cases import Case

ROWS = "".join(f"{i},{i / 2},{'xy'[i % 2]}\n" for i in range(60))
COLUMNS = {
    "a": list(range(60)),
    "b": [i / 2 for i in range(60)],
    "c": ["xy"[i % 2] for i in range(60)],
}
PLAIN = "a,b,c\n" + ROWS
TWO = {"a": [1, 3], "b": [2, 4]}


def with_row(at, *cells):
    """The columns with a row put in."""
    return {
        name: [*values[:at], cell, *values[at:]]
        for (name, values), cell in zip(COLUMNS.items(), cells, strict=True)
    }


def numbered(columns):
    return {f"column_{i + 1}": values for i, values in enumerate(columns.values())}


HEAD = {
    "comments": Case(
        "# made by hand\n# in May\n" + PLAIN, COLUMNS, ["lines 1, 2 are comments, left out"]
    ),
    "comments of TeX": Case("% made\n" + PLAIN, COLUMNS, ["line 1 is a comment"]),
    "comments of C": Case("// made\n\n" + PLAIN, COLUMNS, ["line 1 is a comment"]),
    "names behind a comment sign": Case("#a,b,c\n" + ROWS, COLUMNS),
    "a column named #": Case(
        "#,b,c\n" + ROWS, {"#": COLUMNS["a"], "b": COLUMNS["b"], "c": COLUMNS["c"]}
    ),
    "a title": Case(
        "Results of 2023\n\n" + PLAIN,
        COLUMNS,
        ["table begins at line 3.*'Results of 2023'.*skip=2"],
    ),
    "a title with delimiters": Case(
        "Results of 2023,,\n,,\n" + PLAIN, COLUMNS, ["table begins at line 3"]
    ),
    "lines to skip": Case("one,two,three\n" + PLAIN, COLUMNS, options=ReadOptions(skip=1)),
    "units": Case(
        "a,b,c\n(kg),(cm),\n" + ROWS,
        COLUMNS,
        [r"line 2 holds units or the like, '\(kg\)'"],
    ),
    "questions and keys of a survey": Case(
        "a,b,c\nHow much?,How often?,Which?\n{id: 1},{id: 2},{id: 3}\n" + ROWS,
        COLUMNS,
        ["lines 2, 3 hold units or the like, 'How much[?]'"],
    ),
    "a line that is drawn": Case(
        " a | b | c \n---+---+---\n" + ROWS.replace(",", " | ") + "(60 rows)\n",
        COLUMNS,
        [r"line 63 below the table '\(60 rows\)'"],
        "psql.txt",
    ),
    "a frame that is drawn": Case(
        "+---+---+---+\n| a | b | c |\n+---+---+---+\n"
        + "".join(f"| {line.replace(',', ' | ')} |\n" for line in ROWS.splitlines())
        + "+---+---+---+\n60 rows in set\n",
        COLUMNS,
        ["line 65 below the table '60 rows in set'"],
        "mysql.txt",
    ),
    "blank lines": Case("\n\n" + PLAIN.replace("\n", "\n\n"), COLUMNS),
    "blanks around names": Case(" a , b,c \n" + ROWS, COLUMNS),
    "names in quotes": Case('"a","b","c"\n' + ROWS, COLUMNS),
    "blanks before quotes": Case('a, "b"\n1, "2"\n3, "4"\n', TWO),
    "the same name twice": Case(
        "a,a,a\n1,2,3\n4,5,6\n",
        {"a": [1, 4], "a.2": [2, 5], "a.3": [3, 6]},
        ["several columns are named 'a'; the later are called 'a.2', 'a.3'"],
    ),
    "no name in the middle": Case(
        "a,,c\n1,2,3\n4,5,6\n",
        {"a": [1, 4], "column_2": [2, 5], "c": [3, 6]},
        ["without a name are called 'column_2'"],
    ),
    "no name of the first": Case(",b\n1,2\n3,4\n", {"": [1, 3], "b": [2, 4]}),
    "no names, numbers": Case(
        ROWS, numbered(COLUMNS), ["no line of column names.*'column_1' to 'column_3'"], "iris.data"
    ),
    "no names, words": Case(
        "p,x,s\ne,x,y\np,x,s\ne,b,s\np,x,y\ne,b,s\n",
        {"column_1": list("pepepe"), "column_2": list("xxxbxb"), "column_3": list("syssys")},
        ["no line of column names"],
        "mushroom.data",
    ),
    "no names, a question mark": Case(
        "5,?,a\n6,2,a\n7,3,b\n",
        {"column_1": [5, 6, 7], "column_2": [None, 2, 3], "column_3": list("aab")},
        ["no line of column names", r"1 cell holds '\?'"],
    ),
    "names that are years": Case(
        "land,1990,1991,1992\nA,1.5,2,3\nB,4,5,6\n",
        {"land": ["A", "B"], "1990": [1.5, 4], "1991": [2, 5], "1992": [3, 6]},
    ),
    "names that are counted": Case(
        "0,1,2\n5.5,6,7\n8,9,10\n", {"0": [5.5, 8], "1": [6, 9], "2": [7, 10]}
    ),
    "names although they look like values": Case(
        "5,6\n1,2\n3,4\n", {"5": [1, 3], "6": [2, 4]}, options=ReadOptions(header=True)
    ),
    "values although they look like names": Case(
        "u,v\nx,y\n",
        {"column_1": ["u", "x"], "column_2": ["v", "y"]},
        options=ReadOptions(header=False),
    ),
}

BODY = {
    "too few cells": Case(
        PLAIN + "60,30\n61\n62,31,x\n63\n64,32,y\n",
        {
            "a": [*COLUMNS["a"], 60, 61, 62, 63, 64],
            "b": [*COLUMNS["b"], 30, None, 31, None, 32],
            "c": [*COLUMNS["c"], None, None, "x", None, "y"],
        },
        ["lines 62, 63, 65 have fewer than 3 cells"],
    ),
    "one line with too many": Case(
        PLAIN + "60,30,x,Smith,John\n61,30.5,y\n",
        with_row(60, 61, 30.5, "y"),
        ["line 62 has more than 3 cells, such as '60,30,x,Smith,John': left out"],
    ),
    "a delimiter at every end": Case("a,b,\n1,2,\n3,4,\n", TWO),
    "a delimiter at the ends of samples": Case("a,b\n1,2,\n3,4,\n", TWO),
    "row names of R": Case(
        '"a" "b"\n"u" 1 2\n"v" 3 4\n', {"": ["u", "v"], **TWO}, name="table.txt"
    ),
    "runs of blanks": Case(
        '18.0   8   307\t"chevrolet malibu"\n15.0   8   350\t"buick"\n 9.0  ?   1\t"ford"\n',
        {
            "column_1": [18.0, 15.0, 9.0],
            "column_2": [8, 8, None],
            "column_3": [307, 350, 1],
            "column_4": ["chevrolet malibu", "buick", "ford"],
        },
        ["no line of column names", r"1 cell holds '\?'"],
        "auto.data",
    ),
    "a quotation mark for inches": Case(
        'a,b\n1,5" pipe\n2,"7"" pipe"\n3,rod\n',
        {"a": [1, 2, 3], "b": ['5" pipe', '7" pipe', "rod"]},
    ),
    "quotation marks behind a backslash": Case(
        'a,b\n1,"5\\" pipe, long"\n2,"7\\" pipe"\n3,rod\n',
        {"a": [1, 2, 3], "b": ['5" pipe, long', '7" pipe', "rod"]},
        [r'inside a cell is written \\"'],
    ),
    "a path that ends in a backslash": Case(
        'a,b\n1,"C:\\x\\"\n2,"D:\\"\n', {"a": [1, 2], "b": ["C:\\x\\", "D:\\"]}
    ),
    "curly quotation marks around cells": Case(
        "“a”,“b”\n“1”,“x, y”\n“2”,“z”\n",
        {"a": [1, 2], "b": ["x, y", "z"]},
        ["curly quotation marks stand around its cells"],
    ),
    "a quotation mark that is never closed": Case(
        'a,b\n1,x\n2,"half\n3,y\n4,z\n5,x\n',
        {"a": [1, 2, 3, 4, 5], "b": ["x", '"half', "y", "z", "x"]},
        ["line 3 has a quotation mark that is never closed"],
    ),
    "ends of lines in cells": Case(
        'a,b\n1,"two\nlines"\n3,x\n', {"a": [1, 3], "b": ["two\nlines", "x"]}
    ),
    "a total": Case(
        PLAIN + "Total,885,\n", COLUMNS, ["line 62 begins with 'Total' and is not a sample"]
    ),
    "a footnote": Case(
        PLAIN + "\nSource: own counts\n", COLUMNS, ["line 63 below the table.*'Source: own counts'"]
    ),
    "comments among samples": Case(
        "a,b\n1,2\n# a break\n3,4\n", TWO, ["line 3 hold comments: left out"]
    ),
    "the names again": Case(
        "a,b,c\n1,2,x\n# more\na,b,c\n3,4,y\n",
        {"a": [1, 3], "b": [2, 4], "c": ["x", "y"]},
        ["line 4 has the column names again", "line 3 hold comments"],
    ),
    "ends of lines of Windows": Case(PLAIN.replace("\n", "\r\n"), COLUMNS),
    "ends of lines of old Macs": Case(PLAIN.replace("\n", "\r"), COLUMNS),
    "no end of the last line": Case(PLAIN.rstrip("\n"), COLUMNS),
    "semicolons": Case(PLAIN.replace(",", ";"), COLUMNS),
    "bars": Case(PLAIN.replace(",", "|"), COLUMNS),
    "tabs": Case(PLAIN.replace(",", "\t"), COLUMNS, name="data.txt"),
    "a delimiter that is named": Case(
        PLAIN.replace(",", ":"), COLUMNS, options=ReadOptions(delimiter=":")
    ),
    "a word for missing on a line of its own width": Case(
        PLAIN + "60,n/a,x\n", with_row(60, 60, None, "x"), ["column 'b': 1 cell holds 'n/a'"]
    ),
}

CASES = {f"{k}: {n}": c for k, cs in (("head", HEAD), ("body", BODY)) for n, c in cs.items()}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_lines_are_read_as_an_analyst_would(case, read_case):
    read_case(case)


def test_lines_are_counted_as_an_editor_does(tmp_path):
    path, notes = tmp_path / "data.csv", Notes()
    lines = ["# a comment", "", "a,b", *(f'{i},"x\ny"' for i in range(40)), "12O,z", "7,z"]
    path.write_text("\n".join(lines) + "\n")

    read_frame(path, notes=notes)

    shown = path.read_text().split("\n").index("12O,z") + 1
    assert shown == 84
    assert any("'12O' (line 84)" in str(note) for note in notes)


def test_too_many_broken_lines_are_refused_with_their_numbers(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text("a,b\n1,2\n1,2,3\n4,5\n6,7,8\n" + "1,2\n" * 20)

    with pytest.raises(DataError, match=r"lines 3, 5 have more than 2 cells, such as '1,2,3'"):
        read_frame(path)


def test_codes_in_the_middle_of_a_large_file_keep_their_zeros(tmp_path):
    path = tmp_path / "data.csv"
    plain = "23,4.5\n" * 700_000
    path.write_text(f"zip,x\n{plain}007,0.5\n{plain}")

    table = read_frame(path, notes=Notes())

    assert table["zip"][700_000].as_py() == "007"
    assert table["x"][700_000].as_py() == 0.5
