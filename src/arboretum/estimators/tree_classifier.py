"""A classification tree with every part open."""

from __future__ import annotations

from typing import Any

from arboretum.data import Dataset, loss_matrix
from arboretum.estimators.classifier import Classifier
from arboretum.estimators.parameters import resolve_leaf
from arboretum.growing import Recipe

__all__ = ["TreeClassifier"]


class TreeClassifier(Classifier):
    """Learns to tell classes apart by questions people can read.

    ...
    """

    def __init__(
        self,
        *,
        criterion: Any = "gini",
        splits: Any = "binary",
        missing: Any = "direction",
        leaf: Any = "distribution",
        stopping: Any = (),
        pruning: Any = None,
        loss: Any = None,
        feature_costs: Any = None,
        kinds: Any = None,
        max_depth: int | None = None,
        min_samples_split: int | float = 2,
        min_samples_leaf: int | float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        max_features: Any = None,
        class_weight: Any = None,
        random_state: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.criterion = criterion
        self.splits = splits
        self.missing = missing
        self.leaf = leaf
        self.stopping = stopping
        self.pruning = pruning
        self.loss = loss
        self.feature_costs = feature_costs
        self.kinds = kinds
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.max_features = max_features
        self.class_weight = class_weight
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _recipe(self, dataset: Dataset) -> Recipe:
        return self._common_recipe(
            dataset,
            criterion=self._criterion(dataset),
            leaf=resolve_leaf(self.leaf),
            loss=loss_matrix(self.loss, dataset.schema.classes),
        )
