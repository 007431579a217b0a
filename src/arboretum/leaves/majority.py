"""The leaf that is sure of one class."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import UnsupportedCombination
from arboretum.leaves.base import FloatArray, LeafModel
from arboretum.statistics import ClassCounts, Statistics

__all__ = ["Majority"]


class Majority(LeafModel):
    """Puts all the weight of the node on its largest class; the first of equals.

    Parameters
    ----------
    blocks : tuple of int, optional
        Number of classes of each target where there are several, as in
        ``ClassCounts.blocks``.
    """

    name = "majority"
    tells_errors: ClassVar[bool] = False

    def __init__(self, blocks: tuple[int, ...] | None = None) -> None:
        self.blocks = blocks

    def check(self, statistics: Statistics) -> None:
        self.require(statistics, ClassCounts)
        assert isinstance(statistics, ClassCounts)
        if statistics.blocks not in ((statistics.width,), self.blocks):
            raise UnsupportedCombination(
                f"{self!r} does not fit {len(statistics.blocks)} targets with "
                f"{statistics.blocks} classes. Use Majority(blocks={statistics.blocks})."
            )

    def value(
        self,
        statistics: FloatArray,
        targets: npt.NDArray | None = None,
        weights: FloatArray | None = None,
    ) -> FloatArray:
        value = np.zeros(len(statistics))
        blocks = self.blocks or (len(statistics),)
        for start, end in pairwise(accumulate(blocks, initial=0)):
            block = statistics[start:end]
            value[start + np.argmax(block)] = block.sum()
        return value
