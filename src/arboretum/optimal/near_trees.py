"""All trees that cost little more than the best one, counted without writing them down.

The core keeps the sets of samples that such trees reach, each once: a node that may be a leaf or
ask one of its questions, each of which leads to two nodes.  How many trees a node has, by what
they cost, follows from its children.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset
from arboretum.exceptions import ParameterError
from arboretum.growing import Progress
from arboretum.optimal.class_costs import ClassCosts, class_costs
from arboretum.optimal.columns import AskedColumn, columns_of
from arboretum.optimal.limits import Limits
from arboretum.optimal.merged import Merged, merge
from arboretum.optimal.solve import search

__all__ = ["NearTrees", "near_trees"]

#: Costs are whole numbers; this much of one is rounding of the budget.
ROUNDING = 1e-9
#: Without the memory for all trees, those that cost up to such a part of ``eps`` more are found, or
#: those that ask one of so few questions wherever they go on.
SMALLER, FEWER = (0.5, 0.25, 0.0), (16, 4, 1)


@dataclass(frozen=True, eq=False)
class NearTrees:
    """The trees as a graph.

    Attributes
    ----------
    dataset, merged, costs, columns
        What was searched.
    max_leaves : int or None
        No tree has more leaves; nodes may.
    best, budget : int
        What the best tree costs, and what the others may, as the core adds up costs.
    stopped : {"proved", "time", "memory", "interrupted"}
        Why the search for them ended; trees are missing unless it is ``"proved"``.
    complete_eps : float or None
        None of the trees is missing that cost at most such a share more than the best one.
    graph : mapping of arrays
        Nodes: ``leaf``, ``budget``, and their questions from ``first`` to ``last``.  Questions:
        ``column``, ``last_left``, ``left``, ``right``.  Other names of questions: ``named``,
        ``named_column``, ``named_last_left``, ``is_mirrored``.
    """

    dataset: Dataset
    merged: Merged
    costs: ClassCosts
    columns: Sequence[AskedColumn]
    max_leaves: int | None
    best: int
    budget: int
    stopped: str
    complete_eps: float | None
    graph: dict[str, npt.NDArray[Any]]
    _core: Any

    def count(self, wanted: dict[str, Any]) -> dict[str, npt.NDArray[Any]]:
        """How many trees each node has; see the core."""
        counts: dict[str, npt.NDArray[Any]] = self._core.count(wanted)
        return counts

    def decide(self, wanted: dict[str, Any], **taken: Any) -> npt.NDArray[np.float64]:
        """How many trees decide for each class of each sample; see the core."""
        columns = _for_core(self.columns, self.merged)
        decided = self._core.decide(**columns, gains=self.costs.gains, wanted=wanted, **taken)
        by_sample: npt.NDArray[np.float64] = decided[self.merged.row_of]
        return by_sample

    @property
    def alpha(self) -> int:
        """What a leaf costs."""
        return self.costs.alpha

    def total(self, cost: int) -> float:
        """What a tree costs with the price of its leaves."""
        return self.costs.summed(cost)

    def errors(self, cost: int) -> float:
        """What a tree costs without them."""
        n_leaves = self.n_leaves(cost)
        return self.costs.summed(cost - n_leaves * self.costs.alpha)

    def n_leaves(self, cost: int) -> int:
        """How many leaves a tree has that costs so much."""
        return cost % self.costs.ties


def near_trees(
    dataset: Dataset,
    loss: npt.NDArray[np.float64] | None,
    limits: Limits,
    eps: float,
    progress: Progress | None = None,
) -> NearTrees:
    """The trees of one target that cost at most ``1 + eps`` times what the best one does."""
    merged = merge(dataset)
    costs = class_costs(dataset, merged, loss, limits.alpha * float(dataset.weights.sum()))
    columns = columns_of(merged, dataset.schema, costs.gains)
    best = _least(costs, columns, merged, limits, progress)
    asked: dict[str, Any] = {
        **_for_core(columns, merged),
        "count": merged.counts,
        "gains": costs.gains,
        "unit": costs.unit,
        "alpha": costs.alpha,
        "progress": progress,
    }
    since = time.monotonic()
    for one in _attempts(eps):
        left = _left(limits, since)
        budget = _budget(costs, best, one.eps)
        core = _core.near_class_trees(
            **asked, limits=left.for_core(), budget=budget, most_asked=one.most_asked
        )
        graph = core.to_dict()
        ended = graph.pop("ended")
        if ended != "memory":
            break
    stopped = ended if one == Attempt(eps) or ended == "interrupted" else "memory"
    complete = one.eps if ended == "proved" and one.most_asked == 0 else None
    most = limits.max_leaves
    return NearTrees(
        dataset, merged, costs, columns, most, best, budget, stopped, complete, graph, core
    )


@dataclass(frozen=True)
class Attempt:
    """What a search with the memory there is may find.

    Attributes
    ----------
    eps : float
        What a tree may cost more than the best one.
    most_asked : int
        Of each node only so many questions are kept, the cheapest; 0 for all.
    """

    eps: float
    most_asked: int = 0


def _attempts(eps: float) -> Iterator[Attempt]:
    """All trees, or what is true of fewer: the last attempt needs the memory of one tree."""
    yield Attempt(eps)
    yield from (Attempt(eps * part) for part in SMALLER)
    yield from (Attempt(eps, most) for most in FEWER)


def _left(limits: Limits, since: float) -> Limits:
    """The same limits with the time that is left."""
    if limits.seconds is None:
        return limits
    return replace(limits, seconds=max(0.0, limits.seconds - (time.monotonic() - since)))


def _for_core(columns: Sequence[AskedColumn], merged: Merged) -> dict[str, npt.NDArray[Any]]:
    """The ranks of all columns; of one that asks nothing where there is none."""
    if not columns:
        return {
            "ranks": np.zeros((1, merged.n_rows), dtype=np.int32),
            "needs_last_rank": np.zeros(1, dtype=np.uint8),
        }
    return {
        "ranks": np.array([column.ranks for column in columns]),
        "needs_last_rank": np.array([column.needs_last_rank for column in columns], np.uint8),
    }


def _least(
    costs: ClassCosts,
    columns: Sequence[AskedColumn],
    merged: Merged,
    limits: Limits,
    progress: Progress | None,
) -> int:
    """What the best tree costs."""
    if not columns or costs.is_leaf_best:
        return costs.of_leaf
    answer = search(costs, columns, merged, limits, progress)
    if answer["ended"] == "interrupted":
        raise KeyboardInterrupt
    if answer["ended"] != "proved":
        raise ParameterError(
            f"The best tree was not found within time_limit={limits.seconds:g} seconds, so that "
            "nobody knows which trees are near it. Raise time_limit, or look for smaller trees: "
            "lower max_depth, or raise alpha or min_samples_leaf."
        )
    return int(answer["cost"])


def _budget(costs: ClassCosts, best: int, eps: float) -> int:
    """What a tree may cost, with what leaves cost to decide ties."""
    unavoidable = Fraction(costs.unavoidable)
    scale = Fraction(costs.scale)
    least = Fraction(best // costs.ties) / scale + unavoidable
    most = (least * (1 + Fraction(str(eps))) - unavoidable) * scale
    whole = math.floor(most * (1 + Fraction(ROUNDING) / 1000) + Fraction(ROUNDING))
    return whole * costs.ties + costs.ties - 1
