"""What nodes of a grown tree hold together: by what they say, or by the samples of training."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from arboretum.criteria import Criterion
from arboretum.data import Dataset
from arboretum.exceptions import DataError
from arboretum.leaves import LeafModel
from arboretum.part import own
from arboretum.statistics import ClassCounts, Statistics
from arboretum.tree import Tree

__all__ = ["ROUNDING", "Hold", "held_by_columns", "held_by_samples"]

FloatArray = npt.NDArray[np.float64]
Nodes = npt.NDArray[np.integer]

#: Sums of the same weights in another order differ by no more than this share.
ROUNDING = 1e-9


class Held(NamedTuple):
    """What some nodes hold together: statistics, and what they would predict as one."""

    statistics: FloatArray
    value: FloatArray


#: What nodes hold together, none of which lies below another.
Hold: TypeAlias = Callable[[Nodes], Held]


def held_by_columns(tree: Tree, criterion: Criterion, leaf: LeafModel) -> Hold | None:
    """By what nodes say of themselves; None where that is not all there is to know."""
    joins = own(leaf, "joins")
    if tree.models is not None or joins is None:
        return None
    sums = _statistics_of(tree, criterion, leaf)
    if sums is None:
        return None

    def hold(nodes: Nodes) -> Held:
        values, weights = tree.value[nodes], tree.weight[nodes]
        value = values.sum(axis=0) if joins == "sum" else _mean(values, weights)
        return Held(sums[nodes].sum(axis=0), value)

    return hold


def _statistics_of(tree: Tree, criterion: Criterion, leaf: LeafModel) -> FloatArray | None:
    if leaf.holds_counts and criterion.statistics is ClassCounts:
        return tree.value
    restored = own(criterion, "restored")
    return None if restored is None else restored(tree.value, tree.weight, tree.impurity)


def _mean(values: FloatArray, weights: FloatArray) -> FloatArray:
    return np.average(values, axis=0, weights=weights) if weights.any() else values.mean(axis=0)


def held_by_samples(tree: Tree, criterion: Criterion, leaf: LeafModel, dataset: Dataset) -> Hold:
    """By the samples that a tree was grown from, sent down again."""
    if dataset.schema.features != tree.schema.features:
        raise DataError(
            "The samples passed have other features or categories than the tree. Pass X and y as "
            "in fit."
        )
    statistics = criterion.count(dataset)
    rows_of = _rows_of_nodes(tree, dataset)

    def samples(nodes: Nodes) -> Held:
        rows, shares = rows_of(nodes)
        weights = dataset.weights[rows] * shares
        if not np.isclose(weights.sum(), tree.weight[nodes].sum(), rtol=ROUNDING, atol=ROUNDING):
            raise DataError(
                f"The samples that get to node {nodes[0]} weigh {weights.sum():g}; in training "
                f"they weighed {tree.weight[nodes].sum():g}. Pass X, y and sample_weight as in "
                "fit, or grow by a missing policy that sends later samples where it sends those of "
                "training, such as missing='direction'."
            )
        found = _total(statistics, rows, shares)
        natural = statistics.natural(found)
        if not leaf.needs_targets:
            return Held(found, leaf.value(natural))
        assert dataset.targets is not None  # y was given
        return Held(found, leaf.value(natural, dataset.targets[rows], weights))

    return samples


def _total(statistics: Statistics, rows: npt.NDArray[np.int32], shares: FloatArray) -> FloatArray:
    if (shares == 1.0).all():
        return statistics.total(rows)[1]
    part = statistics.shared(rows, shares)
    return part.total(np.arange(len(rows), dtype=np.int32))[1]


def _rows_of_nodes(
    tree: Tree, dataset: Dataset
) -> Callable[[Nodes], tuple[npt.NDArray[np.int32], FloatArray]]:
    """Which rows pass some nodes, in the order of the data, and which share of each."""
    ends = tree.ends(dataset.columns)
    is_whole = np.ones(dataset.n_rows, dtype=bool)
    is_whole[ends.rows] = False
    whole = np.flatnonzero(is_whole)
    row = np.concatenate([whole, np.repeat(ends.rows, np.diff(ends.start))])
    share = np.concatenate([np.ones(len(whole)), ends.shares])
    at = np.concatenate([ends.node[whole], ends.nodes])
    order = np.argsort(at, kind="stable")
    row, share, at = row[order], share[order], at[order]

    def found(nodes: Nodes) -> tuple[npt.NDArray[np.int32], FloatArray]:
        first, last = np.searchsorted(at, nodes), np.searchsorted(at, tree.subtree_end[nodes])
        here = np.concatenate([np.arange(*pair) for pair in zip(first, last, strict=True)])
        rows, place = np.unique(row[here], return_inverse=True)
        shares = np.bincount(place, weights=share[here], minlength=len(rows))
        return rows.astype(np.int32), np.where(np.isclose(shares, 1.0, rtol=ROUNDING), 1.0, shares)

    return found
