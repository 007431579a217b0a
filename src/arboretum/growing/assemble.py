"""From the columns that the native grower returns to a tree."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Schema
from arboretum.growing.reasons import NO_QUESTION
from arboretum.growing.recipe import Recipe
from arboretum.statistics import Statistics
from arboretum.stopping import (
    Constant,
    MaxDepth,
    MinImpurityDecrease,
    MinSamplesSplit,
    MinScore,
    Purity,
    StoppingRule,
)
from arboretum.tree import KINDS, SplitTable, Tree
from arboretum.tree.structure import children_of

__all__ = ["assemble"]

FloatArray = npt.NDArray[np.float64]


def assemble(grown: dict[str, Any], schema: Schema, statistics: Statistics, recipe: Recipe) -> Tree:
    """The tree of grown columns.

    Impurities, values and scores are worked out from the sums of each node by
    the parts themselves, for all nodes at once: the same numbers, bit for bit,
    as the readable loop gets node by node.
    """
    totals = grown["totals"]
    sums, n_samples = totals[:, :-1], totals[:, -1]
    return Tree(
        schema=schema,
        parent=grown["parent"],
        n_samples=n_samples,
        weight=statistics.weight(sums),
        impurity=recipe.criterion.impurity(sums),
        value=recipe.leaf.values(statistics.natural(sums)),
        splits=_split_table(grown["questions"]),
        score=_scores(grown, sums, recipe),
        tie=grown["tie"],
        runner_ups=_split_table(grown["runner_ups"]),
        runner_up_score=_runner_up_scores(grown, sums, recipe),
        stop_reason=grown["stop"],
        reasons=_reasons(recipe),
        parts=recipe.describe(),
        loss=recipe.loss,
        recipe=recipe,
    )


def _split_table(questions: dict[str, npt.NDArray]) -> SplitTable:
    feature, kind = questions["feature"], questions["kind"]
    is_split = feature >= 0
    is_interval = is_split & (kind == KINDS.index("interval"))
    value_count = np.where(is_interval, 1, questions["n_branches"])
    return SplitTable.packed(
        feature,
        kind,
        np.where(is_split, 2, 0),
        questions["missing_branch"],
        value_count,
        questions["threshold"][is_interval],
        questions["branches"],
    )


def _scores(grown: dict[str, Any], sums: FloatArray, recipe: Recipe) -> FloatArray:
    scores = np.full(len(sums), np.nan)
    inner = np.flatnonzero(grown["questions"]["feature"] >= 0)
    if len(inner):
        start, children = children_of(grown["parent"])
        pairs = np.stack([children[start[inner]], children[start[inner] + 1]], axis=1)
        scores[inner] = recipe.criterion.score_each(sums[inner], sums[pairs])
    return scores


def _runner_up_scores(grown: dict[str, Any], sums: FloatArray, recipe: Recipe) -> FloatArray:
    scores = np.full(len(sums), np.nan)
    some = np.flatnonzero(grown["runner_ups"]["feature"] >= 0)
    if len(some):
        first = grown["runner_up_left"]  # of those that exist, in their order
        branches = np.stack([first, sums[some] - first], axis=1)
        scores[some] = recipe.criterion.score_each(sums[some], branches)
    return scores


def _reasons(recipe: Recipe) -> tuple[str, ...]:
    """What the codes of the native grower mean, in their order (``Stop`` in input.hpp)."""

    def reason(kind: type[StoppingRule]) -> str:
        return next((rule.reason for rule in recipe.stopping if type(rule) is kind), "")

    admission = next((rule.reason for rule in recipe.stopping if rule.admits_some_only), "")
    return (
        reason(Constant),
        reason(MaxDepth),
        reason(MinSamplesSplit),
        reason(Purity),
        NO_QUESTION,
        admission,
        reason(MinScore),
        reason(MinImpurityDecrease),
    )
