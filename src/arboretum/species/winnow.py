"""Winnowing: which features trees need on samples that they were not grown from."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from arboretum.data import Dataset
from arboretum.growing import Progress
from arboretum.growing.held_out import errors_on, hold_out
from arboretum.growing.many import step_of
from arboretum.tree import Tree

__all__ = ["Grow", "needed_features"]

#: Grows a tree that may ask about some features, from samples.
Grow = Callable[[Dataset, tuple[int, ...], Progress | None], Tree]

#: Decides which half of the samples a tree is grown from.
SEED = 0
#: Errors are sums of fractions; this part of the weight is rounding.
ROUNDING = 1e-9


def needed_features(
    grow: Grow, dataset: Dataset, progress: Progress | None = None
) -> tuple[int, ...]:
    """The positions of the features that are worth asking about, ascending.

    A tree is grown from a random half of the samples; features that it does not ask about are
    dropped.  Of the others each is dropped in turn, first the one that the fewest samples are
    asked about, if the tree that is grown again without it makes no more errors in the other
    half.  All features stay where the first tree asks about none.
    """
    every = tuple(range(dataset.schema.n_features))
    growing, judging = hold_out(dataset, 0.5, SEED)
    tree = grow(growing, every, step_of(progress, 0, 2))
    asked = _by_use(tree)
    if not asked:
        return every
    kept, least = tuple(sorted(asked)), _error(tree, judging)
    for step, feature in enumerate(asked):
        others = tuple(one for one in kept if one != feature)
        if not others:
            break
        n_steps = 2 * len(asked)
        smaller = grow(growing, others, step_of(progress, len(asked) + step, n_steps))
        error = _error(smaller, judging)
        if error <= least + ROUNDING * judging.weights.sum():
            kept, least = others, error
    return kept


def _by_use(tree: Tree) -> list[int]:
    """The features that a tree asks about, first those that the fewest samples are asked."""
    inner = np.flatnonzero(~tree.is_leaf)
    asked = tree.splits.column[inner]
    samples = np.bincount(asked, weights=tree.n_samples[inner])
    return sorted(set(asked.tolist()), key=lambda feature: (samples[feature], -feature))


def _error(tree: Tree, judging: Dataset) -> float:
    """What the leaves get wrong of samples that come to them, and nodes of those that stay."""
    _, ending = errors_on(tree, judging)
    return float(ending.sum())
