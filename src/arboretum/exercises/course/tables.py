"""The tables of exercises: those of the texts, and others like them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import numpy.typing as npt

from arboretum.criteria import expected
from arboretum.tree import number_text
from arboretum.tree.words.tabulate import aligned

__all__ = ["Branches", "branches_of", "counts_text", "football_age"]

FloatArray = npt.NDArray[np.float64]
Measure = Callable[[FloatArray], FloatArray]


@dataclass(frozen=True)
class Branches:
    """A question, and the counts of each class among those who give each answer."""

    story: str
    rows: Mapping[str, Sequence[float]]
    classes: Sequence[str]

    @property
    def counts(self) -> FloatArray:
        return np.array(list(self.rows.values()), dtype=np.float64)

    @property
    def text(self) -> str:
        return counts_text(self.rows, self.classes)

    def working(self, what: str, measure: Measure, unit: str = "") -> str:
        """How a measure is averaged over the branches."""
        each, sizes = measure(self.counts), self.counts.sum(axis=1)
        lines = [f"{name}: {what} {one:.4f}" for name, one in zip(self.rows, each, strict=True)]
        terms = [f"{n:g}/{sizes.sum():g} · {one:.4f}" for n, one in zip(sizes, each, strict=True)]
        average = float(expected(measure, self.counts))
        return "\n".join([*lines, f"{' + '.join(terms)} = {average:.4f}{unit}"])


def counts_text(rows: Mapping[str, Sequence[float]], classes: Sequence[str]) -> str:
    """A line per node or answer, and a column per class.

    >>> print(counts_text({"women": [10, 490]}, ["plays", "does not"]))
           plays  does not
    women     10       490
    """
    lines = [[name, *map(number_text, map(float, row))] for name, row in rows.items()]
    return "\n".join(aligned([["", *classes], *lines]))


def football_age() -> Branches:
    """Who plays football, by age; from lecture notes."""
    return Branches(
        "1000 people are asked whether they are over 50; some of them play football.",
        {"under 50": [260, 440], "over 50": [50, 250]},
        ["plays", "does not"],
    )


def branches_of(draw: Random) -> Branches:
    """Another question with two answers of unequal size, and two classes."""
    what, yes, no = draw.choice(
        [
            ("clients whether they own a house", "owners", "tenants"),
            ("patients whether they smoke", "smokers", "others"),
            ("visitors whether they came before", "regulars", "newcomers"),
        ]
    )
    first = [draw.randint(21, 40) * 10, draw.randint(5, 19) * 10]
    second = [draw.randint(3, 9) * 10, draw.randint(11, 18) * 10]
    n = sum(first) + sum(second)
    return Branches(f"We ask {n} {what}.", {yes: first, no: second}, ["class A", "class B"])
