"""From the columns that the native grower returns to a tree."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.criteria import Criterion
from arboretum.data import Schema
from arboretum.data.pieces import LENGTH, pieces
from arboretum.growing.reasons import reasons_of
from arboretum.growing.recipe import Recipe
from arboretum.leaves import LeafModel
from arboretum.statistics import Statistics
from arboretum.tree import SPREADS, STAYS, SplitTable, Tree
from arboretum.tree.frozen import freeze_columns
from arboretum.tree.later import later
from arboretum.tree.structure import children_of

__all__ = ["assemble"]

FloatArray = npt.NDArray[np.float64]


def assemble(grown: dict[str, Any], schema: Schema, statistics: Statistics, recipe: Recipe) -> Tree:
    """The tree of grown columns.

    Impurities, values and scores are worked out from the sums of each node by
    the parts themselves, for all nodes at once: the same numbers, bit for bit,
    as the readable loop gets node by node.  What predicting does not need is
    worked out when it is first read.
    """
    freeze_columns(grown)
    totals = grown["totals"]
    sums, n_samples = totals[:, :-1], totals[:, -1]
    criterion = copy.copy(recipe.criterion)  # the user's own may change before it is asked
    splits = _questions(grown["questions"], recipe)
    runner_ups = _questions(grown["runner_ups"], recipe)
    parent, first = grown["parent"], grown["runner_up_left"]
    return Tree(
        schema=schema,
        parent=parent,
        n_samples=n_samples,
        weight=statistics.weight(sums),
        impurity=later(lambda: criterion.impurity(sums)),
        value=_values(recipe.leaf, statistics, sums),
        splits=splits,
        score=later(lambda: _scores(criterion, sums, parent, splits)),
        tie=grown["tie"].view(np.bool_),
        runner_ups=runner_ups,
        runner_up_score=later(lambda: _runner_up_scores(criterion, sums, first, runner_ups)),
        stop_reason=grown["stop"],
        reasons=reasons_of(recipe),
        parts=recipe.describe(),
        loss=recipe.loss,
        recipe=recipe,
    )


def _questions(given: dict[str, Any], recipe: Recipe) -> SplitTable:
    """Splits that were learned from complete rows, by any policy."""
    if recipe.missing.makes_fractions:
        places = np.where(given["feature"] >= 0, SPREADS, STAYS).astype(np.int32)
        given = {**given, "missing_branch": places}
    return SplitTable.packed(**given)


def _values(leaf: LeafModel, statistics: Statistics, sums: FloatArray) -> FloatArray:
    """The values of all nodes, with room for the natural statistics of a few at a time."""
    parts = pieces(len(sums), max(1, LENGTH // sums.shape[1]))
    first = leaf.values(statistics.natural(sums[next(parts)]))
    values = np.empty((len(sums), first.shape[1]))
    values[: len(first)] = first
    for part in parts:
        values[part] = leaf.values(statistics.natural(sums[part]))
    values.setflags(write=False)
    return values


def _scores(
    criterion: Criterion, sums: FloatArray, parent: npt.NDArray[np.int32], splits: SplitTable
) -> FloatArray:
    scores = np.full(len(sums), np.nan)
    inner = np.flatnonzero(splits.feature >= 0)
    if len(inner):
        start, children = children_of(parent)
        pairs = np.stack([children[start[inner]], children[start[inner] + 1]], axis=1)
        scores[inner] = criterion.score_each(sums[inner], sums[pairs])
    return scores


def _runner_up_scores(
    criterion: Criterion, sums: FloatArray, first: FloatArray, runner_ups: SplitTable
) -> FloatArray:
    """Scores of the runner-ups; ``first`` has the first branch of those that exist, in order."""
    scores = np.full(len(sums), np.nan)
    some = np.flatnonzero(runner_ups.feature >= 0)
    if len(some):
        branches = np.stack([first, sums[some] - first], axis=1)
        scores[some] = criterion.score_each(sums[some], branches)
    return scores
