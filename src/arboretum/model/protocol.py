"""What those below the estimators may ask of one."""

from __future__ import annotations

from typing import Any, Protocol, Self, runtime_checkable

from arboretum.data import Dataset
from arboretum.tree import Tree

__all__ = ["TreeGrower"]


@runtime_checkable
class TreeGrower(Protocol):
    """An estimator as explanations, judges and reports see it: these names and no others.

    A fitted one has a ``model_`` besides, which predicts; see
    :func:`~arboretum.model.model_of`.
    """

    def make_dataset(self, X: Any, y: Any, sample_weight: Any = None) -> Dataset:
        """Encode samples to grow from."""

    def training_samples(self, dataset: Dataset) -> Dataset:
        """Those of an encoded dataset that trees are grown from."""

    def dataset_like(self, X: Any, y: Any, sample_weight: Any = None) -> Dataset:
        """Encode more samples as those of training were."""

    def fit_dataset(self, dataset: Dataset, progress: Any = None) -> Self:
        """Grow from an encoded dataset, and prune if that is asked for."""

    def grow_dataset(self, dataset: Dataset, progress: Any = None) -> Tree:
        """The tree that an encoded dataset grows to, before any pruning."""
