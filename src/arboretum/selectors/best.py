"""The best split of all features."""

from __future__ import annotations

from collections.abc import Sequence

from arboretum.part import Spec
from arboretum.search import Choice, OpenNode, rank_choices
from arboretum.selectors.base import FloatArray, Selector
from arboretum.statistics import Statistics

__all__ = ["Best"]


class Best(Selector):
    """Takes the split of most merit: the best score, where features have no costs."""

    name = "best"

    def native(self) -> Spec:
        return self.spec(fast=True)

    def merits(
        self, scores: FloatArray, n_candidates: int, branches: FloatArray, node: FloatArray
    ) -> FloatArray:
        return scores

    def rank(
        self, choices: Sequence[Choice], node: OpenNode, statistics: Statistics
    ) -> list[Choice]:
        return rank_choices(choices, node.impurity)
