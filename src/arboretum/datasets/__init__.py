"""Small data sets: the tables of the textbooks, the Palmer penguins, hearts and a bank.

SOURCES.md, beside this file, says where each comes from and under which licence.

>>> drug()
Example(drug: 12 rows, sex, age, blood_pressure -> drug)
>>> weather().X["outlook"][:3].tolist()
['sunny', 'sunny', 'overcast']
"""

from __future__ import annotations

import csv
import gzip
from collections.abc import Collection
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import ParameterError

__all__ = [
    "Example",
    "bank",
    "drug",
    "football",
    "heart",
    "path",
    "penguins",
    "steps",
    "weather",
]

_FOLDER = Path(__file__).parent
_BACKENDS = ("pandas", "polars", "pyarrow")


@dataclass(frozen=True, eq=False)
class Example:
    """Features, target and where they come from.

    Attributes
    ----------
    X : dict of one column per feature; numbers, or strings with None for missing
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


def _read(
    name: str,
    target: str,
    description: str,
    weights: str | None = None,
    codes: Collection[str] = (),
) -> Example:
    """Read a bundled file; plain Python, so that no other library is needed.

    ``codes`` are columns whose numbers are names of categories.
    """
    file = path(name)
    opened: Any = gzip.open if file.suffix == ".gz" else open
    with opened(file, "rt", encoding="utf-8", newline="") as text:
        header, *rows = csv.reader(text)
    columns: dict[str, npt.NDArray[Any]] = {
        name: np.array(cells, dtype=object) if name in codes else _parse(cells)
        for name, cells in zip(header, zip(*rows, strict=True), strict=True)
    }
    y = columns.pop(target)
    counts = None if weights is None else columns.pop(weights).astype(np.float64)
    return Example(name, description, columns, y, target, counts, weights)


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


def path(name: str) -> Path:
    """The bundled CSV file of a data set: bank, drug, football, heart, penguins or weather.

    Those of bank and heart are packed, ``.csv.gz``, which whatever reads CSV files here can read.
    """
    files = sorted(_FOLDER.glob("*.csv*"))
    known = {file.name.partition(".")[0]: file for file in files}
    if name not in known:
        raise ParameterError(
            f"No data set {name!r} has a file. Known names: {', '.join(map(repr, known))}."
        )
    return known[name]


def drug() -> Example:
    """Twelve patients and the drug, A or B, that helped them."""
    return _read(
        "drug", "drug", "12 patients: sex, age and blood pressure, and the drug that helped."
    )


def weather() -> Example:
    """Fourteen days on which tennis was played or not, without the temperature."""
    return _read(
        "weather",
        "play",
        "Quinlan's 14 days: outlook, humidity and wind, and whether tennis was played.",
    )


def football() -> Example:
    """A thousand employees by gender and age, and how many of them play football.

    One row per cell of the table; ``weights`` holds how many people it counts.
    """
    return _read(
        "football",
        "plays",
        "1000 people by gender and age, 310 of whom play football; rows are counts.",
        weights="n",
    )


def penguins() -> Example:
    """344 penguins of three species, with missing values.

    Data by Kristen Gorman and the Palmer Station Long Term Ecological
    Research programme, collected by Allison Horst, Alison Hill and Kristen
    Gorman as *palmerpenguins*; in the public domain (CC0).
    """
    return _read(
        "penguins",
        "species",
        "344 penguins of the Palmer Archipelago: islands, measures, sex, year; CC0.",
    )


#: Columns of the heart data whose numbers are names.
_HEART_CODES = ("sex", "pain.type", "blood.sugar", "ecg", "exercise.angina", "thal")


def heart() -> Example:
    """270 patients with chest pain, thirteen measurements, and whether they have heart disease.

    ``heart.disease`` is 1 for no and 2 for yes; ``thal`` is 3 (normal), 6 (fixed defect) or 7
    (reversible defect).  Codes are texts, so that they are categories.

    *Statlog (Heart)*, UCI Machine Learning Repository, dataset 145; CC BY 4.0.
    """
    return _read(
        "heart",
        "heart.disease",
        "270 patients: thirteen measurements, and whether the heart is diseased; UCI, CC BY 4.0.",
        codes=_HEART_CODES,
    )


def bank() -> Example:
    """4521 clients whom a Portuguese bank called, and whether they signed a deposit.

    ``duration`` is known only after the call.

    S. Moro, P. Rita, P. Cortez, *Bank Marketing*, UCI Machine Learning Repository,
    dataset 222; CC BY 4.0.
    """
    return _read(
        "bank", "y", "4521 clients called by a bank, and whether they signed; UCI, CC BY 4.0."
    )


def steps(*, seed: int = 0) -> Example:
    """A noisy staircase: y is 20, 10, 20 plus normal noise on three stretches of x.

    20 points lie evenly in 100-900, 1100-1900 and 2100-2900 each, so that a
    regression tree should cut at 1000 and 2000 exactly.
    """
    x = np.concatenate([np.linspace(start, start + 800, 20) for start in (100, 1100, 2100)])
    level = np.repeat([20.0, 10.0, 20.0], 20)
    y = level + np.random.default_rng(seed).normal(size=60)
    return Example(
        "steps", "60 points on three noisy steps of height 20, 10, 20.", {"x": x}, y, "y"
    )
