"""The data sets beside the repository that have one target, as their list describes them."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["TABLES", "SharedTable"]

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


def _listed() -> Iterator[SharedTable]:
    readme = FOLDER / "README.md"
    if not readme.is_file():
        return
    for line in readme.read_text(encoding="utf-8").splitlines():
        if not line.startswith("| `"):
            continue
        name, _, _, target, task, *_ = (cell.strip(" `") for cell in line.strip("| ").split(" | "))
        if task in ("binary", "multiclass", "regression") or task.startswith("ordinal"):
            yield SharedTable(name, target, task == "regression")


#: Empty where the folder is not there: what goes through them is then skipped.
TABLES = tuple(_listed())
