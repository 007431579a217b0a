"""The surrogates of a split: questions about other features that split the rows alike.

Agreements are sums of weights, in which equal ones may differ in the last
bits; within one part in 10^9 of all weight they are a tie.  Ties go to the
lowest threshold, and among features to the first.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.growing.recipe import Recipe
from arboretum.search import Choice
from arboretum.sources import Source
from arboretum.splits import Column
from arboretum.splits.threshold import midpoints
from arboretum.statistics import CrossTable
from arboretum.tree import STAYS, Split, SurrogateSplit

__all__ = ["best_surrogate", "find_surrogates"]

FloatArray = npt.NDArray[np.float64]

TOLERANCE = 1e-9
#: A surrogate that does not beat "down the heavier branch" by more is none.
LEAST_ADJUSTED = 1e-10
#: Samples that must go each way, or the question is about hardly any of them.
MIN_SAMPLES = 2
#: Agreements that are the same to twelve digits are equal.
DIGITS = 1e12


def find_surrogates(
    source: Source, node: int, choice: Choice, recipe: Recipe
) -> list[SurrogateSplit]:
    """The best question of each other feature, the one that agrees most first."""
    policy, split = recipe.missing, choice.split
    if policy.max_surrogates == 0:
        return []
    first, second = source.statistics.mean_target(choice.statistics).tolist()
    upper = 0 if first > second else 1
    others = [column for column in source.columns if column.index != split.column]
    tables = source.cross_tables(node, split, [column.index for column in others])
    found = [
        surrogate
        for column, table in zip(others, tables, strict=True)
        if table.n_bins >= 2
        if (surrogate := best_surrogate(table, column, policy.style, upper)) is not None
    ]
    found.sort(key=lambda surrogate: -np.rint(surrogate.agreement * DIGITS))
    return found[: policy.max_surrogates]


def best_surrogate(
    table: CrossTable, column: Column, style: int, upper: int
) -> SurrogateSplit | None:
    """The question about a feature that sends most weight the same way, if that is worth it.

    ``upper`` is the branch with the larger mean of the target.
    """
    best = _best_set(table, column, upper) if column.values is None else _best_cut(table, column)
    if best is None:
        return None
    agreeing, split, is_reversed = best
    sides = np.cumsum(table.weights, axis=0)[-1]
    if style == 0:
        sides = sides + table.missing
    whole, heavier = float(sides.sum()), float(sides.max())
    adjusted = (agreeing - heavier) / (whole - heavier) if whole > heavier else 0.0
    if not adjusted > LEAST_ADJUSTED:
        return None
    return SurrogateSplit(split, is_reversed, agreeing / whole, adjusted)


def _best_cut(table: CrossTable, column: Column) -> tuple[float, Split, bool] | None:
    """The weight that agrees, ``x <= t``, and whether that leads to branch 1."""
    assert column.values is not None
    reached = np.cumsum(table.weights, axis=0)
    n_reached = np.cumsum(table.counts.sum(axis=1))
    below, beyond = reached[:-1], reached[-1] - reached[:-1]
    agreeing = np.stack([below[:, 0] + beyond[:, 1], below[:, 1] + beyond[:, 0]], axis=1)
    is_enough = (n_reached[:-1] >= MIN_SAMPLES) & (n_reached[-1] - n_reached[:-1] >= MIN_SAMPLES)
    agreeing[~is_enough] = -np.inf
    if not is_enough.any():
        return None
    floor = agreeing.max() - TOLERANCE * reached[-1].sum()
    cut, is_reversed = np.argwhere(agreeing >= floor)[0]
    neighbours = column.values[table.bins[cut : cut + 2]]
    threshold = float(midpoints(neighbours, column.feature.closed)[0])
    split = Split(column.index, "interval", 2, thresholds=(threshold,), missing_branch=STAYS)
    return float(agreeing[cut, is_reversed]), split, bool(is_reversed)


def _best_set(table: CrossTable, column: Column, upper: int) -> tuple[float, Split, bool] | None:
    """The weight that agrees, and the sets: every category goes where most of it goes.

    One that goes either way goes with most of all, and if that is nowhere, up: as in rpart.
    """
    reached = np.cumsum(table.weights, axis=0)[-1]
    margin = table.weights[:, 0] - table.weights[:, 1]
    tolerance = TOLERANCE * reached.sum()
    side = np.where(margin > 0, 0, 1)
    ahead = reached[0] - reached[1]
    heavier = upper if abs(ahead) <= tolerance else 0 if ahead > 0 else 1
    side[np.abs(margin) <= tolerance] = heavier
    bins = np.arange(table.n_bins)
    # Of samples that disagree, not of those that go each way, as in rpart.
    if table.counts[bins, 1 - side].sum() < MIN_SAMPLES:
        return None
    is_there = table.counts.sum(axis=1) > 0  # among the rows that answer the split
    branches = np.full(column.feature.n_categories, -1)
    branches[table.bins[is_there]] = side[is_there]
    split = Split(column.index, "category", 2, (), tuple(branches.tolist()), STAYS)
    return float(np.cumsum(table.weights[bins, side])[-1]), split, False
