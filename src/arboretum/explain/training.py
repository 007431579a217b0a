"""The samples that a tree was grown from, as growth took them."""

from __future__ import annotations

from typing import Any

from arboretum.data import Dataset
from arboretum.data.encode.dataset_from_new import dataset_like
from arboretum.model import TreeGrower
from arboretum.tree import Tree

__all__ = ["training_samples"]


def training_samples(model: Any, tree: Tree, X: Any, y: Any, sample_weight: Any) -> Dataset:
    """Encode the samples of ``fit`` once more.

    An estimator weighs classes and leaves samples out that its species does not learn from; a
    tree alone takes them as they come.
    """
    if isinstance(model, TreeGrower):
        dataset = model.training_samples(model.make_dataset(X, y, sample_weight))
        if dataset.schema == tree.schema:
            return dataset
    return dataset_like(tree.schema, X, y, sample_weight)
