"""Building a tree node by node, in any order of growth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Schema
from arboretum.exceptions import ParameterError
from arboretum.tree.node_splits import PValue, PValues, RankedSplits, Surrogates, SurrogateSplit
from arboretum.tree.split import Split, SplitTable
from arboretum.tree.structure import preorder
from arboretum.tree.tree import Tree

__all__ = ["TreeBuilder"]

FloatArray = npt.NDArray[np.float64]


@dataclass
class _Node:
    """What is known of a node while its tree grows."""

    parent: int
    branch: int
    n_samples: float
    weight: float
    impurity: float
    value: FloatArray
    split: Split | None = None
    score: float = np.nan
    tie: bool = False
    runner_up: tuple[Split | None, float] = (None, np.nan)
    competitors: Sequence[tuple[Split, float]] = ()
    surrogates: Sequence[SurrogateSplit] = ()
    p_value: PValue | None = None
    reason: str | None = None

    @property
    def arity(self) -> int:
        return 0 if self.split is None else self.split.arity


class TreeBuilder:
    """Collects nodes while a tree grows, then numbers them once and for all.

    Numbers given out while growing hold only for the builder: the finished
    tree is numbered in pre-order.
    """

    def __init__(self) -> None:
        self._nodes: list[_Node] = []

    def __len__(self) -> int:
        return len(self._nodes)

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
            raise ParameterError(
                "The first node, and no other, is the root: add it with parent=None."
            )
        if parent is not None and not 0 <= parent < len(self):
            raise ParameterError(f"parent={parent} was not added; add a node before its children.")
        place = (-1, -1) if parent is None else (parent, branch)
        values = np.array(value, dtype=np.float64).reshape(-1)
        self._nodes.append(_Node(*place, n_samples, weight, impurity, values))
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
        kept = self._nodes[node]
        kept.split, kept.score, kept.tie = split, score, tie
        kept.runner_up = (None, np.nan) if runner_up is None else runner_up
        kept.competitors, kept.surrogates = competitors, surrogates

    def test(self, node: int, found: PValue) -> None:
        """Record how probable the best split of a node is by chance."""
        self._nodes[node].p_value = found

    def stop(self, node: int, reason: str) -> None:
        """Record why a node stays a leaf."""
        self._nodes[node].reason = reason

    def finish(
        self,
        schema: Schema,
        parts: Mapping[str, Any] | None = None,
        loss: FloatArray | None = None,
        recipe: Any = None,
    ) -> Tree:
        """The tree, numbered in pre-order."""
        parent = np.array([node.parent for node in self._nodes], dtype=np.int32)
        branch = np.array([node.branch for node in self._nodes], dtype=np.int32)
        self._check(parent, branch)
        order = preorder(parent, branch)
        number = np.empty_like(order)
        number[order] = np.arange(len(order))
        nodes = [self._nodes[node] for node in order]
        names = ("n_samples", "weight", "impurity", "value", "score", "tie")
        columns: dict[str, Any] = {n: np.array([getattr(node, n) for node in nodes]) for n in names}
        reasons = tuple({node.reason: None for node in nodes if node.reason is not None})
        tested = [node.p_value or (np.nan, -1) for node in nodes]
        competing = [list(node.competitors) for node in nodes]
        surrogates = [list(node.surrogates) for node in nodes]
        return Tree(
            schema=schema,
            parent=np.where(parent[order] >= 0, number[parent[order]], -1),
            splits=SplitTable.from_splits(node.split for node in nodes),
            runner_ups=SplitTable.from_splits(node.runner_up[0] for node in nodes),
            runner_up_score=np.array([node.runner_up[1] for node in nodes]),
            competing=RankedSplits.from_lists(competing) if any(competing) else None,
            surrogates=Surrogates.from_lists(surrogates) if any(surrogates) else None,
            p_values=PValues.of(np.array([p for p, _ in tested]), np.array([k for _, k in tested])),
            stop_reason=np.array(
                [-1 if node.reason is None else reasons.index(node.reason) for node in nodes]
            ),
            reasons=reasons,
            parts={} if parts is None else parts,
            loss=loss,
            recipe=recipe,
            **columns,
        )

    def _check(self, parent: npt.NDArray[np.int32], branch: npt.NDArray[np.int32]) -> None:
        if len(self) == 0:
            raise ParameterError("A tree needs at least a root; add one before you finish.")
        arity = np.array([node.arity for node in self._nodes])
        n_children = np.bincount(parent[1:], minlength=len(self))
        for node in np.flatnonzero(arity != n_children)[:1]:
            raise ParameterError(
                f"Node {node} has {n_children[node]} children, but its split has {arity[node]} "
                f"branches. Add one child per branch, empty ones too."
            )
        doubled = len(np.unique(np.stack([parent, branch]), axis=1).T) < len(self)
        if doubled or (branch[1:] < 0).any() or (branch[1:] >= arity[parent[1:]]).any():
            raise ParameterError("Each branch of a split takes exactly one child.")
        for number, node in enumerate(self._nodes):
            if (node.split is None) == (node.reason is None):
                both = (
                    "neither split nor stopped" if node.split is None else "both split and stopped"
                )
                raise ParameterError(f"Node {number} was {both}; do one of them.")
