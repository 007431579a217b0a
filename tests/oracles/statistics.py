"""Slow and obvious statistics: loops over samples, nothing shared with the package."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np


def class_counts(targets: np.ndarray, weights: np.ndarray, blocks: Sequence[int]) -> np.ndarray:
    """Weight of each class, the targets one after another."""
    counts = [[0.0] * n_classes for n_classes in blocks]
    for row, weight in zip(targets, weights, strict=True):
        for block, code in zip(counts, row, strict=True):
            block[code] += weight
    return np.array([weight for block in counts for weight in block])


def moments(targets: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Weight, sums and sums of squares about 0."""
    pairs = list(zip(targets, weights, strict=True))
    d = targets.shape[1]
    sums = [math.fsum(w * row[j] for row, w in pairs) for j in range(d)]
    squares = [math.fsum(w * row[j] ** 2 for row, w in pairs) for j in range(d)]
    return np.array([math.fsum(weights), *sums, *squares])


def poisson_sums(targets: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Weight, sums of y and of y log y."""
    pairs = list(zip(targets, weights, strict=True))
    d = targets.shape[1]
    sums = [math.fsum(w * row[j] for row, w in pairs) for j in range(d)]
    logs = [
        math.fsum(w * row[j] * math.log(row[j]) for row, w in pairs if row[j] > 0) for j in range(d)
    ]
    return np.array([math.fsum(weights), *sums, *logs])


def deviation(values: Sequence[float], weights: Sequence[float]) -> tuple[float, float]:
    """Weight, and the smallest sum of absolute deviations from any one number.

    The median is not looked for: a sum of absolute deviations is smallest at
    one of the values, so all are tried.
    """
    if len(values) == 0:
        return 0.0, 0.0
    pairs = list(zip(values, weights, strict=True))
    smallest = min(math.fsum(w * abs(y - centre) for y, w in pairs) for centre in values)
    return math.fsum(weights), smallest
