"""Laying one of our trees over one of rpart's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from arboretum.tree import Split, Tree
from tests.parity.rpart.golden import Fit


class Overlay:
    """Which of our nodes stands where rpart's stands; found by walking both from the root.

    ``ours`` maps rpart's node numbers to ours; ``lost`` holds the nodes at which the two
    ask something else, and what: below them nothing is compared.
    """

    def __init__(self, tree: Tree, fit: Fit) -> None:
        self.tree = tree
        self.figures = fit.figures
        self.row = {node: i for i, node in enumerate(self.figures["frame"]["node"])}
        self.ours: dict[int, int] = {1: 0}
        self.lost: dict[int, str] = {}
        waiting = [1]
        while waiting:
            node = waiting.pop()
            left = self._left_branch(node)
            if left is None:
                continue
            children = self.tree.children(self.ours[node])
            self.ours[2 * node] = int(children[left])
            self.ours[2 * node + 1] = int(children[1 - left])
            waiting += [2 * node + 1, 2 * node]

    def _left_branch(self, node: int) -> int | None:
        theirs = self.figures["splits"].get(str(node))
        ours = self.tree.splits[self.ours[node]]
        if theirs is None and ours is None:
            return None
        if theirs is None or ours is None:
            self._lose(node, ours, theirs)
            return None
        left = self.left_branch(ours, theirs["primary"])
        if left is None:
            self._lose(node, ours, theirs)
        return left

    def _lose(self, node: int, ours: Split | None, theirs: dict[str, Any] | None) -> None:
        self.lost[node] = f"rpart asks {theirs and theirs['primary']}, we ask {ours}"

    def left_branch(self, ours: Split, theirs: dict[str, Any]) -> int | None:
        """Our branch that rpart calls left; None if the splits differ."""
        feature = self.tree.schema.features[ours.column]
        if feature.name != theirs["var"]:
            return None
        if feature.kind == "categorical":
            sides = {
                side: {feature.categories.index(level) for level in as_list(theirs[side])}
                for side in ("left", "right")
            }
            seen = [{c for c, b in enumerate(ours.branches) if b == k} for k in (0, 1)]
            wanted = [sides["left"], sides["right"]]
            return 0 if seen == wanted else 1 if seen == wanted[::-1] else None
        if feature.kind == "ordered":
            low = {c for c in range(feature.n_categories) if c <= ours.thresholds[0]}
            left = {feature.categories.index(level) for level in as_list(theirs["left"])}
            return 0 if left == low else 1 if len(left & low) == 0 else None
        if not np.isclose(feature.said(ours.thresholds[0]), theirs["index"], rtol=1e-9, atol=0):
            return None
        return 0 if theirs["left_if"] == "<" else 1

    def splits(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """rpart's number and splits of every node that asks the same here and there."""
        for name, splits in self.figures["splits"].items():
            node = int(name)
            if node in self.ours and node not in self.lost:
                yield node, splits

    def is_below_lost(self, node: int) -> bool:
        """Whether a node of rpart is one at which the trees part, or below one."""
        return any(node >> up in self.lost for up in range(node.bit_length()))

    def column(self, name: str) -> tuple[list[int], np.ndarray]:
        """Our nodes, and a column of rpart's frame for them."""
        nodes = [node for node in self.row if node in self.ours]
        values = [self.figures["frame"][name][self.row[node]] for node in nodes]
        return [self.ours[node] for node in nodes], np.array(values)


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
