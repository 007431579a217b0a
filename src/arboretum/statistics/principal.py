"""One number for a vector: where it lies along the direction of largest spread."""

from __future__ import annotations

import numpy as np

from arboretum.statistics.base import FloatArray

__all__ = ["first_component"]

#: Digits that survive: differences below are rounding, and must not order bins.
_DIGITS = 12


def first_component(points: FloatArray, weights: FloatArray) -> FloatArray:
    """Order (n, d) points by their weighted first principal component.

    The sign, which the mathematics leaves open, is fixed: the coordinate that
    counts most counts positively (the first such coordinate, if several do).
    Scores are relative to the largest and rounded, so that equal points tie.

    >>> first_component(np.array([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]), np.ones(3))
    array([ 1.,  0., -1.])
    """
    total = weights.sum()
    if total <= 0:
        return np.zeros(len(points))
    centred = points - (weights[:, None] * points).sum(axis=0) / total
    _, vectors = np.linalg.eigh((weights[:, None] * centred).T @ centred)
    direction = np.round(vectors[:, -1], _DIGITS)
    direction *= np.sign(direction[np.argmax(np.abs(direction))])
    scores: FloatArray = (centred * direction).sum(axis=1)
    largest = np.abs(scores).max()
    return np.round(scores / largest, _DIGITS) if largest > 0 else scores
