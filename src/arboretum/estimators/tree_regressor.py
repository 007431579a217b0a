"""A regression tree with every part open."""

from __future__ import annotations

from typing import Any

from arboretum.data import Dataset
from arboretum.estimators.parameters import resolve_leaf
from arboretum.estimators.regressor import Regressor
from arboretum.growing import Recipe

__all__ = ["TreeRegressor"]


class TreeRegressor(Regressor):
    """Learns to predict numbers by questions people can read.

    ...
    """

    def __init__(
        self,
        *,
        criterion: Any = "squared_error",
        splits: Any = "binary",
        missing: Any = "direction",
        leaf: Any = None,
        stopping: Any = (),
        pruning: Any = None,
        feature_costs: Any = None,
        kinds: Any = None,
        max_depth: int | None = None,
        min_samples_split: int | float = 2,
        min_samples_leaf: int | float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        max_features: Any = None,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.criterion = criterion
        self.splits = splits
        self.missing = missing
        self.leaf = leaf
        self.stopping = stopping
        self.pruning = pruning
        self.feature_costs = feature_costs
        self.kinds = kinds
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.max_features = max_features
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _recipe(self, dataset: Dataset) -> Recipe:
        criterion = self._criterion(dataset)
        leaf = self.leaf
        if leaf is None:
            leaf = "median" if criterion.name == "absolute_error" else "mean"
        return self._common_recipe(dataset, criterion=criterion, leaf=resolve_leaf(leaf))
