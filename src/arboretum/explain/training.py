"""The samples that a tree was grown from, as it saw them."""

from __future__ import annotations

from typing import Any

from arboretum.data import Dataset
from arboretum.data.encode.dataset_from import dataset_like
from arboretum.model import TreeGrower
from arboretum.tree import Tree

__all__ = ["training_dataset"]


def training_dataset(tree: Any, found: Tree, X: Any, y: Any, sample_weight: Any) -> Dataset:
    """The samples of ``fit``, encoded, for a fitted estimator or its tree ``found``.

    An estimator weighs classes and leaves out samples that its species does not learn from;
    a tree alone takes them as they come.
    """
    if isinstance(tree, TreeGrower):
        dataset = tree.training_samples(tree.make_dataset(X, y, sample_weight))
        if dataset.schema == found.schema:
            return dataset
    return dataset_like(found.schema, X, y, sample_weight)
