"""A node that may still be split."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["OpenNode"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class OpenNode:
    """A node that may still be split, as the parts see it.

    ``value`` is what it would predict as a leaf; ``root_weight`` is the weight
    of all training samples; ``key`` is a number that depends on the place of the
    node in the tree alone, to seed what is random; ``asked`` are the features
    asked on the way here.
    """

    id: int
    depth: int
    n_samples: float
    weight: float
    impurity: float
    statistics: FloatArray
    value: FloatArray
    is_constant: bool
    root_weight: float
    key: int = 0
    asked: frozenset[int] = frozenset()
