"""A small data set to try things on."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import ParameterError

__all__ = ["Example", "read_example"]

_BACKENDS = ("pandas", "polars", "pyarrow")


@dataclass(frozen=True, eq=False)
class Example:
    """Features, target and where they come from.

    Attributes
    ----------
    X : dict of a column a feature; numbers, or strings with None for missing
    y : the target
    weights : how many samples each row stands for, or None
    """

    name: str
    description: str
    X: dict[str, npt.NDArray[Any]]
    y: npt.NDArray[Any]
    target_name: str
    weights: npt.NDArray[np.float64] | None = None
    weights_name: str | None = None

    def frame(self, backend: str = "pandas") -> Any:
        """Everything as one data frame, target (and weights) last."""
        columns = {**self.X, self.target_name: self.y}
        if self.weights is not None and self.weights_name is not None:
            columns[self.weights_name] = self.weights
        if backend not in _BACKENDS:
            raise ParameterError(
                f"backend={backend!r} is not known. "
                f"Known backends: {', '.join(map(repr, _BACKENDS))}."
            )
        library = import_module(backend)
        make = library.table if backend == "pyarrow" else library.DataFrame
        # Lists let each library choose its own type for text.
        return make({k: v.tolist() if v.dtype == object else v for k, v in columns.items()})

    def __repr__(self) -> str:
        features = ", ".join(self.X)
        return f"Example({self.name}: {len(self.y)} rows, {features} -> {self.target_name})"


def read_example(
    path: Path, *, target: str, description: str, weights: str | None = None
) -> Example:
    """Read a bundled file; plain Python, so that no other library is needed."""
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    cells = zip(*rows, strict=True)
    columns = {name: _parse(column) for name, column in zip(header, cells, strict=True)}
    y = columns.pop(target)
    counts = None if weights is None else columns.pop(weights).astype(np.float64)
    return Example(path.stem, description, columns, y, target, counts, weights)


def _parse(cells: tuple[str, ...]) -> npt.NDArray[Any]:
    """Integers, else numbers, else strings; NA is missing."""
    try:
        return np.array(cells, dtype=np.int64)
    except ValueError:
        pass
    try:
        return np.array(["nan" if cell == "NA" else cell for cell in cells], dtype=np.float64)
    except ValueError:
        return np.array([None if cell == "NA" else cell for cell in cells], dtype=object)
