"""CHAID for classes and for numbers: merging, testing, splitting."""

from __future__ import annotations

from typing import Any

from arboretum.criteria import ChiSquarePValue, Criterion, FPValue
from arboretum.data import Schema
from arboretum.growing import Recipe
from arboretum.leaves import ClassDistribution, LeafModel, Mean
from arboretum.missing import Branch
from arboretum.species.base import ClassSpecies, NumberSpecies, Species
from arboretum.species.parameters import number_of_samples, size_rules
from arboretum.splits import Merge
from arboretum.splits.merge import BinThresholds, require_level, require_merging
from arboretum.stopping import Significant

__all__ = ["CHAID", "CHAIDClassifier", "CHAIDRegressor"]


class CHAID(Species):
    """Merges the categories of every feature, then splits by the most significant one."""

    #: Missing values are a category; where a node had none, later ones follow the heaviest branch.
    missing = Branch()
    pruning = None

    def _chaid_recipe(self, criterion: Criterion, leaf: LeafModel, **merging: Any) -> Recipe:
        require_merging(self, "alpha_merge")
        require_level(self, "alpha_split")
        rules = size_rules(self)
        merge = Merge(
            alpha=self.alpha_merge,
            alpha_resplit=self.alpha_resplit,
            exhaustive=self.exhaustive,
            bonferroni=self.bonferroni,
            min_samples=number_of_samples(self, "min_samples_leaf", 1),
            n_bins=self.n_bins,
            thresholds=BinThresholds(self.n_bins),
            **merging,
        )
        return Recipe(
            criterion=criterion,
            splitters=(merge,),
            missing=self.missing,
            leaf=leaf,
            stopping=(*rules, Significant(self.alpha_split)),
        )


class CHAIDClassifier(CHAID, ClassSpecies):
    """Kass's CHAID: a branch for every group of categories that differ in their classes."""

    #: Samples count as they are.
    class_weight = None

    def __init__(
        self,
        *,
        alpha_merge: float = 0.05,
        alpha_split: float = 0.05,
        alpha_resplit: float | None = None,
        exhaustive: bool = False,
        statistic: str = "pearson",
        bonferroni: bool = True,
        n_bins: int = 10,
        kinds: Any = None,
        max_depth: int | None = None,
        min_samples_split: int | float = 30,
        min_samples_leaf: int | float = 10,
        n_jobs: int | None = None,
    ) -> None:
        self._keep(locals())

    def _recipe(self, schema: Schema) -> Recipe:
        return self._chaid_recipe(
            criterion=ChiSquarePValue(self.statistic),
            leaf=ClassDistribution(),
            statistic=self.statistic,
        )


class CHAIDRegressor(CHAID, NumberSpecies):
    """Kass's CHAID for numbers: a branch for every group of categories that differ in the mean."""

    def __init__(
        self,
        *,
        alpha_merge: float = 0.05,
        alpha_split: float = 0.05,
        alpha_resplit: float | None = None,
        exhaustive: bool = False,
        bonferroni: bool = True,
        n_bins: int = 10,
        kinds: Any = None,
        max_depth: int | None = None,
        min_samples_split: int | float = 30,
        min_samples_leaf: int | float = 10,
        n_jobs: int | None = None,
    ) -> None:
        self._keep(locals())

    def _recipe(self, schema: Schema) -> Recipe:
        return self._chaid_recipe(criterion=FPValue(), leaf=Mean())
