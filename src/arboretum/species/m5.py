"""M5': trees with linear models, by standard deviations."""

from __future__ import annotations

from typing import Any

from arboretum.criteria import StandardDeviation
from arboretum.data import Schema
from arboretum.data.measured import ShareOfDeviation
from arboretum.growing import Recipe
from arboretum.species.model_tree import ModelTree
from arboretum.species.parameters import max_depth_rule, number_of_samples
from arboretum.stopping import (
    Constant,
    MinImpurity,
    MinSamplesLeaf,
    MinSamplesSplit,
    MinShareBranch,
)

__all__ = ["M5Regressor"]

#: Of the variance, to compare splits by: the deviation of a few far samples counts for less.
ROOT = 5.0
#: What each side of a split must hold more than, so that the ends of a range are not cut off.
SHARE = 0.2


class M5Regressor(ModelTree):
    """Quinlan's M5 as Wang and Witten rebuilt it: splits by deviation, equations in the leaves."""

    def __init__(
        self,
        *,
        smoothing: float = 15.0,
        ridge: float = 0.0,
        clip: bool = True,
        split_features: Any = None,
        model_features: Any = None,
        min_deviation: float = 0.05,
        min_samples_split: int | float = 4,
        max_depth: int | None = None,
        pruning: Any = "m5",
        missing: Any = "direction",
        kinds: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self._keep(locals())

    def _recipe(self, schema: Schema) -> Recipe:
        rules = (
            Constant(),
            *max_depth_rule(self),
            MinSamplesSplit(number_of_samples(self, "min_samples_split", 2)),
            MinSamplesLeaf(2),
            MinShareBranch(SHARE),
            MinImpurity(ShareOfDeviation(self._amount("min_deviation"), 2 / ROOT)),
        )
        return self._model_recipe(
            schema, StandardDeviation(ROOT), rules, drop="akaike", tested_below=True
        )
