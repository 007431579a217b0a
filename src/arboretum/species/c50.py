"""C5.0: groups of categories that pay for their choice, and pruning of the tree as a whole."""

from __future__ import annotations

from typing import Any

from arboretum.criteria import InformationGain
from arboretum.data import Dataset, Schema
from arboretum.growing import Progress, Recipe
from arboretum.growing.many import step_of, unfitted
from arboretum.growing.recipe import recipe_of
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
from arboretum.species.winnow import needed_features
from arboretum.splits import Grouped, Threshold
from arboretum.stopping import Constant, MinSamplesSplit, TwoBranches
from arboretum.tree import Tree

__all__ = ["C50Classifier"]

#: Rows for each class from which on the mean gain counts less, and from which on it does not.
LARGE = (500.0, 1000.0)


class C50Classifier(ClassSpecies):
    """Quinlan's C5.0, without boosting."""

    #: The positions of the features that may be asked about; None for all.
    _may_ask: tuple[int, ...] | None = None

    def __init__(
        self,
        *,
        splits: Any = "grouped",
        missing: Any = "fractional",
        stopping: Any = (),
        pruning: Any = "error_based",
        global_pruning: bool = True,
        winnow: bool = False,
        loss: Any = None,
        kinds: Any = None,
        max_depth: int | None = None,
        min_samples_leaf: int | float = 2,
        class_weight: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self._keep(locals())

    @property
    def winnowed_(self) -> tuple[str, ...]:
        """The names of the features that winnowing dropped."""
        may_ask = recipe_of(self.tree_).may_ask
        features = enumerate(self.tree_.schema.features)
        return tuple(feature.name for i, feature in features if not may_ask(i))

    def grow_dataset(self, dataset: Dataset, progress: Progress | None = None) -> Tree:
        if not self.winnow:
            return super().grow_dataset(dataset, progress)
        winnowing, growing = step_of(progress, 0, 2), step_of(progress, 1, 2)
        kept = needed_features(self._grow_small, dataset, winnowing)
        other = self._asking(kept)
        tree = other.grow_dataset(dataset, growing)
        self.grower_ = other.grower_
        return tree

    def _grow_small(
        self, dataset: Dataset, features: tuple[int, ...], progress: Progress | None
    ) -> Tree:
        return self._asking(features).fit_dataset(dataset, progress).tree_

    def _asking(self, features: tuple[int, ...]) -> C50Classifier:
        """The same species that asks about some features, and does not winnow."""
        other: C50Classifier = unfitted(self).set_params(winnow=False)
        other._may_ask = features
        return other

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
            splitters=(Threshold("value", class_share=0.1, gap_bits=True), nominal),
            selector=AboveMeanGain(many=ManyUnlessAll(MANY), rows_per_class=LARGE),
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
            split_features=self._may_ask,
        )
