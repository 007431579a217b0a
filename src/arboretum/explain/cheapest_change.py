"""The search for the cheapest change of a sample that leads a tree elsewhere.

A tree is walked with a set of values for each feature instead of one value:
all that lead to the same place.  Sets only shrink on the way down, so the cost
of getting into them only grows, and the first complete way that is taken from
a queue ordered by cost is the cheapest.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

import numpy as np
import numpy.typing as npt

from arboretum.rules.condition import Condition
from arboretum.rules.from_tree import edge
from arboretum.tree import STAYS, Split, Tree
from arboretum.tree.predict.answer import asked_surrogates, no_answer
from arboretum.tree.predict.routing import average_of_parts

__all__ = ["Prices", "Way", "cheapest_way", "nearest"]

Value = float | int
FloatArray = npt.NDArray[np.float64]
Goal = Callable[[FloatArray, npt.NDArray[np.int32]], bool]


@dataclass(frozen=True)
class Prices:
    """What a change of each feature costs: at all, and per unit that it moves."""

    at_all: Sequence[float]
    each_unit: Sequence[float]

    def of(self, condition: Condition, value: Value) -> float:
        """What it costs to bring a value into a set; nothing if it is there."""
        if _holds(condition, value):
            return 0.0
        feature = condition.feature
        return self.at_all[feature] + self.each_unit[feature] * _distance(condition, value)


@dataclass(frozen=True)
class Way:
    """Some samples that go the same way, perhaps not yet to the end.

    Attributes
    ----------
    sets : the known values of each feature that are among them, where not all are
    without : features that stay without a value
    ends, waiting : nodes where they end and nodes to go on from, with shares
    cost, n_changed : of the changes that the sample needs to be one of them
    """

    sets: Mapping[int, Condition] = field(default_factory=dict)
    without: frozenset[int] = frozenset()
    ends: tuple[tuple[int, float], ...] = ()
    waiting: tuple[tuple[int, float], ...] = ((0, 1.0),)
    cost: float = 0.0
    n_changed: int = 0

    def changed(self, values: Sequence[Value]) -> dict[int, Condition]:
        """The features of a sample that must change, and to what."""
        return {f: held for f, held in self.sets.items() if not _holds(held, values[f])}

    def value(self, predicted: FloatArray) -> FloatArray:
        """What is predicted at the end."""
        nodes, shares = zip(*self.ends, strict=True)
        return average_of_parts(predicted[list(nodes)], shares)

    def decision(self, tree: Tree) -> npt.NDArray[np.int32]:
        """The classes predicted at the end; empty for numbers."""
        if not tree.schema.is_classification:
            return np.zeros(0, dtype=np.int32)
        if len(self.ends) == 1:
            return tree.decisions[self.ends[0][0]]
        return tree.classes_of(self.value(tree.shares)[None])[0]


def cheapest_way(
    tree: Tree, values: Sequence[Value], prices: Prices, predicted: FloatArray, goal: Goal
) -> Way | None:
    """The cheapest way of a changed sample to a prediction that meets the goal."""
    search = _Search(tree, values, prices)
    number = count()
    queue: list[tuple[float, int, tuple[int, ...], int, Way]] = []
    heapq.heappush(queue, (0.0, 0, (0,), next(number), Way()))
    while queue:
        way = heapq.heappop(queue)[-1]
        if not way.waiting:
            if goal(way.value(predicted), way.decision(tree)):
                return way
            continue
        for further in search.steps(way):
            if math.isfinite(further.cost):
                nodes = tuple(node for node, _ in further.ends + further.waiting)
                entry = (further.cost, further.n_changed, nodes, next(number), further)
                heapq.heappush(queue, entry)
    return None


@dataclass(frozen=True)
class _Search:
    """The tree, and the sample to change."""

    tree: Tree
    values: Sequence[Value]
    prices: Prices

    def steps(self, way: Way) -> Iterator[Way]:
        """The ways on from the first waiting node."""
        (node, share), *others = way.waiting
        left = replace(way, waiting=tuple(others))
        split = self.tree.splits[node]
        if split is None:
            yield _ended(left, node, share)
            return
        children = self.tree.children(node).tolist()
        for further, shares in self.answers(left, node, split):
            below = [(c, share * part) for c, part in zip(children, shares, strict=False) if part]
            if below:
                yield replace(further, waiting=(*below, *further.waiting))
            else:
                yield _ended(further, node, share)

    def answers(self, way: Way, node: int, split: Split) -> Iterator[tuple[Way, tuple[float, ...]]]:
        """All answers at a node, with what share goes down each branch."""
        unanswered = []
        for further, branch in self.asked(way, split):
            if branch is None:
                unanswered.append(further)
            else:
                yield further, _all_down(branch, split.arity)
        for surrogate in asked_surrogates(self.tree, node):
            asked, unanswered = unanswered, []
            for before in asked:
                for further, branch in self.asked(before, surrogate.split):
                    if branch is None:
                        unanswered.append(further)
                    else:
                        taken = 1 - branch if surrogate.is_reversed else branch
                        yield further, _all_down(taken, split.arity)
        for further in unanswered:
            yield further, no_answer(self.tree, node).shares

    def asked(self, way: Way, split: Split) -> Iterator[tuple[Way, int | None]]:
        """The answers to one question; None for no answer."""
        index, is_presence = split.column, split.kind == "presence"
        is_open = index not in way.sets
        if is_open and self._is_missing(index):
            stays = replace(way, without=way.without | {index})
            yield stays, 1 if is_presence else None
            if index in way.without:
                return
        strict = replace(split, missing_branch=STAYS)
        for branch in range(split.arity):
            further = self.narrowed(way, edge(strict, branch, self.tree.schema))
            if further is not None:
                yield further, branch
        unknown = frozenset(code for code, branch in enumerate(split.branches) if branch < 0)
        if unknown:
            further = self.narrowed(way, Condition(index, codes=unknown))
            if further is not None:
                yield further, None

    def narrowed(self, way: Way, condition: Condition) -> Way | None:
        """The samples of a way that have a known value in a set; None if there are none."""
        index = condition.feature
        before = way.sets.get(index)
        both = replace(condition, missing=False) if before is None else before.meet(condition)
        if both.is_impossible:
            return None
        sets = {**way.sets, index: both}
        costs = [self.prices.of(held, self.values[f]) for f, held in sets.items()]
        n_changed = sum(not _holds(held, self.values[f]) for f, held in sets.items())
        return replace(way, sets=sets, cost=math.fsum(costs), n_changed=n_changed)

    def _is_missing(self, index: int) -> bool:
        value = self.values[index]
        return math.isnan(value) if isinstance(value, float) else value < 0


def _ended(way: Way, node: int, share: float) -> Way:
    return replace(way, ends=(*way.ends, (node, share)))


def _all_down(branch: int, arity: int) -> tuple[float, ...]:
    return tuple(float(b == branch) for b in range(arity))


def nearest(condition: Condition, value: Value, is_whole: bool = False) -> Value:
    """The value of a set that is nearest to another; any of them to a missing one.

    Dates and times are whole numbers; there is always one between two thresholds.
    """
    if condition.codes is not None:
        return min(condition.codes, key=lambda code: (abs(code - value) if value >= 0 else 0, code))
    if value > condition.high or (math.isnan(value) and math.isfinite(condition.high)):
        return math.floor(condition.high) if is_whole else condition.high
    if math.isfinite(condition.low):
        return (
            math.floor(condition.low) + 1 if is_whole else math.nextafter(condition.low, math.inf)
        )
    return 0.0


def _holds(condition: Condition, value: Value) -> bool:
    if condition.codes is not None:
        return value in condition.codes
    return condition.low < value <= condition.high


def _distance(condition: Condition, value: Value) -> float:
    """How far a value is from a set; 0 for a missing one."""
    if condition.codes is not None:
        return min(abs(code - value) for code in condition.codes) if value >= 0 else 0.0
    if math.isnan(value):
        return 0.0
    return max(condition.low - value, value - condition.high, 0.0)
