"""The data sets beside the repository, as their list describes them: of one target, of several."""

from __future__ import annotations

import csv
import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["SEVERAL", "TABLES", "SeveralTargets", "SharedTable"]

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data"
#: Names of rows, which no tree should learn from.
ROW_NAMES = {
    "car_test_frame.csv": ["car"],
    "cu_summary.csv": ["car"],
    "titanic.csv": ["name"],
    "zoo.csv": ["animal"],
}


@dataclass(frozen=True)
class SharedTable:
    """A table, its target, and whether that is a number."""

    name: str
    target: str
    is_numeric: bool

    @property
    def path(self) -> Path:
        return FOLDER / self.name

    def read(self) -> tuple[dict[str, list], list]:
        """Features and target of the rows that have one; numbers where a whole column is.

        Columns without a value are left out.
        """
        opened = gzip.open if self.name.endswith(".gz") else open
        with opened(self.path, "rt", encoding="utf-8", newline="") as file:
            names, *rows = csv.reader(file)
        rows = [row for row in rows if row[names.index(self.target)]]
        columns = dict(zip(names, map(_values, zip(*rows, strict=True)), strict=True))
        y = columns.pop(self.target)
        for name in ROW_NAMES.get(self.name, []):
            del columns[name]
        columns = {name: cells for name, cells in columns.items() if set(cells) != {None}}
        return columns, y if self.is_numeric else [str(label) for label in y]


def _values(cells: tuple[str, ...]) -> list:
    try:
        return [float(cell) if cell else None for cell in cells]
    except ValueError:
        return [cell or None for cell in cells]


@dataclass(frozen=True)
class SeveralTargets:
    """A table of several targets, named as on a command line, and what they are together."""

    name: str
    targets: tuple[str, ...]
    task: str

    @property
    def path(self) -> Path:
        return FOLDER / self.name


def _lines() -> Iterator[list[str]]:
    """The cells of the list that stands beside the data."""
    readme = FOLDER / "README.md"
    if not readme.is_file():
        return
    for line in readme.read_text(encoding="utf-8").splitlines():
        if line.startswith("| `"):
            yield [cell.strip() for cell in line.strip("| ").split(" | ")]


def _listed() -> Iterator[SharedTable]:
    for name, _, _, target, task, *_ in _lines():
        if task in ("binary", "multiclass", "regression") or task.startswith("ordinal"):
            yield SharedTable(name.strip("`"), target.strip("`"), task == "regression")


def _listed_several() -> Iterator[SeveralTargets]:
    for name, _, _, target, task, *_ in _lines():
        if task.startswith(("multi-target", "multi-label", "hierarchical")):
            named = tuple(re.findall(r"`([^`]*)`", target))
            targets = ("..".join(named),) if "\N{HORIZONTAL ELLIPSIS}" in target else named
            yield SeveralTargets(name.strip("`"), targets, task.split(" ")[0])


#: Empty where the folder is not there: what goes through them is then skipped.
TABLES, SEVERAL = tuple(_listed()), tuple(_listed_several())
