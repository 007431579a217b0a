"""C4.5: gain ratio, multiway splits, and samples that go down several branches."""

from __future__ import annotations

from typing import Any

from arboretum.criteria import InformationGain
from arboretum.data import Schema
from arboretum.growing import Recipe
from arboretum.leaves import ClassDistribution
from arboretum.pruning import Needless
from arboretum.selectors import AboveMeanGain
from arboretum.selectors.above_mean_gain import ManyUnlessAll
from arboretum.species.base import ClassSpecies
from arboretum.species.parameters import (
    max_depth_rule,
    number_of_samples,
    own_rules,
    resolve_loss,
    resolve_missing,
    resolve_nominal,
)
from arboretum.splits import Threshold
from arboretum.stopping import Constant, MinSamplesSplit, TwoBranches
from arboretum.tree import Tree

__all__ = ["C45Classifier"]

#: A feature with at least this share as many categories as there are samples has very many.
MANY = 0.3


class C45Classifier(ClassSpecies):
    """Quinlan's C4.5, Release 8, which Weka calls J48."""

    def __init__(
        self,
        *,
        splits: Any = "multiway",
        threshold: str = "value",
        missing: Any = "fractional",
        stopping: Any = (),
        pruning: Any = "error_based",
        loss: Any = None,
        kinds: Any = None,
        max_depth: int | None = None,
        min_samples_leaf: int | float = 2,
        class_weight: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self._keep(locals())

    def _worth_growing(self, tree: Tree) -> Tree:
        """The tree without subtrees that save no training error, which C4.5 does not grow."""
        return Needless().prune(tree, None)

    def _recipe(self, schema: Schema) -> Recipe:
        least = number_of_samples(self, "min_samples_leaf", 1)
        return Recipe(
            criterion=self._for_targets(InformationGain(), schema),
            splitters=(Threshold(self.threshold, class_share=0.1), resolve_nominal(self.splits)),
            selector=AboveMeanGain(many=ManyUnlessAll(MANY)),
            missing=resolve_missing(self.missing),
            leaf=ClassDistribution(),
            stopping=(
                Constant(),
                *max_depth_rule(self),
                MinSamplesSplit(number_of_samples(self, "min_samples_leaf", 1, times=2)),
                TwoBranches(least),
                *own_rules(self.stopping),
            ),
            loss=resolve_loss(self.loss, schema),
        )
