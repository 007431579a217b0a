"""What a node predicts."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from arboretum.part import Part

__all__ = ["LeafModel"]

FloatArray = npt.NDArray[np.float64]


class LeafModel(Part):
    """Turns the samples of a node into the value the node predicts.

    Every node gets a value, inner ones too: they become leaves when pruned.
    For classes the value is one weight a class (they need not sum to one);
    for numbers it is one number a target.
    """

    #: Whether ``value`` wants the target values themselves, not only their statistics.
    needs_targets: ClassVar[bool] = False

    @abstractmethod
    def value(
        self,
        statistics: FloatArray,
        targets: npt.NDArray | None = None,
        weights: FloatArray | None = None,
    ) -> FloatArray:
        """The value of a node from its statistics (and target rows, if asked for)."""
