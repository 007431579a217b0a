"""The listing of durations adds up what pytest prints."""

from __future__ import annotations

from tests.durations import condensed, read

PRINTED = """
1.50s call     tests/a/test_one.py::test_long[x-1]
0.25s setup    tests/a/test_one.py::test_long[x-1]
0.50s call     tests/a/test_one.py::test_long[a name with spaces]
0.01s call     tests/a/test_one.py::test_short
3.00s call     tests/b/test_two.py::test_alone
0.02s teardown tests/c/test_none.py::test_short
[gw0] PASSED tests/a/test_one.py::test_long[x-1]
"""


def test_cases_are_added_up_and_the_longest_come_first():
    lines = condensed(read(PRINTED.splitlines())).splitlines()

    assert "5 s in all" in lines[2]
    assert [line.split() for line in lines[3:]] == [
        ["3.00", "tests/b/test_two.py"],
        ["3.00", "3.00", "1", "test_alone"],
        ["2.26", "tests/a/test_one.py"],
        ["2.25", "1.75", "2", "test_long"],
    ]
