"""Small data sets: the tables of the textbooks, and the Palmer penguins.

>>> drug()
Example(drug: 12 rows, sex, age, blood_pressure -> drug)
>>> weather().X["outlook"][:3].tolist()
['sunny', 'sunny', 'overcast']
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from arboretum.datasets.example import Example, read_example
from arboretum.exceptions import ParameterError

__all__ = ["Example", "drug", "football", "path", "penguins", "steps", "weather"]

_FOLDER = Path(__file__).parent


def path(name: str) -> Path:
    """The bundled CSV file of a data set: drug, football, penguins or weather."""
    known = {file.stem: file for file in sorted(_FOLDER.glob("*.csv"))}
    if name not in known:
        raise ParameterError(
            f"There is no file of {name!r}. Known names: {', '.join(map(repr, known))}."
        )
    return known[name]


def drug() -> Example:
    """Twelve patients and the drug, A or B, that helped them."""
    return read_example(
        path("drug"),
        target="drug",
        description="12 patients: sex, age and blood pressure, and the drug that helped.",
    )


def weather() -> Example:
    """Fourteen days on which tennis was played or not, without the temperature."""
    return read_example(
        path("weather"),
        target="play",
        description="Quinlan's 14 days: outlook, humidity and wind, and whether tennis was played.",
    )


def football() -> Example:
    """A thousand employees by gender and age, and how many of them play football.

    One row a cell of the table; ``weights`` holds how many people it counts.
    """
    return read_example(
        path("football"),
        target="plays",
        weights="n",
        description="1000 people by gender and age, 310 of whom play football; rows are counts.",
    )


def penguins() -> Example:
    """344 penguins of three species, with missing values.

    Data by Kristen Gorman and the Palmer Station Long Term Ecological
    Research programme, collected by Allison Horst, Alison Hill and Kristen
    Gorman as *palmerpenguins*; in the public domain (CC0).
    """
    return read_example(
        path("penguins"),
        target="species",
        description="344 penguins of the Palmer Archipelago: islands, measures, sex, year; CC0.",
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
