"""Importance of features by what it costs to lose them."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.encode.dataset_from_new import dataset_like
from arboretum.exceptions import ParameterError
from arboretum.growing.losses import loss_of, said_to
from arboretum.model import TreeGrower
from arboretum.tree import Tree
from arboretum.tree.found_tree import found_tree

__all__ = ["permutation_importance"]

FloatArray = npt.NDArray[np.float64]


def permutation_importance(
    tree: Any,
    X: Any,
    y: Any,
    *,
    sample_weight: Any = None,
    n_repeats: int = 10,
    random_state: int = 0,
) -> FloatArray:
    """By how much the risk grows when a feature is shuffled, (n_features, n_repeats).

    Give samples that the tree was not grown from: on the training samples a
    feature that was only overfitted looks important.

    Parameters
    ----------
    tree : the tree, or a fitted estimator.
    X, y, sample_weight : samples to judge by.
    n_repeats : how often each feature is shuffled.
    random_state : int that decides how.

    Notes
    -----
    The risk is the mean loss of a prediction: by the loss matrix, the share
    that is wrong, the squared error, or what else the tree was grown to keep
    low.  Shuffling a feature breaks it off from those that resemble it, so that
    samples are asked about that never occur (Breiman 2001; Hooker, Mentch & Zhou 2021).
    """
    if not isinstance(n_repeats, Integral) or isinstance(n_repeats, bool) or n_repeats < 1:
        raise ParameterError(f"n_repeats={n_repeats!r} must be a whole number of at least 1.")
    found = found_tree(tree)
    if isinstance(tree, TreeGrower):  # one may take targets in other forms than a tree
        dataset = tree.dataset_like(X, y, sample_weight)
    else:
        dataset = dataset_like(found.schema, X, y, sample_weight)
    assert dataset.targets is not None
    rng = np.random.default_rng(random_state)
    usual = _risk(found, dataset.columns, dataset.targets, dataset.weights)
    growth = np.zeros((found.schema.n_features, n_repeats))
    asked = _features_asked(found)
    for repeat in range(n_repeats):
        order = rng.permutation(dataset.n_rows)
        for feature in asked:
            columns = list(dataset.columns)
            columns[feature] = np.ascontiguousarray(columns[feature][order])
            growth[feature, repeat] = (
                _risk(found, columns, dataset.targets, dataset.weights) - usual
            )
    return growth


def _features_asked(tree: Tree) -> list[int]:
    """Those that some node, surrogate or model reads: shuffling another changes nothing."""
    read = () if tree.models is None else tree.models.features_read
    return sorted(tree.features_asked.union(read))


def _risk(
    tree: Tree,
    columns: Sequence[npt.NDArray[Any]],
    targets: npt.NDArray[Any],
    weights: FloatArray,
) -> float:
    found = loss_of(tree).of(targets, said_to(tree, tree.ends(columns), columns))
    return float(np.average(found, weights=weights))
