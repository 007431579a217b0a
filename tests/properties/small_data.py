"""Small data sets with everything in them, for hypothesis."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

numbers = st.sampled_from([-2.0, -0.5, 0.0, 0.25, 1.0, 3.0, 7.5])
letters = st.sampled_from(["a", "b", "c", "d"])
maybe_numbers = st.one_of(st.none(), numbers)
maybe_letters = st.one_of(st.none(), letters)
whole_weights = st.sampled_from([Fraction(1), Fraction(2), Fraction(3)])
# Sums of these are exact in floating point, so that ties are ties.
dyadic_weights = st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(5, 4)])


@dataclass(frozen=True)
class SmallData:
    """Rows of plain values, as the slow twins want them."""

    rows: list[list]
    targets: list
    weights: list[Fraction]

    @property
    def X(self) -> dict:
        return {f"x{j}": list(column) for j, column in enumerate(zip(*self.rows, strict=True))}

    @property
    def y(self) -> list:
        return [t if isinstance(t, str) else float(t) for t in self.targets]

    @property
    def w(self) -> np.ndarray:
        return np.array([float(w) for w in self.weights])

    def take(self, order) -> SmallData:
        return SmallData(
            [self.rows[i] for i in order],
            [self.targets[i] for i in order],
            [self.weights[i] for i in order],
        )


@st.composite
def small_data(
    draw, *, classes=3, numeric=False, weights=whole_weights, columns=(numbers, letters), rows=12
):
    """2 to ``rows`` samples of 1 to 3 features; classes, or numbers if ``numeric``."""
    n = draw(st.integers(2, rows))
    values = [draw(st.sampled_from(columns)) for _ in range(draw(st.integers(1, 3)))]
    names = ["no", "yes", "maybe"][:classes]
    targets = st.integers(0, 6).map(Fraction) if numeric else st.sampled_from(names)
    table = [[draw(value) for value in values] for _ in range(n)]
    for column in zip(*table, strict=True):
        assume(any(value is not None for value in column))
    return SmallData(
        table,
        [draw(targets) for _ in range(n)],
        [draw(weights) for _ in range(n)],
    )
