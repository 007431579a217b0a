"""The shape of a tree whose questions have two answers each, asked one after another.

A question with several branches becomes a chain about the same column: each part of the chain
divides the branches that are left in two.  Numbers only: what the nodes in between hold is
found by ``growing.to_binary``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import UnsupportedCombination
from arboretum.tree.frozen import handed_over
from arboretum.tree.split import ALL_DIGITS, SPREADS, Split, SplitTable, Threshold

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = ["BinaryForm", "binary_form"]

IntArray = npt.NDArray[np.int32]

#: Some branches of a split, in the order in which they are taken off.
Branches = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class BinaryForm:
    """Where each node of a binary tree comes from; nodes are in pre-order.

    Attributes
    ----------
    parent : of each node, -1 for the root
    origin : the node of the tree as it was; of a node in between that whose chain it is in
    is_between : whether a node was not there before
    splits : what each node asks
    ends : of each node in between, the nodes that its branches lead to in the tree as it was
    """

    parent: IntArray
    origin: IntArray
    is_between: npt.NDArray[np.bool_]
    splits: SplitTable
    ends: dict[int, IntArray]

    @property
    def is_in_chain(self) -> npt.NDArray[np.bool_]:
        """Which nodes belong to a chain: those in between and those that a chain starts at."""
        belongs = self.is_between.copy()
        belongs[self.parent[self.is_between]] = True
        return belongs


def binary_form(tree: Tree, balanced: bool) -> BinaryForm:
    """Ask every question of a tree in twos.

    A chain first asks whether a value is known, where missing ones have a branch of their own.
    It then takes the heavier end off, or, ``balanced``, cuts where the weights differ least.
    """
    rows: list[tuple[int, int, bool]] = []
    splits: list[Split | None] = []
    ends: dict[int, IntArray] = {}
    waiting: list[tuple[int, int, Branches]] = [(-1, 0, ())]
    while waiting:
        parent, node, some = waiting.pop()
        number = len(rows)
        rows.append((parent, node, bool(some)))
        split, children = tree.splits[node], tree.children(node)
        if split is None or split.arity <= 2:
            splits.append(split)
            waiting += [(number, child, ()) for child in children[::-1].tolist()]
            continue
        _require_exact(tree, node, split)
        weights = tree.weight[children]
        if some:
            ends[number] = children[list(some)]
        first, second = _halves(some or _in_order(split, weights), split, weights, balanced)
        splits.append(_question(split, first, second, weights))
        for half in (second, first):
            chain = (number, node, half) if len(half) > 1 else (number, int(children[half[0]]), ())
            waiting.append(chain)
    parents, origin, is_between = (np.array(column) for column in zip(*rows, strict=True))
    table = _with_digits(SplitTable.from_splits(splits), splits, tree.splits.digits is not None)
    return BinaryForm(
        parents.astype(np.int32), origin.astype(np.int32), is_between.astype(bool), table, ends
    )


def _require_exact(tree: Tree, node: int, split: Split) -> None:
    """Refuse a question that two answers at a time cannot take the place of."""
    if tree.surrogates is not None and tree.surrogates.are_asked and tree.surrogates.of(node):
        raise UnsupportedCombination(
            f"Node {node} has {split.arity} branches and surrogates, which say which of two "
            "branches a sample takes. Drop its surrogates, or grow with splits='binary'."
        )
    if split.missing_branch == SPREADS and not tree.weight[tree.children(node)].any():
        raise UnsupportedCombination(
            f"Node {node} sends a sample without a value down {split.arity} branches in equal "
            "shares, because no training sample weighs anything there; two branches at a time "
            "cannot do that. Collapse the node first: tree.prune(nodes=[...])."
        )


def _in_order(split: Split, weights: npt.NDArray[np.float64]) -> Branches:
    """All branches: those of numbers as the numbers are, others the heaviest first.

    One for missing values alone comes last.
    """
    if split.kind == "interval":
        return tuple(range(split.arity))
    heaviest_first = np.argsort(-weights, kind="stable").tolist()
    return tuple(sorted(heaviest_first, key=lambda branch: branch == _of_missing(split)))


def _halves(
    branches: Branches, split: Split, weights: npt.NDArray[np.float64], balanced: bool
) -> tuple[Branches, Branches]:
    """The branches of either side of the next question; whether it is known comes first."""
    own = weights[list(branches)]
    if branches[-1] == _of_missing(split):
        cut = len(branches) - 1
    elif balanced:
        apart = np.abs(2 * np.cumsum(own)[:-1] - own.sum())
        cut = 1 + int(np.argmin(apart))
    else:
        cut = 1 if own[0] >= own[-1] else len(branches) - 1
    return branches[:cut], branches[cut:]


def _of_missing(split: Split) -> int:
    """The branch that only samples without a value take; -1 if there is none."""
    n_known = len(split.thresholds) if split.kind == "interval" else max(split.branches)
    return split.missing_branch if split.missing_branch > n_known else -1


def _question(
    split: Split, first: Branches, second: Branches, weights: npt.NDArray[np.float64]
) -> Split:
    """What tells the branches of one half from those of the other."""
    is_about_missing = second == (_of_missing(split),)
    if is_about_missing and (split.kind == "interval" or -1 not in split.branches):
        return Split(split.column, "presence", 2, missing_branch=1)
    goes = _way_of_missing(split, first, second, weights)
    if split.kind == "interval":
        at = (split.thresholds[first[-1]],)
        return replace(split, arity=2, thresholds=at, missing_branch=goes)
    side = {**dict.fromkeys(first, 0), **dict.fromkeys(second, 1)}
    if is_about_missing:
        del side[second[0]]
    codes = tuple(side.get(branch, -1) for branch in split.branches)
    return replace(split, arity=2, branches=codes, missing_branch=goes)


def _way_of_missing(
    split: Split, first: Branches, second: Branches, weights: npt.NDArray[np.float64]
) -> int:
    """Where a sample goes that cannot answer; to the heavier half where none comes that could not.

    Only trees that are changed later can ask that.
    """
    missing = split.missing_branch
    if missing < 0:
        return missing
    if missing in first or missing in second:
        return int(missing in second)
    return int(weights[list(second)].sum() > weights[list(first)].sum())


def _with_digits(table: SplitTable, splits: Sequence[Split | None], are_known: bool) -> SplitTable:
    """The table with the digits that its thresholds need, where the tree knew them."""
    if are_known:
        thresholds = [threshold for split in splits if split for threshold in split.thresholds]
        digits: list[Any] = [
            it.digits if isinstance(it, Threshold) else ALL_DIGITS for it in thresholds
        ]
        table.note_digits(handed_over(np.array(digits, dtype=np.int32)))
    return table
