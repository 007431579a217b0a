from __future__ import annotations

import csv

import pytest

from arboretum.data import read_frame
from arboretum.data.read.records import Record, sniff_delimiter, split_records
from arboretum.exceptions import IntakeWarning


def sniff(text):
    return sniff_delimiter(text.splitlines(keepends=True))


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", " "])
def test_the_delimiter_is_found(delimiter):
    assert sniff("\n".join(delimiter.join(cells) for cells in ("abc", "123", "456"))) == delimiter


def test_a_comma_inside_numbers_or_quotes_does_not_count():
    assert sniff("a;b\n1,5;2,5\n3,5;4\n") == ";"
    assert sniff('a;b\n"x,y,z";1\n"u,v,w";2\n') == ";"
    assert sniff('a,b\n"x;y|z",1\n"u;v|w",2\n') == ","


def test_blanks_inside_words_do_not_count():
    assert sniff("city,state\nNew York,New York\nLos Angeles,New Mexico\n") == ","
    assert sniff("remark\nall is well\nnot so\nwho is to know\n") == ","


def test_one_column_needs_no_delimiter():
    assert sniff("a\n1\n2\n") == ","


def test_tsv_means_tabs(tmp_path):
    path = tmp_path / "data.tsv"
    path.write_text("a,b\tc\n1,2\t3\n4,5\t6\n")

    assert read_frame(path, text=["a,b"]).to_pydict() == {"a,b": ["1,2", "4,5"], "c": [3, 6]}


def test_a_quoted_cell_may_hold_line_ends(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text('a;"b\nb";c\n1;"2\n3\n4";5\n')

    assert read_frame(path).to_pydict() == {"a": [1], "b\nb": ["2\n3\n4"], "c": [5]}


def test_a_very_wide_file_is_sniffed(tmp_path):
    # One cell of a wrong delimiter is longer than the csv module allows by default.
    names = [f"column_{i}" for i in range(20_000)]
    path = tmp_path / "data.csv"
    path.write_text(",".join(names) + "\n" + ",".join(["1"] * 20_000) + "\n")

    assert read_frame(path).column_names == names


def test_a_cell_of_any_length_is_read_and_the_limit_of_csv_stays(tmp_path):
    page, limit = "<p>" + "word " * 40_000 + "</p>", csv.field_size_limit()
    path = tmp_path / "data.csv"

    assert limit < len(page)
    assert split_records([page], ",") == [Record(1, [page])]
    assert split_records([f'"{page}"'], ",") == [Record(1, [page])]
    path.write_text(f"a,b\n1,{page}\n2\n")
    with pytest.warns(IntakeWarning, match="line 3 has fewer than 2 cells"):
        table = read_frame(path)
    assert table.to_pydict() == {"a": [1, 2], "b": [page, None]}
    path.write_text(f"page\n{page}\nend\n")
    assert read_frame(path).to_pydict() == {"page": [page, "end"]}
    assert csv.field_size_limit() == limit


def test_a_quote_left_open_before_many_lines_is_told(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text('a,b\n1,"x\n' + "2,y\n" * 40_000)

    with pytest.warns(IntakeWarning, match="line 2 has a quotation mark that is never closed"):
        table = read_frame(path)

    assert table.num_rows == 40_001
    assert table["b"][1].as_py() == "y"


def test_a_carriage_return_far_down_ends_a_line(tmp_path):
    path = tmp_path / "data.csv"
    path.write_bytes(b"a,b\n" + (b"1," + 1000 * b"x" + b"\n") * 1_100 + b"2,y\r3,z\n4\n")

    with pytest.warns(IntakeWarning, match="line 1104 has fewer than 2 cells"):
        table = read_frame(path)

    assert table["a"][-3:].to_pylist() == [2, 3, 4]
