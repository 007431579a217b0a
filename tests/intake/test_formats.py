"""Encodings, packed files, standard input and workbooks."""

from __future__ import annotations

import bz2
import datetime
import gzip
import io
import lzma
import sys
import zipfile

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from arboretum.data import Notes, ReadOptions, read_frame
from arboretum.exceptions import DataError
from tests.intake.cases import Case

TEXT = "name,größe\nMüller,1.5\nJosé,2.5\n"
COLUMNS = {"name": ["Müller", "José"], "größe": [1.5, 2.5]}


def packed(data, name="inside.csv", more=()):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(name, data)
        for other in more:
            archive.writestr(other, more[other])
    return file.getvalue()


ENCODED = {
    "UTF-8": Case(TEXT, COLUMNS),
    "UTF-8 with a mark": Case(TEXT.encode("utf-8-sig"), COLUMNS),
    "UTF-16 with a mark": Case(TEXT.encode("utf-16"), COLUMNS, ["is stored as UTF-16"]),
    "UTF-16 without": Case(TEXT.encode("utf-16-le"), COLUMNS, ["looks like UTF-16-LE"]),
    "Windows": Case(
        TEXT.encode("cp1252"), COLUMNS, ["not UTF-8: it is read as cp1252.*'größe', 'Müller'"]
    ),
    "Windows in Russia": Case(
        "возраст,пол\n30,муж\n40,жен\n".encode("cp1251"),
        {"âîçðàñò": [30, 40], "ïîë": ["ìóæ", "æåí"]},
        [r"it is read as cp1252.*name the encoding: encoding='cp1251'"],
    ),
    "one that is named": Case(
        "name,x\nŁódź,1\n".encode("cp1250"),
        {"name": ["Łódź"], "x": [1]},
        options=ReadOptions(encoding="cp1250"),
    ),
    "a line far below": Case(
        b"name\n" + b"Smith\n" * 300 + "Müller\n".encode("latin-1"),
        {"name": ["Smith"] * 300 + ["Müller"]},
        ["read as cp1252.*'Müller'"],
    ),
    "gzip": Case(gzip.compress(TEXT.encode()), COLUMNS, name="data.data.gz"),
    "gzip in name only": Case(TEXT, COLUMNS, ["called a gzip file, but is not packed"], "a.csv.gz"),
    "zip": Case(packed(TEXT), COLUMNS, name="data.zip"),
    "zip of a Mac": Case(
        packed(TEXT, more={"__MACOSX/._inside.csv": b"junk", ".DS_Store": b"junk"}),
        COLUMNS,
        name="data.zip",
    ),
    "zip with something to read": Case(
        packed(TEXT, more={"README.txt": b"See inside.csv.", "terms.pdf": b"%PDF-1.7"}),
        COLUMNS,
        ["of 3 files in .*, inside.csv is read"],
        "data.zip",
    ),
    "bzip2": Case(bz2.compress(TEXT.encode()), COLUMNS, name="data.csv.bz2"),
    "xz": Case(lzma.compress(TEXT.encode()), COLUMNS, name="data.csv.xz"),
}


@pytest.mark.parametrize("case", ENCODED.values(), ids=ENCODED)
def test_characters_are_read_as_they_were_written(case, read_case):
    read_case(case)


def test_bytes_that_the_named_encoding_does_not_know_are_named(tmp_path):
    path = tmp_path / "data.csv"
    path.write_bytes(TEXT.encode("cp1252"))

    with pytest.raises(DataError, match="not utf-8 throughout: line 1"):
        read_frame(path, options=ReadOptions(encoding="utf-8"))


def test_standard_input_is_read(monkeypatch):
    class Input:
        buffer = io.BytesIO(gzip.compress(TEXT.encode()))

    monkeypatch.setattr(sys, "stdin", Input)

    assert read_frame("-").to_pydict() == COLUMNS


