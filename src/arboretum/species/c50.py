"""C5.0: groups of categories that pay for their choice, and pruning of the tree as a whole."""

from __future__ import annotations

from typing import Any

from arboretum.criteria import InformationGain
from arboretum.data import Schema
from arboretum.growing import Recipe
from arboretum.leaves import ClassDistribution
from arboretum.pruning import GlobalPruning, InTurn, JoinLeaves, Needless, Pruner
from arboretum.selectors import AboveMeanGain
from arboretum.selectors.above_mean_gain import ManyUnlessAll
from arboretum.species.base import ClassSpecies
from arboretum.species.c45 import MANY
from arboretum.species.parameters import (
    max_depth_rule,
    number_of_samples,
    own_rules,
    resolve_loss,
    resolve_missing,
    resolve_nominal,
)
from arboretum.splits import Grouped, Threshold
from arboretum.stopping import Constant, MinSamplesSplit, TwoBranches
from arboretum.tree import Tree

__all__ = ["C50Classifier"]


class C50Classifier(ClassSpecies):
    """Quinlan's C5.0, without boosting."""

    def __init__(
        self,
        *,
        splits: Any = "grouped",
        threshold: str = "value",
        missing: Any = "fractional",
        stopping: Any = (),
        pruning: Any = "error_based",
        global_pruning: bool = True,
        loss: Any = None,
        kinds: Any = None,
        max_depth: int | None = None,
        min_samples_leaf: int | float = 2,
        class_weight: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self._keep(locals())

    def _worth_growing(self, tree: Tree) -> Tree:
        return Needless().prune(tree, None)

    def chosen_pruner(self) -> Pruner:
        """The pruner of subtrees, that of the whole tree, and joined leaves after each."""
        first = super().chosen_pruner()
        stages: list[Pruner] = [] if first is None else [first]
        stages.append(JoinLeaves())
        if self.global_pruning:
            stages += [GlobalPruning(), JoinLeaves()]
        return InTurn(tuple(stages))

    def _recipe(self, schema: Schema) -> Recipe:
        least = number_of_samples(self, "min_samples_leaf", 1)
        grouped = Grouped(charged=True)
        nominal = grouped if self.splits == "grouped" else resolve_nominal(self.splits)
        return Recipe(
            criterion=self._for_targets(InformationGain(), schema),
            splitters=(Threshold(self.threshold, class_share=0.1, gap_bits=True), nominal),
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
