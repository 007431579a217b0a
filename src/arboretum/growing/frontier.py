"""In which order open nodes are split.

The order never changes a split, only which nodes are reached before a limit on the
number of leaves.
"""

from __future__ import annotations

import heapq
import math
from abc import ABC, abstractmethod

import numpy as np
import numpy.typing as npt

from arboretum.growing.recipe import FULL
from arboretum.search import OpenSplit
from arboretum.tree import Tree
from arboretum.tree.collapse import collapse

__all__ = ["FRONTIERS", "Frontier", "keep_best_splits", "leaves_when_split", "rounded_gain"]

#: Bits of a gain that count; in the others equal gains may differ.
GAIN_BITS = 30


def rounded_gain(gain: float) -> float:
    """A gain without its last bits: sums in another order must not change the order of growth."""
    mantissa, exponent = math.frexp(gain)
    return math.ldexp(round(math.ldexp(mantissa, GAIN_BITS)), exponent - GAIN_BITS)


class Frontier(ABC):
    """Open nodes that wait to be split; each pop is one batch for the source."""

    @abstractmethod
    def push(self, found: OpenSplit) -> None: ...

    @abstractmethod
    def pop(self) -> list[OpenSplit]:
        """The next nodes to split; empty when none is left."""

    @abstractmethod
    def __len__(self) -> int: ...


class DepthFirst(Frontier):
    """The newest node first: the fewest rows are held open."""

    def __init__(self) -> None:
        self._stack: list[OpenSplit] = []

    def push(self, found: OpenSplit) -> None:
        self._stack.append(found)

    def pop(self) -> list[OpenSplit]:
        return [self._stack.pop()] if self._stack else []

    def __len__(self) -> int:
        return len(self._stack)


class LevelWise(Frontier):
    """A whole level at a time: one pass over the data per level."""

    def __init__(self) -> None:
        self._level: list[OpenSplit] = []

    def push(self, found: OpenSplit) -> None:
        self._level.append(found)

    def pop(self) -> list[OpenSplit]:
        level, self._level = self._level, []
        return level

    def __len__(self) -> int:
        return len(self._level)


class BestFirst(Frontier):
    """The split that gains most over all samples first; the older of equals."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, OpenSplit]] = []

    def push(self, found: OpenSplit) -> None:
        gain = rounded_gain(found.choice.score * found.node.weight)
        heapq.heappush(self._heap, (-gain, found.node.id, found))

    def pop(self) -> list[OpenSplit]:
        return [heapq.heappop(self._heap)[2]] if self._heap else []

    def __len__(self) -> int:
        return len(self._heap)


#: Frontiers by name.
FRONTIERS: dict[str, type[Frontier]] = {
    "depth": DepthFirst,
    "level": LevelWise,
    "best": BestFirst,
}


def keep_best_splits(tree: Tree, max_leaf_nodes: int) -> Tree:
    """The tree that best-first growth reaches with at most this many leaves.

    The order of growth never changes a split.  So a tree that was grown without a limit
    is cut back: its splits are made again in the order of their gain, until there are
    leaves enough.
    """
    is_made = leaves_when_split(tree, max_leaf_nodes) > 0
    return collapse(tree, ~is_made & ~tree.is_leaf, reason=FULL.format(max_leaf_nodes))


def leaves_when_split(tree: Tree, max_leaf_nodes: float = math.inf) -> npt.NDArray[np.float64]:
    """How many leaves there are once each node is split, best splits first; 0 if it never is."""
    gain = tree.score * tree.weight
    n_then = np.zeros(tree.n_nodes)
    n_leaves, n_numbered = 1, 1
    waiting: list[tuple[float, int, int]] = []  # gain, number in growth order, node
    if not tree.is_leaf[0]:
        waiting.append((-rounded_gain(gain[0]), 0, 0))
    while waiting:
        _, _, node = heapq.heappop(waiting)
        children = tree.children(node)
        if n_leaves + len(children) - 1 > max_leaf_nodes:
            continue
        n_leaves += len(children) - 1
        n_then[node] = n_leaves
        for number, child in enumerate(children.tolist(), start=n_numbered):
            if not tree.is_leaf[child]:
                heapq.heappush(waiting, (-rounded_gain(gain[child]), number, child))
        n_numbered += len(children)
    return n_then