def workbook(path, sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(path)


ROWS = [
    ["id", "day", "price", "code", "ok", "when"],
    [1, datetime.date(2022, 1, 31), 1.5, "007", True, datetime.datetime(2022, 1, 1, 9, 30)],
    [2, datetime.date(2022, 2, 1), "n/a", "012", False, None],
    [3, None, "$2,000.50", "100", None, datetime.datetime(2022, 1, 2, 10, 0)],
]


def test_a_workbook_is_read_as_the_same_text_is(tmp_path):
    path, notes = tmp_path / "book.xlsx", Notes()
    workbook(path, {"data": ROWS})

    table = read_frame(path, notes=notes)

    assert table.to_pydict() == {
        "id": [1, 2, 3],
        "day": ["2022-01-31", "2022-02-01", None],
        "price": [1.5, None, 2000.5],
        "code": ["007", "012", "100"],
        "ok": [True, False, None],
        "when": ["2022-01-01 09:30:00", None, "2022-01-02 10:00:00"],
    }
    said = [str(note) for note in notes]
    assert any("'$2,000.50' is read as 2000.5" in note for note in said)
    assert any("1 cell holds 'n/a'" in note for note in said)
    assert any("codes with leading zeros such as '007'" in note for note in said)


def test_the_first_sheet_is_read_unless_another_is_named(tmp_path):
    path, notes = tmp_path / "book.xlsx", Notes()
    workbook(path, {"one": [["a"], [1]], "two": [["b"], [2]]})

    assert read_frame(path, notes=notes).to_pydict() == {"a": [1]}
    assert "of 2 sheets, 'one' is read. To read another: sheet='two'" in str(*notes)
    assert read_frame(path, options=ReadOptions(sheet="two")).to_pydict() == {"b": [2]}
    with pytest.raises(DataError, match=r"no sheet 'three'. It has: 'one', 'two'"):
        read_frame(path, options=ReadOptions(sheet="three"))


def test_a_sheet_with_a_title_and_empty_columns_is_read_from_its_names_on(tmp_path):
    path, notes = tmp_path / "book.xlsx", Notes()
    rows = [["Report"], [], ["a", "b", None], *([i, i / 2, None] for i in range(30)), ["12O", 1]]
    workbook(path, {"data": rows})

    table = read_frame(path, notes=notes)

    assert table.column_names == ["a", "b"]
    assert table["a"].to_pylist() == [*range(30), None]
    assert any("table begins at line 3" in str(note) for note in notes)
    assert any("'12O' (row 34)" in str(note) for note in notes)


def test_the_first_sheet_that_holds_a_table_is_read(tmp_path):
    path, notes = tmp_path / "book.xlsx", Notes()
    workbook(path, {"about": [["Sales."], ["See the next sheet."]], "data": [["a", "b"], [1, 2]]})

    assert read_frame(path, notes=notes).to_pydict() == {"a": [1], "b": [2]}
    assert "of 2 sheets, 'data' is read. To read another: sheet='about'" in str(*notes)


def test_merged_cells_stand_for_all_of_their_rows(tmp_path):
    path, notes = tmp_path / "book.xlsx", Notes()
    book = openpyxl.Workbook()
    for row in [["Sales of 2022"], ["region", "sales"], ["north", 1], [None, 2], ["south", 3]]:
        book.active.append(row)
    book.active.merge_cells("A1:B1")
    book.active.merge_cells("A3:A4")
    book.save(path)

    table = read_frame(path, notes=notes)

    assert table.to_pydict() == {"region": ["north", "north", "south"], "sales": [1, 2, 3]}
    assert any("merged cells are read as if each of their rows" in str(note) for note in notes)


def test_formulas_that_nobody_has_worked_out_are_named(tmp_path):
    path, notes = tmp_path / "book.xlsx", Notes()
    workbook(path, {"data": [["a", "b"], [1, "=A2+1"], [2, "=A3+1"]]})

    assert read_frame(path, notes=notes).to_pydict() == {"a": [1, 2], "b": [None, None]}
    assert "2 cells hold a formula without its result" in str(*notes)


OTHERS = {
    "Parquet": (b"PAR1" + bytes(20), "is a Parquet file"),
    "old Excel": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), r"old Excel.*as \.xlsx or"),
    "ARFF": (b"% iris\n\n@RELATION iris\n", r"of Weka.*end in \.arff"),
    "PDF": (b"%PDF-1.7\n", "is a PDF document"),
    "HTML": (b"\n<html><table><tr><td>1</td></tr></table></html>", "a page of HTML"),
    "JSON": (b'[\n {"a": 1, "b": 2},\n {"a": 3, "b": 4}]', "is JSON"),
    "lines of JSON": (b'{"a": 1, "b": 2}\n{"a": 3, "b": 4}\n', "is JSON"),
    "SQL": (b"-- dump\nINSERT INTO t (a, b) VALUES\n(1, 2);\n", r"\(SQL\), not a table"),
}


@pytest.mark.parametrize(("data", "said"), OTHERS.values(), ids=OTHERS)
def test_a_file_of_another_format_is_named(data, said, tmp_path):
    path = tmp_path / "data.csv"
    path.write_bytes(data)

    with pytest.raises(DataError, match=said):
        read_frame(path)


def test_lists_and_bytes_in_a_parquet_file_are_left_out_and_named_together(tmp_path):
    path, notes = tmp_path / "data.parquet", Notes()
    table = pa.table({"a": [1, 2], "tags": [[1], [2]], "at": [{"x": 1}] * 2, "raw": [b"p", b"q"]})
    pq.write_table(table, path)

    assert read_frame(path, notes=notes).to_pydict() == {"a": [1, 2]}
    assert "columns 'tags', 'at', 'raw' hold lists, records or bytes: left out." in str(*notes)
    with pytest.raises(DataError, match="column 'raw' holds lists, records or bytes"):
        read_frame(path, ["a", "raw"])


def test_a_workbook_under_another_name_is_named(tmp_path):
    path = tmp_path / "book.zip"
    workbook(path, {"one": [["a"], [1]]})

    with pytest.raises(DataError, match=r"is a workbook.*\.xlsx"):
        read_frame(path)


def test_an_archive_with_a_password_is_named(tmp_path):
    packed_bytes = bytearray(packed(TEXT))
    for begin, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        packed_bytes[packed_bytes.find(begin) + flags] |= 1  # the bit that says "encrypted"
    path = tmp_path / "secret.zip"
    path.write_bytes(packed_bytes)

    with pytest.raises(DataError, match=r"secret\.zip cannot be unpacked: .*password.*Unpack it"):
        read_frame(path)


def test_an_archive_of_several_files_is_named(tmp_path):
    path = tmp_path / "data.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("one.csv", TEXT)
        archive.writestr("two.csv", TEXT)

    with pytest.raises(DataError, match=r"holds 2 files: one\.csv, two\.csv"):
        read_frame(path)
