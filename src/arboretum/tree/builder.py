"""Building a tree node by node, in any order of growth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Schema
from arboretum.exceptions import ParameterError
from arboretum.tree.p_values import PValue, PValues
from arboretum.tree.ranked_splits import RankedSplits
from arboretum.tree.split import Split
from arboretum.tree.split_table import SplitTable
from arboretum.tree.structure import preorder
from arboretum.tree.surrogates import Surrogates, SurrogateSplit
from arboretum.tree.tree import Tree

__all__ = ["TreeBuilder"]

FloatArray = npt.NDArray[np.float64]
T = TypeVar("T", RankedSplits, Surrogates)


class TreeBuilder:
    """Collects nodes while a tree grows, then numbers them once and for all.

    Numbers given out while growing hold only for the builder: the finished
    tree is numbered in pre-order.
    """

    def __init__(self) -> None:
        self._parent: list[int] = []
        self._branch: list[int] = []
        self._sizes: list[tuple[float, float, float]] = []
        self._value: list[FloatArray] = []
        self._splits: list[Split | None] = []
        self._score: list[float] = []
        self._tie: list[bool] = []
        self._runner_ups: list[Split | None] = []
        self._runner_up_score: list[float] = []
        self._competing: list[list[tuple[Split, float]]] = []
        self._p_values: list[PValue | None] = []
        self._surrogates: list[list[SurrogateSplit]] = []
        self._stop_reason: list[int] = []
        self._reasons: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._parent)

    def add(
        self,
        parent: int | None,
        branch: int,
        *,
        n_samples: float,
        weight: float,
        impurity: float,
        value: npt.ArrayLike,
    ) -> int:
        """Add the node on a branch of ``parent`` (None: the root); returns its number."""
        if (parent is None) != (len(self) == 0):
            raise ParameterError("The root, and only the root, is added without a parent, first.")
        if parent is not None and not 0 <= parent < len(self):
            raise ParameterError(f"parent={parent} was not added before its child.")
        self._parent.append(-1 if parent is None else parent)
        self._branch.append(-1 if parent is None else branch)
        self._sizes.append((n_samples, weight, impurity))
        self._value.append(np.array(value, dtype=np.float64).reshape(-1))
        self._splits.append(None)
        self._score.append(np.nan)
        self._tie.append(False)
        self._runner_ups.append(None)
        self._runner_up_score.append(np.nan)
        self._competing.append([])
        self._p_values.append(None)
        self._surrogates.append([])
        self._stop_reason.append(-1)
        return len(self) - 1

    def split(
        self,
        node: int,
        split: Split,
        score: float,
        tie: bool = False,
        runner_up: tuple[Split, float] | None = None,
        competitors: Sequence[tuple[Split, float]] = (),
        surrogates: Sequence[SurrogateSplit] = (),
    ) -> None:
        """Record what a node asks, what it nearly asked, and what it asks instead."""
        self._splits[node] = split
        self._score[node] = score
        self._tie[node] = tie
        if runner_up is not None:
            self._runner_ups[node], self._runner_up_score[node] = runner_up
        self._competing[node] = list(competitors)
        self._surrogates[node] = list(surrogates)

    def test(self, node: int, found: PValue) -> None:
        """Record how probable the best split of a node is by chance."""
        self._p_values[node] = found

    def stop(self, node: int, reason: str) -> None:
        """Record why a node stays a leaf."""
        self._stop_reason[node] = self._reasons.setdefault(reason, len(self._reasons))

    def finish(
        self,
        schema: Schema,
        parts: Mapping[str, Any] | None = None,
        loss: FloatArray | None = None,
        recipe: Any = None,
    ) -> Tree:
        """The tree, numbered in pre-order."""
        parent = np.array(self._parent, dtype=np.int32)
        branch = np.array(self._branch, dtype=np.int32)
        self._check(parent, branch)
        order = preorder(parent, branch)
        number = np.empty_like(order)
        number[order] = np.arange(len(order))
        sizes = np.array(self._sizes, dtype=np.float64)[order]
        return Tree(
            schema=schema,
            parent=np.where(parent[order] >= 0, number[parent[order]], -1),
            n_samples=sizes[:, 0],
            weight=sizes[:, 1],
            impurity=sizes[:, 2],
            value=np.stack(self._value)[order],
            splits=SplitTable.from_splits(self._splits).take(order),
            score=np.array(self._score)[order],
            tie=np.array(self._tie)[order],
            runner_ups=SplitTable.from_splits(self._runner_ups).take(order),
            runner_up_score=np.array(self._runner_up_score)[order],
            competing=_by_node(self._competing, order, RankedSplits),
            surrogates=_by_node(self._surrogates, order, Surrogates),
            p_values=PValues.from_list(self._p_values[node] for node in order),
            stop_reason=np.array(self._stop_reason)[order],
            reasons=tuple(self._reasons),
            parts={} if parts is None else parts,
            loss=loss,
            recipe=recipe,
        )

    def _check(self, parent: npt.NDArray[np.int32], branch: npt.NDArray[np.int32]) -> None:
        if len(self) == 0:
            raise ParameterError("A tree needs at least a root; nothing was added.")
        arity = np.array([0 if split is None else split.arity for split in self._splits])
        n_children = np.bincount(parent[1:], minlength=len(self))
        for node in np.flatnonzero(arity != n_children)[:1]:
            raise ParameterError(
                f"Node {node} has {n_children[node]} children, but its split has {arity[node]} "
                f"branches. Add one child a branch, empty ones too."
            )
        doubled = len(np.unique(np.stack([parent, branch]), axis=1).T) < len(self)
        if doubled or (branch[1:] < 0).any() or (branch[1:] >= arity[parent[1:]]).any():
            raise ParameterError("Each branch of a split takes exactly one child.")
        stopped = np.array(self._stop_reason) >= 0
        for node in np.flatnonzero(stopped == (arity > 0))[:1]:
            both = "both split and stopped" if stopped[node] else "neither split nor stopped"
            raise ParameterError(f"Node {node} was {both}; do one of them.")


def _by_node(lists: list[list[Any]], order: npt.NDArray[np.int32], table: type[T]) -> T | None:
    """What was kept of each node as a table in the final order, if there is any."""
    return table.from_lists(lists[node] for node in order) if any(lists) else None
