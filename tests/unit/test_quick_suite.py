"""What ``pytest --quick`` runs, and what it does not let pass."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONFTEST = """
import tests.conftest

tests.conftest.LIMIT = 0.2
from tests.conftest import *
"""
TESTS = """
import time
import pytest

@pytest.fixture(params="ab")
def letter(request):
    return request.param

@pytest.mark.pairwise
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize(("one", "two"), [(1, 2), (2, 1)])
def test_of_a_grid(letter, number, one, two): ...

@pytest.mark.pairwise
@pytest.mark.parametrize("sign", "+-")
@pytest.mark.parametrize("letter", "cd")
@pytest.mark.parametrize("size", [30, pytest.param(6000, marks=pytest.mark.full)])
def test_of_two_sizes(letter, size, sign): ...

@pytest.mark.browser
def test_of_a_page(): ...

@pytest.fixture(scope="module")
def costly():
    start = time.process_time()
    while time.process_time() < start + 0.3: ...

def test_that_waits():
    time.sleep(0.3)

def test_that_works(costly): ...
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The outcome of each test above by its name, and all that was printed."""
    folder = tmp_path_factory.mktemp("suite")
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_all.py").write_text(TESTS)
    (folder / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    def run(*options):
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-v", *options, folder]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
        return dict(re.findall(r"::(\S+) (PASSED|FAILED) ", done.stdout)), done.stdout

    return run


def test_quick_runs_a_cover_of_the_pairs_and_fails_what_takes_long(run):
    outcomes, printed = run("--quick")

    assert {name.partition("[")[0] for name in outcomes} == {
        "test_of_a_grid", "test_of_two_sizes", "test_that_waits", "test_that_works",
    }  # fmt: skip
    assert sum(name.startswith("test_of_a_grid") for name in outcomes) == 6
    assert sorted(name for name in outcomes if "sizes" in name) == [
        f"test_of_two_sizes[30-{letter}-{sign}]" for letter in "cd" for sign in "+-"
    ]
    assert [name for name, outcome in outcomes.items() if outcome == "FAILED"] == [
        "test_that_works"
    ]
    assert "s of processor time; a quick test may take 0.2 s" in printed


def test_without_it_everything_runs(run):
    outcomes, _ = run()

    assert len(outcomes) == 12 + 8 + 3
    assert set(outcomes.values()) == {"PASSED"}
