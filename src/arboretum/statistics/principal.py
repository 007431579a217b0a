"""One number for a vector: where it lies along the direction of largest spread."""

from __future__ import annotations

import numpy as np

from arboretum import _core
from arboretum.statistics.base import FloatArray

__all__ = ["first_component"]


def first_component(points: FloatArray, weights: FloatArray) -> FloatArray:
    """Order (n, d) points by their weighted first principal component.

    The sign, which the mathematics leaves open, is fixed: the coordinate that
    counts most counts positively (the first such coordinate, if several do).
    Scores are relative to the largest and rounded to 12 digits, so that equal points tie.

    >>> first_component(np.array([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]), np.ones(3))
    array([ 1.,  0., -1.])
    """
    return _core.first_component(np.ascontiguousarray(points), np.ascontiguousarray(weights))
