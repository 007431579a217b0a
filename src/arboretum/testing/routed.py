"""Where samples go when a split is asked, to compare with what was promised."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.sources import MemorySource, Route
from arboretum.statistics import ClassCounts, Moments, Statistics, Table
from arboretum.testing.samples import class_dataset, number_dataset
from arboretum.tree import Split

__all__ = ["Ground", "grounds"]


@dataclass(frozen=True, eq=False)
class Ground:
    """A dataset with its statistics, to try splits on."""

    dataset: Dataset
    statistics: Statistics

    def source(self) -> MemorySource:
        return MemorySource(self.dataset, self.statistics)

    def table(self, feature: int, fill: npt.NDArray[np.integer] | None = None) -> Table:
        return self.source().table(0, feature, fill)

    def asked(
        self, split: Split, shares: npt.NDArray[np.float64] | None = None
    ) -> npt.NDArray[np.float64]:
        """Number of samples in each branch once a split has been asked."""
        source = self.source()
        children = range(1, split.arity + 1)
        source.route([Route(0, split, children, shares)])
        return np.array([count for count, *_ in source.totals(children)])


def grounds(*, has_missing: bool) -> list[Ground]:
    """One dataset with classes and one with numbers."""
    classes = class_dataset(has_missing=has_missing)
    numbers = number_dataset(has_missing=has_missing)
    return [Ground(classes, ClassCounts(classes)), Ground(numbers, Moments(numbers))]
