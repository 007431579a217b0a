"""Which feature is asked about."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from arboretum.part import Part, Spec
from arboretum.search import Choice, OpenNode, rank_choices
from arboretum.statistics import Statistics

__all__ = ["Best", "Selector"]

FloatArray = npt.NDArray[np.float64]


class Selector(Part):
    """Chooses among the best splits of the features."""

    #: Whether ``feature_costs`` count; a recipe with costs is refused where they do not.
    uses_costs: ClassVar[bool] = True

    #: Why a node is a leaf although features offer splits.
    reason: ClassVar[str] = "no feature is selected"

    def merits(
        self, scores: FloatArray, bits: float, branches: FloatArray, node: FloatArray
    ) -> FloatArray | None:
        """What one split would be ranked by among several sets of samples.

        ``bits`` name it among all that its feature could have asked.
        ``branches`` are the weights of its branches, (n, arity), and ``node`` those of all
        samples, (n,).  None if that is not known from these alone.
        """
        return None

    @abstractmethod
    def rank(
        self, choices: Sequence[Choice], node: OpenNode, statistics: Statistics
    ) -> list[Choice]:
        """The best splits of the features, best first; empty if none is to be made.

        ``choices`` holds one or more splits, at most one per feature.  Equals go
        in the order of features.
        """


class Best(Selector):
    """Takes the split of most merit: the best score, where features have no costs."""

    name = "best"

    def native(self) -> Spec:
        return self.spec(fast=True)

    def merits(
        self, scores: FloatArray, bits: float, branches: FloatArray, node: FloatArray
    ) -> FloatArray:
        return scores

    def rank(
        self, choices: Sequence[Choice], node: OpenNode, statistics: Statistics
    ) -> list[Choice]:
        return rank_choices(choices, node.impurity)
