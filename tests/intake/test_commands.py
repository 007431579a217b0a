"""The command line: options for files that are not plain, and what is said about them."""

from __future__ import annotations

import gzip
import io
import json
import sys
from types import SimpleNamespace

import openpyxl
import pytest

from arboretum.cli.run import run

N = 120
AGES = [18 + (i * 37) % 61 for i in range(N)]
PRICES = [round(900 + (i * 7919) % 2600 + 0.25, 2) for i in range(N)]
BOUGHT = ["yes" if a > 45 and p > 2000 else "no" for a, p in zip(AGES, PRICES, strict=True)]
CLEAN = "age,price,bought\n" + "".join(
    f"{a},{p},{b}\n" for a, p, b in zip(AGES, PRICES, BOUGHT, strict=True)
)


def german(number):
    whole, cents = f"{number:.2f}".split(".")
    return f"{int(whole):,}".replace(",", ".") + "," + cents


def nasty():
    lines = ["Umfrage 2022;;", "age;price;bought"]
    lines += [f" {a};{german(p)} €;{b}" for a, p, b in zip(AGES, PRICES, BOUGHT, strict=True)]
    return "\r\n".join(lines).encode("cp1252")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "clean.csv").write_text(CLEAN)
    (tmp_path / "nasty.csv").write_bytes(nasty())
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def arboretum(folder, capsys, monkeypatch):
    """Runs a command line: its exit code, what it printed, and what it said besides."""

    def call(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(stdin)))
        code = run(list(map(str, arguments)))
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return call


@pytest.fixture
def grow(arboretum, folder):
    """Grows a tree from a file and returns it as it is saved."""

    def call(name, *more):
        code, _, err = arboretum(
            "grow", name, "--target", "bought", "--no-cv", "--out", "tree.json", *more
        )
        assert code == 0, err
        return json.loads((folder / "tree.json").read_text())

    return call


def test_a_nasty_file_grows_the_tree_of_the_clean_one(grow):
    assert grow("nasty.csv") == grow("clean.csv")


ODD = {
    "delimiter": (CLEAN.replace(",", ":"), ["--delimiter", ":"]),
    "tab": (CLEAN.replace(",", "\t"), ["--delimiter", "tab"]),
    "skip": ("x,y,z\nu,v,w\n" + CLEAN, ["--skip", "2"]),
    "encoding": (CLEAN.encode("utf-16-be"), ["--encoding", "utf-16-be"]),
    "decimal": (CLEAN.replace(",", ";").replace(".", ","), ["--decimal", ","]),
    "thousands": (
        "age;price;bought\n"
        + "".join(f"{a};{p:,};{b}\n" for a, p, b in zip(AGES, PRICES, BOUGHT, strict=True)),
        ["--thousands", ","],
    ),
    "header": (CLEAN, ["--header"]),
    "na": (CLEAN + "-999,-999,-999\n", ["--na", "-999", "--na", "nobody knows"]),
}


@pytest.mark.parametrize(("content", "options"), ODD.values(), ids=ODD)
def test_every_option_is_obeyed(folder, grow, content, options):
    (folder / "odd.csv").write_bytes(content if isinstance(content, bytes) else content.encode())

    assert grow("odd.csv", *options) == grow("clean.csv")


def test_a_sheet_is_named(folder, grow):
    book = openpyxl.Workbook()
    book.active.append(["nothing", "here"])
    sheet = book.create_sheet("second")
    for line in CLEAN.splitlines():
        sheet.append([float(c) if c[:1].isdigit() else c for c in line.split(",")])
    book.save(folder / "book.xlsx")

    assert grow("book.xlsx", "--sheet", "second") == grow("clean.csv")


def test_a_file_without_names_is_said_so_and_may_be_told_otherwise(folder, arboretum):
    (folder / "odd.data").write_text(CLEAN.split("\n", 1)[1])

    code, out, _ = arboretum("grow", "odd.data", "--target", "column_3", "--no-cv")
    assert code == 0
    assert "If the first line holds names: --header." in out
    code, _, err = arboretum("grow", "odd.data", "--header", "--target", "column_3", "--no-cv")
    assert code == 1
    assert "no column 'column_3'" in err


def test_strict_names_all_culprits_at_once(arboretum):
    code, _, err = arboretum("grow", "nasty.csv", "--target", "bought", "--strict")

    assert code == 1
    lines = [line for line in err.splitlines() if line.startswith("  - ")]
    assert len(lines) == 3
    assert "is read as cp1252" in lines[0]
    assert "the table begins at line 2" in lines[1]
    assert "column 'price'" in lines[2]
    assert "encoding=" not in err


def test_strict_says_nothing_about_a_plain_file(grow):
    assert grow("clean.csv", "--strict") == grow("clean.csv")


def test_new_rows_are_read_as_those_of_training_were(grow, arboretum):
    grow("clean.csv")
    new = "price;age\n3.200,50;n/a\n1000;51\nsee notes;60\n2.900,00 €;70\n"

    code, out, err = arboretum("predict", "tree.json", "-", stdin=new.encode())

    assert code == 0, err
    assert len(out.splitlines()) == 5
    assert out.splitlines()[4] == "yes"
    assert "column 'age': 1 cell holds 'n/a', read as missing" in err
    assert "'see notes' (line 4)" in err
    assert "'3.200,50' is read as 3200.5" in err or "'2.900,00 €' is read as 2900" in err
    code, _, err = arboretum("predict", "tree.json", "-", "--strict", stdin=new.encode())
    assert code == 1
    assert err.count("\n  - ") == 3


def test_standard_input_may_be_packed(arboretum):
    packed = gzip.compress(CLEAN.encode())

    code, out, err = arboretum("grow", "-", "--target", "bought", "--no-cv", stdin=packed)

    assert code == 0, err
    assert f"{N} rows, 2 features" in out


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--encoding", "klingon", "'klingon' is not known"),
        ("--delimiter", "::", "'::' is not one character"),
        ("--decimal", ";", "'--decimal'"),
        ("--skip", "-1", "'--skip'"),
    ],
)
def test_an_option_that_makes_no_sense_is_named(arboretum, option, value, message):
    code, _, err = arboretum("grow", "clean.csv", "--target", "bought", option, value)

    assert code == 2
    assert message in err
