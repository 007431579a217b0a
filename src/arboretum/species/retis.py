"""RETIS: trees with linear models, by what full fits leave."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

from arboretum.criteria import LinearResidual
from arboretum.data import Schema
from arboretum.data.measured import ShareOfDeviation, ShareOfSamples
from arboretum.growing import Recipe
from arboretum.species.model_tree import ModelTree
from arboretum.species.parameters import max_depth_rule, number_of_samples
from arboretum.statistics.model_terms import SamplesPerTerm
from arboretum.stopping import Constant, MinImpurity, MinSamplesLeaf, SomeGain

__all__ = ["RETISRegressor", "ResidualTree"]


class ResidualTree(ModelTree):
    """Splits by what linear fits of the branches leave, with linear models in the leaves."""

    _drop: ClassVar[str | None]

    def __init__(
        self,
        *,
        smoothing: float = 0.0,
        ridge: float = 0.0,
        clip: bool = True,
        split_features: Any = None,
        model_features: Any = None,
        min_deviation: float = 0.01,
        min_samples_leaf: int | float | None = None,
        max_depth: int | None = None,
        pruning: Any = "m5",
        missing: Any = "direction",
        kinds: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self._keep(locals())

    def _recipe(self, schema: Schema) -> Recipe:
        features = self._features("model_features", schema)
        rules = (
            Constant(),
            *max_depth_rule(self),
            MinSamplesLeaf(self._least_samples(features)),
            MinImpurity(ShareOfDeviation(self._amount("min_deviation"), 2)),
            SomeGain(),
        )
        criterion = self._compared_by(features, self._amount("ridge"))
        return self._model_recipe(schema, criterion, rules, drop=self._drop)

    @abstractmethod
    def _compared_by(self, features: tuple[str, ...] | None, ridge: float) -> LinearResidual:
        """What splits are compared by."""

    def _least_samples(
        self, features: tuple[str, ...] | None
    ) -> int | ShareOfSamples | SamplesPerTerm:
        """How many samples a leaf must hold: two for each number of an equation by default."""
        if self.min_samples_leaf is None:
            return SamplesPerTerm(2, features)
        return number_of_samples(self, "min_samples_leaf", 1)


class RETISRegressor(ResidualTree):
    """Karalic's RETIS: a split is as good as the linear models it leads to."""

    _drop: ClassVar[str | None] = None

    def _compared_by(self, features: tuple[str, ...] | None, ridge: float) -> LinearResidual:
        return LinearResidual(features, ridge)
