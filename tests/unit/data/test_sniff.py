from __future__ import annotations

import gzip

import pytest

from arboretum.data.read.table_file import read_header, sniff_delimiter
from arboretum.exceptions import DataError


def write(folder, text, name="data.csv"):
    path = folder / name
    path.write_bytes(text.encode())
    return path


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(tmp_path, delimiter):
    text = "\n".join(delimiter.join(cells) for cells in ("abc", "123", "456"))

    assert sniff_delimiter(write(tmp_path, text)) == delimiter


def test_a_comma_inside_numbers_or_quotes_does_not_count(tmp_path):
    assert sniff_delimiter(write(tmp_path, "a;b\n1,5;2,5\n3,5;4\n")) == ";"
    assert sniff_delimiter(write(tmp_path, 'a;b\n"x,y,z";1\n"u,v,w";2\n')) == ";"
    assert sniff_delimiter(write(tmp_path, 'a,b\n"x;y|z",1\n"u;v|w",2\n')) == ","


def test_one_column_needs_no_delimiter(tmp_path):
    assert sniff_delimiter(write(tmp_path, "a\n1\n2\n")) == ","


def test_tsv_means_tabs(tmp_path):
    assert sniff_delimiter(write(tmp_path, "a,b\tc\n1,2\t3\n", "data.tsv")) == "\t"


def test_a_quoted_cell_may_hold_line_ends(tmp_path):
    path = write(tmp_path, 'a;"b\nb";c\n1;"2\n3\n4";5\n')

    assert sniff_delimiter(path) == ";"
    assert read_header(path, ";") == ["a", "b\nb", "c"]


def test_a_byte_order_mark_is_no_part_of_a_name(tmp_path):
    assert read_header(write(tmp_path, "\ufeffa,b\n1,2\n"), ",") == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("\n\n", "is empty"),
        ("a,b,a\n1,2,3\n", "twice: 'a'"),
        (",a\n1,2\n", "no name for column 1 of 2"),
    ],
)
def test_a_bad_header_is_named(tmp_path, text, message):
    with pytest.raises(DataError, match=message):
        read_header(write(tmp_path, text), ",")


def test_a_cut_off_gzip_file_is_named(tmp_path):
    path = tmp_path / "data.csv.gz"
    path.write_bytes(gzip.compress(b"a,b\n" * 1000)[:20])

    with pytest.raises(DataError, match="not a whole gzip file"):
        sniff_delimiter(path)


def test_a_very_wide_file_is_sniffed(tmp_path):
    # One cell of a wrong delimiter is longer than the csv module allows.
    names = [f"column_{i}" for i in range(20_000)]

    path = write(tmp_path, ",".join(names) + "\n" + ",".join(["1"] * 20_000) + "\n")

    assert sniff_delimiter(path) == ","
    assert read_header(path, ",") == names


@pytest.mark.parametrize("content", [b"h\xf6he,b\n1,2\n", "a,b\n1,2\n".encode("utf-16")])
def test_a_name_that_is_not_unicode_is_an_error(tmp_path, content):
    path = tmp_path / "data.csv"
    path.write_bytes(content)

    with pytest.raises(DataError, match="not UTF-8 text"):
        read_header(path, ",")
