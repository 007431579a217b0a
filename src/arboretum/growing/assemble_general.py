"""From the columns that the general native grower returns to a tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.growing.reasons import reasons_of
from arboretum.growing.recipe import Recipe
from arboretum.statistics import Statistics
from arboretum.tree import PValues, SplitTable, Surrogates, Tree
from arboretum.tree.frozen import freeze_columns
from arboretum.tree.ranked_splits import RankedSplits

__all__ = ["assemble"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int32]
IndexArray = npt.NDArray[np.intp]


def assemble(
    grown: dict[str, Any], dataset: Dataset, statistics: Statistics, recipe: Recipe
) -> Tree:
    """The tree of grown columns, which come in the order of growth.

    Impurities, values and scores are worked out from sums by the parts
    themselves, for all nodes at once: the same numbers, bit for bit, as the
    readable loop gets node by node.
    """
    freeze_columns(grown)
    order = grown["order"]
    number = np.empty_like(order)
    number[order] = np.arange(len(order))
    parent = grown["parent"][order]
    sums = grown["totals"][order]
    chosen = _Scored.read(grown["splits"], recipe, order)
    runner_up = _Scored.read(grown["runner_ups"], recipe, order)
    tree = Tree(
        schema=dataset.schema,
        parent=np.where(parent >= 0, number[parent], -1),
        n_samples=grown["n_samples"][order],
        weight=statistics.weight(sums),
        impurity=recipe.criterion.impurity(sums),
        value=_values(grown, dataset, statistics.natural(sums), recipe),
        splits=chosen.splits,
        score=chosen.score,
        tie=chosen.tie,
        runner_ups=runner_up.splits,
        runner_up_score=runner_up.score,
        competing=_competing(grown["competitors"], recipe, order),
        p_values=PValues.of(grown["p"][order], grown["p_kind"][order]),
        surrogates=_surrogates(grown["surrogates"], order),
        stop_reason=grown["stop"][order],
        reasons=reasons_of(recipe),
        parts=recipe.describe(),
        loss=recipe.loss,
        recipe=recipe,
    )
    return recipe.missing.after_growth(tree)


@dataclass(frozen=True)
class _Scored:
    """One split a node, or none, with its score."""

    splits: SplitTable
    score: FloatArray
    tie: npt.NDArray[np.bool_]

    @classmethod
    def read(cls, given: dict[str, Any], recipe: Recipe, order: IntArray) -> _Scored:
        n_splits = len(given["node"])
        row = np.full(len(order), -1)
        row[given["node"]] = np.arange(n_splits)
        row = row[order]
        table = _split_table(given)
        score = np.append(_scores(given, recipe), np.nan)  # row -1 is no split
        tie = np.append(given["tie"].astype(bool), False)
        return cls(table.take(row), score[row], tie[row])


def _competing(given: dict[str, Any], recipe: Recipe, order: IntArray) -> RankedSplits | None:
    """The competitors that were kept; those of a node come together, best first."""
    if len(given["node"]) == 0:
        return None
    competing = RankedSplits(given["node"], _split_table(given), _scores(given, recipe))
    return competing.in_order().take(order)


def _surrogates(given: dict[str, Any], order: IntArray) -> Surrogates | None:
    """The surrogates of all nodes; those of a node come together, the best first."""
    if len(given["node"]) == 0:
        return None
    surrogates = Surrogates(
        given["node"],
        _split_table(given),
        given["agreement"],
        given["adjusted"],
        given["is_reversed"],
        are_asked=True,
    )
    return surrogates.in_order().take(order)


def _split_table(given: dict[str, Any]) -> SplitTable:
    return SplitTable.packed(
        given["feature"],
        given["kind"],
        given["arity"],
        given["missing_branch"],
        given["value_count"],
        given["thresholds"],
        given["branches"],
    )


def _scores(given: dict[str, Any], recipe: Recipe) -> FloatArray:
    """The score of each split, by the criterion, for all splits of a kind at a time.

    Those that leave samples out are a kind of their own: the criterion may count those
    samples as one more branch.
    """
    if len(given["score"]):  # branches have no sums
        return np.asarray(given["score"])
    arity, left_out = given["arity"], given["left_out"]
    n_splits, width = given["parents"].shape
    kind = 2 * arity + (left_out > 0)
    kinds = np.unique(kind).tolist()
    if len(kinds) == 1:  # sums lie as they are needed
        return _scores_of(slice(None), given, recipe, given["sums"].reshape(n_splits, -1, width))
    start = np.cumsum(arity) - arity
    scores = np.empty(n_splits)
    for one in kinds:
        some, n_branches = np.flatnonzero(kind == one), one // 2
        branches = given["sums"][start[some][:, None] + np.arange(n_branches)]
        scores[some] = _scores_of(
            some, given, recipe, branches.reshape(len(some), n_branches, width)
        )
    return scores


def _scores_of(
    some: slice | IndexArray, given: dict[str, Any], recipe: Recipe, branches: FloatArray
) -> FloatArray:
    """The scores of splits with as many branches each."""
    found = given["share"][some] * recipe.criterion.score_each(
        given["parents"][some], branches, given["left_out"][some]
    )
    return recipe.criterion.corrected(found, given["log_trials"][some])


def _values(
    grown: dict[str, Any], dataset: Dataset, natural: FloatArray, recipe: Recipe
) -> FloatArray:
    if not recipe.leaf.needs_targets:
        return recipe.leaf.values(natural)
    assert dataset.targets is not None
    shares = np.concatenate([np.ones(dataset.n_rows), grown["own_shares"]])
    values = []
    for node, statistics in zip(grown["order"], natural, strict=True):
        held = slice(grown["begin"][node], grown["end"][node])
        order = np.argsort(grown["rows"][held])
        rows = grown["rows"][held][order]
        weights = dataset.weights[rows] * shares[held][order]
        values.append(recipe.leaf.value(statistics, dataset.targets[rows], weights))
    return np.array(values)
