"""A tree that keeps the samples it was grown from."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.data.encode.dataset_from import dataset_like
from arboretum.exceptions import DataError, UnsupportedCombination
from arboretum.tree import KeptRows, Tree
from arboretum.tree.predict.routing import Ends

__all__ = ["keep_rows", "tree_with_rows"]

FloatArray = npt.NDArray[np.float64]

#: Numbers and weights of samples are sums; this much of them is rounding.
ROUNDING = 1e-9


def tree_with_rows(tree: Tree, X: Any, y: Any, sample_weight: Any = None) -> Tree:
    """The tree with the samples that it was grown from at its nodes."""
    return keep_rows(tree, dataset_like(tree.schema, X, y, sample_weight))


def keep_rows(tree: Tree, dataset: Dataset) -> Tree:
    """The same from samples that are encoded already.

    They are sent down the tree, which is where growing had sent them; other samples are refused.
    """
    _require_same_way(tree, dataset)
    ends = tree.ends(dataset.columns)
    _require_as_grown(tree, ends, dataset.counts, tree.n_samples, "was grown from {} samples")
    _require_as_grown(tree, ends, dataset.weights, tree.weight, "was grown from a weight of {}")
    return replace(tree, rows=KeptRows.of(ends, dataset))


def _require_same_way(tree: Tree, dataset: Dataset) -> None:
    """Refuse policies by which samples go another way when a tree grows than ever after."""
    policy, is_of_classes = tree.missing_policy, tree.schema.classes is not None
    if (policy.by_class or (policy.unanswered == "by class" and is_of_classes)) and any(
        dataset.n_missing
    ):
        raise UnsupportedCombination(
            f"missing={policy!r} sends a sample without a value on by its class while a tree "
            "grows, which the tree cannot do again to say which rows its nodes hold. Use another "
            "missing policy, or keep no rows."
        )


def _require_as_grown(
    tree: Tree, ends: Ends, each: FloatArray, grown: FloatArray, words: str
) -> None:
    """Refuse samples that do not add up to what the nodes were grown from."""
    row, node, share = ends.parts()
    ending = np.bincount(node, weights=share * each[row], minlength=tree.n_nodes)
    so_far = np.concatenate([[0.0], np.cumsum(ending)])
    found = so_far[tree.subtree_end] - so_far[:-1]
    differs = np.abs(found - grown) > ROUNDING * max(grown[0], found[0])
    for one in np.flatnonzero(differs)[:1].tolist():
        raise DataError(
            f"Node {one} {words.format(format(grown[one], 'g'))}, but {found[one]:g} of these get "
            "there. Pass the samples and weights that the tree was grown from, without any that "
            "were held out."
        )
