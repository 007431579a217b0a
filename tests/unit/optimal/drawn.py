"""Small random problems, for searches whose answer a slow twin can tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = [
    "Samples",
    "draw_classes",
    "draw_columns",
    "draw_numbers",
    "draw_weights",
    "twin_columns",
    "whole_counts",
]


def draw_columns(random, n):
    columns, kinds = {}, {}
    if random.random() < 0.2:  # columns of two values are searched in a way of their own
        return {f"x{j}": random.integers(0, 2, n).astype(float) for j in range(4)}, kinds
    for j in range(random.integers(1, 4)):
        name = f"x{j}"
        if random.random() < 0.65:
            values = random.integers(0, random.integers(2, 9), n) / 4
        else:
            values = random.integers(0, random.integers(2, 5), n).astype(float)
            kinds[name] = "categorical"
        if random.random() < 0.4:
            values[random.random(n) < 0.25] = np.nan
        columns[name] = values
    return columns, kinds


def draw_weights(random, n):
    style = random.integers(4)
    if style == 0:
        return None
    if style == 1:
        return random.integers(0, 4, n).astype(float)
    return random.choice([0.25, 0.5, 1.0, 1.5], n) if style == 2 else random.random(n) + 0.1


def twin_columns(columns, kinds):
    made = []
    for name, values in columns.items():
        if name in kinds:
            made.append(("category", np.where(np.isnan(values), -1, values).astype(int)))
        else:
            made.append(("number", values))
    return made


def whole_counts(w):
    """What samples count: their weight where all weights are whole numbers."""
    return w if (w == np.rint(w)).all() else np.ones(len(w))


@dataclass(frozen=True)
class Samples:
    """Samples with weights, and what they cost in one leaf.

    ``each`` is what every class costs every sample; of numbers there is none.
    """

    columns: dict[str, np.ndarray]
    kinds: dict[str, Any]
    y: np.ndarray
    weights: np.ndarray | None
    loss: np.ndarray | None = None
    each: np.ndarray | None = None

    @property
    def w(self) -> np.ndarray:
        return np.ones(len(self.y)) if self.weights is None else self.weights

    @property
    def counts(self) -> np.ndarray:
        return whole_counts(self.w)

    @property
    def leaf_cost(self) -> Callable[[np.ndarray], float]:
        """What some rows cost in a leaf."""
        w, y, each = self.w, self.y, self.each
        if each is not None:
            return lambda rows: each[rows].sum(axis=0).min()

        def squares(rows):
            mean = np.average(y[rows], weights=w[rows])
            return float((w[rows] * (y[rows] - mean) ** 2).sum())

        return squares


def draw_classes(random, n, most_classes):
    """Samples of 2 classes or more, each with a weight, and losses in two cases of five."""
    columns, kinds = draw_columns(random, n)
    n_classes = int(random.integers(2, most_classes + 1))
    y = random.integers(0, n_classes, n)
    y[:n_classes] = range(n_classes)
    weights = draw_weights(random, n)
    if weights is not None:
        weights[:n_classes] += weights[:n_classes] == 0
    loss = None
    if random.random() < 0.4:
        loss = random.integers(1, 8, (n_classes, n_classes)) / 2
        np.fill_diagonal(loss, 0.0)
    w = np.ones(n) if weights is None else weights
    matrix = 1.0 - np.eye(n_classes) if loss is None else loss
    return Samples(columns, kinds, y, weights, loss, w[:, None] * matrix[y])


def draw_numbers(random, n, draw_y):
    """Samples of numbers, two of them with a weight; ``draw_y()`` draws the numbers."""
    columns, kinds = draw_columns(random, n)
    y = draw_y()
    weights = draw_weights(random, n)
    if weights is not None:
        weights[:2] += weights[:2] == 0
    return Samples(columns, kinds, y, weights)
