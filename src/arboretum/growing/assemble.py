"""From the columns that a native grower returns to a tree."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.criteria import Criterion
from arboretum.data import Dataset
from arboretum.data.column import LENGTH, pieces
from arboretum.growing.recipe import Recipe
from arboretum.leaves import LeafModel
from arboretum.statistics import Statistics
from arboretum.tree import SPREADS, STAYS, PValues, SplitTable, Surrogates, Tree
from arboretum.tree.columns import later
from arboretum.tree.frozen import freeze_columns
from arboretum.tree.node_splits import RankedSplits
from arboretum.tree.structure import children_of

__all__ = ["assemble", "list_splits"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int32]
IndexArray = npt.NDArray[np.intp]


def assemble(
    grown: dict[str, Any],
    dataset: Dataset,
    statistics: Statistics,
    recipe: Recipe,
    is_final: bool = True,
) -> Tree:
    """The tree of grown columns, or one whose leaves are still to be grown on from.

    Nodes come in the order of growth, ``order`` being their pre-order; without it they
    are in pre-order.  Columns that hold nothing are left out.

    Impurities, values and scores are worked out from sums by the parts
    themselves, for all nodes at once: the same numbers, bit for bit, as the
    readable loop gets node by node.
    """
    freeze_columns(grown)
    sums, nodes = _nodes(grown, recipe)
    tree = Tree(
        schema=dataset.schema,
        weight=statistics.weight(sums),
        value=_values(grown, dataset, statistics, sums, recipe),
        reasons=recipe.reasons,
        parts=recipe.describe(),
        loss=recipe.loss,
        recipe=recipe,
        **nodes,
    )
    return recipe.missing.after_growth(tree) if is_final else tree


def _nodes(grown: dict[str, Any], recipe: Recipe) -> tuple[FloatArray, dict[str, Any]]:
    """The sums of nodes, and what else they hold."""
    totals, parent, order = grown["totals"], grown["parent"], grown.get("order")
    sums, n_samples, stop = totals[:, :-1], totals[:, -1], grown["stop"]
    if order is not None:
        number = np.empty_like(order)
        number[order] = np.arange(len(order))
        sums, n_samples, stop, parent = sums[order], n_samples[order], stop[order], parent[order]
        parent = np.where(parent >= 0, number[parent], -1)
    nodes = {"parent": parent, "n_samples": n_samples, "stop_reason": stop}
    splits = _in_rows if "node" not in grown["splits"] else _of_some
    return sums, {**nodes, **splits(grown, recipe, sums, parent)}


# A row per node -----------------------------------------------------------------


def _in_rows(
    grown: dict[str, Any], recipe: Recipe, sums: FloatArray, parent: IntArray
) -> dict[str, Any]:
    """Splits in the rows of their nodes; what predicting does not need is worked out when read.

    All samples of a node were split, so that its children say what a split was scored by.
    """
    criterion = recipe.criterion
    if vars(criterion):  # the user's own may change before it is asked
        criterion = copy.copy(criterion)
    splits, runner_ups = (_questions(grown[name], recipe) for name in ("splits", "runner_ups"))
    if not recipe.keeps_runner_up:
        runner_ups = runner_ups.take(np.full(len(parent), -1))
    first = grown["runner_ups"].get("sums")
    return {
        "impurity": later(lambda: criterion.impurity(sums)),
        "splits": splits,
        "score": later(lambda: _scores_of_children(criterion, sums, parent, splits)),
        "tie": grown["splits"]["tie"].view(np.bool_),
        "runner_ups": runner_ups,
        "runner_up_score": later(lambda: _scores_of_first(criterion, sums, first, runner_ups)),
    }


def _questions(given: dict[str, Any], recipe: Recipe) -> SplitTable:
    """Splits that were learned from complete rows, by any policy."""
    if recipe.missing.makes_fractions:
        places = np.where(given["column"] >= 0, SPREADS, STAYS).astype(np.int32)
        given = {**given, "missing_branch": places}
    return _split_table(given)


def _scores_of_children(
    criterion: Criterion, sums: FloatArray, parent: IntArray, splits: SplitTable
) -> FloatArray:
    """Scores of splits whose branches are the children of their nodes."""
    scores = np.full(len(sums), np.nan)
    inner = np.flatnonzero(splits.asks)
    if len(inner):
        start, children = children_of(parent)
        pairs = np.stack([children[start[inner]], children[start[inner] + 1]], axis=1)
        scores[inner] = criterion.score_each(sums[inner], sums[pairs])
    return scores


def _scores_of_first(
    criterion: Criterion, sums: FloatArray, first: FloatArray | None, splits: SplitTable
) -> FloatArray:
    """Scores of splits in two; ``first`` has the first branch of those that exist, in order."""
    scores = np.full(len(sums), np.nan)
    if first is not None:
        some = np.flatnonzero(splits.asks)
        branches = np.stack([first, sums[some] - first], axis=1)
        scores[some] = criterion.score_each(sums[some], branches)
    return scores


def list_splits(grown: dict[str, Any], recipe: Recipe) -> dict[str, Any]:
    """The same columns with splits of some nodes, which carry what they were scored by."""
    if "node" in grown["splits"]:
        return grown
    sums, parent = grown["totals"][:, :-1], grown["parent"]
    start, children = children_of(parent)
    inner = np.flatnonzero(grown["splits"]["column"] >= 0)
    branches = sums[children[start[inner][:, None] + np.arange(2)]]
    losers = np.flatnonzero(grown["runner_ups"]["column"] >= 0)
    first = grown["runner_ups"].get("sums", np.empty((0, sums.shape[1])))
    others = np.stack([first, sums[losers] - first], axis=1)
    return {
        **grown,
        "splits": _listed(grown["splits"], inner, sums[inner], branches, recipe),
        "runner_ups": _listed(grown["runner_ups"], losers, sums[losers], others, recipe),
    }


def _listed(
    given: dict[str, Any], some: IndexArray, parents: FloatArray, sums: FloatArray, recipe: Recipe
) -> dict[str, Any]:
    """Splits in two of all samples of some nodes, with the sums of their branches."""
    per_node = ("column", "kind", "arity", "missing_branch", "value_count")
    listed = {name: given[name][some] for name in per_node}
    if recipe.missing.makes_fractions:
        listed["missing_branch"] = np.full(len(some), SPREADS, dtype=np.int32)
    return {
        **listed,
        "node": some.astype(np.int32),
        "thresholds": given["thresholds"],
        "branches": given["branches"],
        "tie": given["tie"][some] if "tie" in given else np.zeros(len(some), dtype=np.uint8),
        "share": np.ones(len(some)),
        "left_out": np.zeros(len(some)),
        "log_trials": np.zeros(len(some)),
        "parents": parents,
        "sums": sums.reshape(-1, sums.shape[-1]),
    }


# Splits of some nodes -----------------------------------------------------------


def _of_some(
    grown: dict[str, Any], recipe: Recipe, sums: FloatArray, parent: IntArray
) -> dict[str, Any]:
    """Splits that carry what they were scored by, which cannot be read off the children."""
    order = grown.get("order", np.arange(len(parent)))
    chosen = _Scored.read(grown["splits"], recipe, order)
    runner_up = _Scored.read(grown["runner_ups"], recipe, order)
    tested = "p" in grown
    return {
        "impurity": recipe.criterion.impurity(sums),
        "splits": chosen.splits,
        "score": chosen.score,
        "tie": chosen.tie,
        "runner_ups": runner_up.splits,
        "runner_up_score": runner_up.score,
        "competing": _competing(grown.get("competitors"), recipe, order),
        "p_values": PValues.of(grown["p"][order], grown["p_kind"][order]) if tested else None,
        "surrogates": _surrogates(grown.get("surrogates"), order),
    }


@dataclass(frozen=True)
class _Scored:
    """One split per node, or none, with its score."""

    splits: SplitTable
    score: FloatArray
    tie: npt.NDArray[np.bool_]

    @classmethod
    def read(cls, given: dict[str, Any], recipe: Recipe, order: IntArray) -> _Scored:
        n_splits = len(given["node"])
        row = np.full(len(order), -1)
        row[given["node"]] = np.arange(n_splits)
        row = row[order]
        score, tie = np.full(n_splits + 1, np.nan), np.zeros(n_splits + 1, dtype=bool)
        if n_splits:  # row -1 is no split
            score[:-1], tie[:-1] = _scores(given, recipe), given["tie"]
        return cls(_split_table(given).take(row), score[row], tie[row])


def _competing(
    given: dict[str, Any] | None, recipe: Recipe, order: IntArray
) -> RankedSplits | None:
    """The competitors that were kept; those of a node come together, best first."""
    if given is None:
        return None
    competing = RankedSplits(given["node"], _split_table(given), _scores(given, recipe))
    return competing.in_order().take(order)


def _surrogates(given: dict[str, Any] | None, order: IntArray) -> Surrogates | None:
    """The surrogates of all nodes; those of a node come together, the best first."""
    if given is None:
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
        given["column"],
        given["kind"],
        given["arity"],
        given["missing_branch"],
        given["value_count"],
        given["thresholds"],
        given["branches"],
    )


def _scores(given: dict[str, Any], recipe: Recipe) -> FloatArray:
    """The score of each split, by the criterion, for all splits of a kind at a time.

    Those that leave samples out are another kind: the criterion may count those samples
    as one more branch.
    """
    if "score" in given:  # branches have no sums
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


# Values -------------------------------------------------------------------------


def _values(
    grown: dict[str, Any],
    dataset: Dataset,
    statistics: Statistics,
    sums: FloatArray,
    recipe: Recipe,
) -> FloatArray:
    if not recipe.leaf.needs_targets:
        return _values_of_sums(recipe.leaf, statistics, sums)
    assert dataset.targets is not None
    shares = np.concatenate([np.ones(dataset.n_rows), grown.get("own_shares", [])])
    values = []
    for node, natural in zip(grown["order"], statistics.natural(sums), strict=True):
        held = slice(grown["begin"][node], grown["end"][node])
        order = np.argsort(grown["rows"][held])
        rows = grown["rows"][held][order]
        weights = dataset.weights[rows] * shares[held][order]
        values.append(recipe.leaf.value(natural, dataset.targets[rows], weights))
    return np.array(values)


def _values_of_sums(leaf: LeafModel, statistics: Statistics, sums: FloatArray) -> FloatArray:
    """The values of all nodes, with room for the natural statistics of a few at a time."""
    parts = pieces(len(sums), max(1, LENGTH // sums.shape[1]))
    first = leaf.values(statistics.natural(sums[next(parts)]))
    values = np.empty((len(sums), first.shape[1]))
    values[: len(first)] = first
    for part in parts:
        values[part] = leaf.values(statistics.natural(sums[part]))
    values.setflags(write=False)
    return values
