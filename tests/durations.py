"""Where the time of the tests goes, in few lines: per file, and per test with all its cases.

``python -m pytest -n 2 --processor-time --durations=0 -vv | python -m tests.durations``
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable

LINE = re.compile(r"^(?P<seconds>[\d.]+)s (?:setup|call|teardown) +(?P<file>\S+?)::(?P<test>.+)$")
#: Tests that take less than this, and files with no other, are left out.
LEAST = 0.05


def read(lines: Iterable[str]) -> dict[str, dict[str, dict[str, float]]]:
    """Seconds by file, test and case, setup and teardown included."""
    found = defaultdict(lambda: defaultdict(lambda: defaultdict(float)))
    for line in lines:
        if match := LINE.match(line.rstrip()):
            test, _, case = match["test"].partition("[")
            found[match["file"]][test][case] += float(match["seconds"])
    return found


def condensed(found: dict[str, dict[str, dict[str, float]]]) -> str:
    """Files and their tests, the longest first: seconds, slowest case, number of cases, name."""
    total = sum(sum(cases.values()) for tests in found.values() for cases in tests.values())
    lines = [
        f"# {__doc__.splitlines()[0]}",
        f"# {__doc__.splitlines()[2].strip('`')}",
        f"# {total:.0f} s in all: seconds, those of the slowest case, number of cases, name",
    ]
    of_file = {
        file: sum(sum(cases.values()) for cases in tests.values()) for file, tests in found.items()
    }
    for file in sorted(found, key=of_file.get, reverse=True):
        rows = [(sum(c.values()), max(c.values()), len(c), t) for t, c in found[file].items()]
        rows = sorted((row for row in rows if row[0] >= LEAST), reverse=True)
        if rows:
            lines.append(f"{of_file[file]:8.2f} {file}")
            lines += [f"{a:12.2f} {b:7.2f} {n:5} {test}" for a, b, n, test in rows]
    return "\n".join(lines)


if __name__ == "__main__":
    print(condensed(read(sys.stdin)))
