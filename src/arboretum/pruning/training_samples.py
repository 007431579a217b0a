"""The samples a tree was grown from, where nothing else will do."""

from __future__ import annotations

import numpy as np

from arboretum.data import Dataset
from arboretum.exceptions import DataError
from arboretum.tree import Tree

__all__ = ["require_training"]

NEEDED = "the samples that the tree was grown from"


def require_training(tree: Tree, dataset: Dataset | None, purpose: str, instead: str) -> Dataset:
    """Refuse anything but the samples that a tree was grown from.

    ``purpose`` is what needs them, and ``instead`` how to do without.
    """
    if dataset is None:
        raise DataError(f"{purpose} needs {NEEDED}. Give X and y, or {instead}.")
    given, grown = float(dataset.weights.sum()), float(tree.weight[0])
    if not np.isclose(given, grown, rtol=1e-9):
        raise DataError(
            f"{purpose} needs {NEEDED}. They weigh {grown:g}, those given {given:g}. "
            "Give X, y and sample_weight as in fit."
        )
    if dataset.schema != tree.schema:
        raise DataError(
            f"{purpose} needs {NEEDED}. Those given have other names, categories or classes. "
            "Give X and y as in fit."
        )
    return dataset
