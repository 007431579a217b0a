"""Every claim of the source texts is held by a test that runs in a plain clone, or is said open."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from arboretum import C45Classifier, CARTClassifier, ID3Classifier
from tests.docs.pages import ROOT

TESTS = Path(__file__).parents[1]
CLAIMS = tomllib.loads(Path(__file__).with_name("claims.toml").read_text(encoding="utf-8"))

#: How many rows of each kind the list has.
ROWS = {
    "M": 27, "S": 16, "A": 12, "P": 12, "R": 8, "U": 7, "V": 6, "C": 3, "G": 7, "H": 5, "E": 12,
    "D": 19, "T": 16, "O": 4,
}  # fmt: skip
#: What may be skipped: it needs tables beside the clone, or a browser.
ELSEWHERE = ("parity/", "browser/")
HELD = {name: row["tests"] for name, row in CLAIMS.items() if "tests" in row}


@cache
def functions_of(path):
    """The tests of a file: name to source."""
    source = (TESTS / path).read_text(encoding="utf-8")
    found = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    return {
        node.name: ast.get_source_segment(source, node)
        for node in found
        if node.name.startswith("test_")
    }


def file_and_function(test):
    path, _, function = test.partition("::")
    return path, function.partition("[")[0]


def test_every_row_of_the_list_is_here_once_and_in_order():
    assert list(CLAIMS) == [f"{kind}{i:02}" for kind, n in ROWS.items() for i in range(1, n + 1)]
    assert {name for name, row in CLAIMS.items() if not row.get("claim")} == set()
    assert {n for n, row in CLAIMS.items() if ("open" in row) == bool(row.get("tests"))} == set()


@pytest.mark.parametrize("name", HELD)
def test_the_tests_of_a_row_are_there_and_run_in_a_plain_clone(name):
    for test in HELD[name]:
        path, function = file_and_function(test)

        assert not path.startswith(ELSEWHERE), f"{test} is skipped without what it compares with"
        of_file = functions_of(path)
        assert not function or function in of_file, f"{test} is not there"
        for source in [of_file[function]] if function else of_file.values():
            head = source.partition(":\n")[0]
            assert "shared_data" not in head, f"{test} is skipped without data beside the clone"
            assert not re.search(r"\bskip(if)?\(", source), f"{test} may skip itself"


def test_rows_in_names_of_tests_are_on_the_list():
    # Such as test_s05_and_s06_…: a test that says it is about a row is listed with it.
    pattern = re.compile(r"(?<![a-z0-9])([a-z]\d\d)(?=_)")
    named = {
        (row.upper(), f"worked/{file.name}::{test}")
        for file in sorted((TESTS / "worked").glob("test_*.py"))
        for test in functions_of(f"worked/{file.name}")
        for row in pattern.findall(test.removeprefix("test_"))
    }

    listed = {(name, test.partition("[")[0]) for name, tests in HELD.items() for test in tests}

    assert {(row, test) for row, test in named - listed if row in CLAIMS} == set()


@pytest.mark.full
def test_pytest_collects_all_of_them():
    tests = sorted({f"tests/{test}" for test in chain.from_iterable(HELD.values())})
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]

    done = subprocess.run(
        [*command, *tests], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )

    # A name that is not there, of a case for instance, is an error.
    assert done.returncode == 0, done.stdout + done.stderr
    collected = done.stdout.splitlines()
    lacking = [t for t in tests if not any(line.startswith(t) for line in collected)]
    assert lacking == []


def test_o03_readers_are_sent_to_the_programs_and_papers_of_the_notes():
    assert "Quinlan (1986), Induction of decision trees" in ID3Classifier.__doc__
    assert "Quinlan (1993)" in C45Classifier.__doc__
    assert "rpart" in CARTClassifier.__doc__
    pages = {
        page: (ROOT / "docs" / "algorithms" / f"{page}.md").read_text(encoding="utf-8")
        for page in ("id3", "c45", "cart")
    }
    assert re.search(r"Mitchell, \*Machine\s+Learning\*", pages["id3"])
    assert "C5.0" in pages["c45"]
    assert "rpart" in pages["cart"]
