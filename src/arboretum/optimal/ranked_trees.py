"""Near-optimal trees in order: the cheapest first, each by its rank."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.optimal.near_trees import NearTrees
from arboretum.optimal.wanted import Names, Wanted, names_of

__all__ = ["RankedTrees"]


@dataclass(frozen=True)
class Way:
    """A question with the counts of both sides that together cost what a tree should."""

    question: int
    left: int
    right: int
    #: Two leaves that save nothing are the first pair of trees, and left out.
    skips_leaves: bool


@dataclass(frozen=True, eq=False)
class RankedTrees:
    """Those of the near-optimal trees that are wanted.

    The rank of a tree orders by cost, then leaves, then features as sets, then what is asked
    first; it is found again from the counts without a list of trees.
    """

    near: NearTrees
    wanted: Wanted = field(default_factory=Wanted)

    @cached_property
    def names(self) -> Names:
        """What questions are called."""
        return names_of(self.near, self.wanted)

    @cached_property
    def counts(self) -> dict[str, npt.NDArray[Any]]:
        """How many trees each node has, as the core says it."""
        return self.near.count(self.names.for_core(self.wanted))

    @cached_property
    def at_root(self) -> list[int]:
        """The places of the counts that are wanted of all samples, the cheapest first."""
        return self._wanted_of(self.counts)

    def _wanted_of(self, counts: dict[str, npt.NDArray[Any]]) -> list[int]:
        always = sum(1 << self.names.bits[feature] for feature in self.wanted.always)
        limits = (self.wanted.max_leaves, self.near.max_leaves)
        most = min((limit for limit in limits if limit is not None), default=math.inf)
        return [
            place
            for place in range(int(counts["first"][0]), int(counts["first"][0] + counts["n"][0]))
            if int(counts["features"][place]) & always == always
            and self.near.n_leaves(int(counts["cost"][place])) <= most
        ]

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate(self.number(place) for place in self.at_root))

    @property
    def stopped(self) -> str:
        """Why there may be more."""
        return self.near.stopped

    @property
    def n_trees(self) -> int:
        """How many there are."""
        return self._ends[-1] if self._ends else 0

    def cost(self, place: int) -> int:
        """What the trees of a count cost, as the core adds up costs."""
        return int(self.counts["cost"][place])

    def number(self, place: int) -> int:
        """A count as a whole number of any size."""
        return self._number_of(self.counts, place)

    @staticmethod
    def _number_of(counts: dict[str, npt.NDArray[Any]], place: int) -> int:
        return int.from_bytes(counts["digits"][place].astype("<u4").tobytes(), "little")

    def cost_of(self, rank: int) -> int:
        """What a tree costs."""
        return self.cost(self.at_root[bisect_right(self._ends, rank)])

    def questions(self, rank: int) -> dict[str, npt.NDArray[np.int32]]:
        """A tree as the core writes one down: nodes with their children."""
        nodes: list[list[int]] = []
        place = bisect_right(self._ends, rank)
        before = self._ends[place - 1] if place else 0
        self._write(0, self.at_root[place], rank - before, nodes)
        columns = np.array(nodes, dtype=np.int32).T
        return dict(zip(("column", "last_left", "left", "right"), columns, strict=True))

    def _write(self, node: int, place: int, rank: int, nodes: list[list[int]]) -> int:
        """Append the tree of a node with some rank among those of a count; return where it is."""
        here = len(nodes)
        nodes.append([-1, -1, -1, -1])
        if self._is_leaf(node, place):
            if rank == 0:
                return here
            rank -= 1
        ways, ends = self._ways(node, place)
        which = bisect_right(ends, rank)
        way, graph, names = ways[which], self.near.graph, self.names
        rank += int(way.skips_leaves) - (ends[which - 1] if which else 0)
        on_left, on_right = divmod(rank, self.number(way.right))
        q = way.question
        left = self._write(int(graph["left"][q]), way.left, on_left, nodes)
        right = self._write(int(graph["right"][q]), way.right, on_right, nodes)
        if names.is_mirrored[q]:
            left, right = right, left
        nodes[here] = [int(names.column[q]), int(names.last_left[q]), left, right]
        return here

    def _places(self, node: int) -> range:
        first = int(self.counts["first"][node])
        return range(first, first + int(self.counts["n"][node]))

    def _is_leaf(self, node: int, place: int) -> bool:
        """Whether a leaf is among the trees of a count."""
        is_as_dear = self.cost(place) == int(self.near.graph["leaf"][node])
        return is_as_dear and int(self.counts["features"][place]) == 0

    @cached_property
    def _known_ways(self) -> dict[tuple[int, int], tuple[list[Way], list[int]]]:
        return {}

    def _ways(self, node: int, place: int) -> tuple[list[Way], list[int]]:
        """How the trees of a count may go on, and how many there are up to each way."""
        known = self._known_ways
        if (node, place) not in known:
            ways, numbers = [], []
            for way in self._find_ways(node, place):
                number = self.number(way.left) * self.number(way.right) - way.skips_leaves
                if number:
                    ways.append(way)
                    numbers.append(number)
            known[node, place] = ways, list(accumulate(numbers))
        return known[node, place]

    def _find_ways(self, node: int, place: int) -> Iterator[Way]:
        cost, features = self.counts["cost"], self.counts["features"]
        goal, asked = int(cost[place]), int(features[place])
        graph, names = self.near.graph, self.names
        for q in range(int(graph["first"][node]), int(graph["last"][node])):
            if not names.may_ask[q]:
                continue
            left, right = int(graph["left"][q]), int(graph["right"][q])
            two = int(graph["leaf"][left]) + int(graph["leaf"][right])
            saves = two < int(graph["leaf"][node]) + self.near.alpha
            others = self._by_cost(right)
            for one in self._places(left):
                for other in others.get(goal - int(cost[one]), ()):
                    if int(features[one] | features[other] | names.bit[q]) != asked:
                        continue
                    are_leaves = self._is_leaf(left, one) and self._is_leaf(right, other)
                    yield Way(q, one, other, are_leaves and not saves)

    def _by_cost(self, node: int) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for place in self._places(node):
            found.setdefault(self.cost(place), []).append(place)
        return found

    def by_cost(self) -> dict[int, int]:
        """How many trees cost how much, the cheapest first."""
        found: dict[int, int] = {}
        for place in self.at_root:
            cost = self.cost(place)
            found[cost] = found.get(cost, 0) + self.number(place)
        return found

    def first_questions(self) -> dict[tuple[int, int], int]:
        """How many trees ask a column, up to some rank, first; -1 for those that ask nothing."""
        found: dict[tuple[int, int], int] = {}
        names = self.names
        for place in self.at_root:
            if self._is_leaf(0, place):
                found[-1, -1] = 1
            ways, ends = self._ways(0, place)
            for way, end, before in zip(ways, ends, [0, *ends], strict=False):
                name = int(names.column[way.question]), int(names.last_left[way.question])
                found[name] = found.get(name, 0) + end - before
        return found

    def asking(self) -> dict[int, int]:
        """How many trees ask about each feature; features that none asks about are left out."""
        may_ask = self.names.feature[self.names.may_ask > 0]
        found = {f: self.n_trees - self._without(f) for f in np.unique(may_ask).tolist()}
        return {feature: n for feature, n in found.items() if n}

    def _without(self, feature: int) -> int:
        """How many trees do not ask about a feature."""
        left = self.names.for_core(self.wanted)
        left["may_ask"] = left["may_ask"] * (self.names.feature != feature).astype(np.uint8)
        others = self.near.count(left)
        return sum(self._number_of(others, place) for place in self._wanted_of(others))

    def shares(self) -> npt.NDArray[np.float64]:
        """The share of trees that decide for each class of each sample, (n_samples, n_classes)."""
        decided = self.near.decide(
            self.names.for_core(self.wanted),
            cost=self.counts["cost"][self.at_root],
            features=self.counts["features"][self.at_root],
        )
        return decided / np.maximum(decided.sum(axis=1, keepdims=True), 1.0)
