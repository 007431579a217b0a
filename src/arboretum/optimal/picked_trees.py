"""Near-optimal trees that were looked at one by one, because counts cannot tell them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.optimal.near_trees import NearTrees
from arboretum.optimal.ranked_trees import RankedTrees

__all__ = ["PickedTrees"]

#: So many trees are looked at.
MOST = 2_000


@dataclass(frozen=True, eq=False)
class PickedTrees:
    """The first of some trees, those whose ranks something is true of."""

    ranked: RankedTrees
    takes: Callable[[int], bool]

    @property
    def near(self) -> NearTrees:
        """What the trees are made of."""
        return self.ranked.near

    @property
    def stopped(self) -> str:
        """Why there may be more."""
        return self.ranked.stopped if self.ranked.n_trees <= MOST else "many"

    @cached_property
    def ranks(self) -> list[int]:
        """Where they are among the others."""
        first = range(min(self.ranked.n_trees, MOST))
        return [rank for rank in first if self.takes(rank)]

    @property
    def n_trees(self) -> int:
        """How many there are."""
        return len(self.ranks)

    def questions(self, rank: int) -> dict[str, npt.NDArray[np.int32]]:
        """A tree as the core writes one down."""
        return self.ranked.questions(self.ranks[rank])

    def cost_of(self, rank: int) -> int:
        """What a tree costs."""
        return self.ranked.cost_of(self.ranks[rank])

    def by_cost(self) -> dict[int, int]:
        """How many trees cost how much, the cheapest first."""
        return dict(Counter(self.ranked.cost_of(rank) for rank in self.ranks))

    def first_questions(self) -> dict[tuple[int, int], int]:
        """How many trees ask a column, up to some rank, first; -1 for those that ask nothing."""
        roots = (self.questions(rank) for rank in range(self.n_trees))
        return dict(Counter((int(t["column"][0]), int(t["last_left"][0])) for t in roots))

    def asking(self) -> dict[int, int]:
        """How many trees ask about each feature; features that none asks about are left out."""
        found: Counter[int] = Counter()
        for rank in range(self.n_trees):
            asked = self.questions(rank)["column"]
            found.update({self.near.columns[place].feature for place in asked[asked >= 0]})
        return dict(sorted(found.items()))

    def shares(self) -> npt.NDArray[np.float64]:
        """The share of trees that decide for each class of each sample, (n_samples, n_classes)."""
        gains = self.near.costs.gains
        decided = np.zeros(gains.shape)
        for rank in range(self.n_trees):
            self._decide(self.questions(rank), 0, np.arange(len(gains)), decided)
        shares: npt.NDArray[np.float64] = decided[self.near.merged.row_of] / max(self.n_trees, 1)
        return shares

    def _decide(self, tree: dict[str, Any], node: int, rows: Any, decided: Any) -> None:
        place = int(tree["column"][node])
        if place < 0:
            sums = self.near.costs.gains[rows].sum(axis=0, dtype=np.int64)
            decided[rows, int(sums.argmax())] += 1
            return
        goes_left = self.near.columns[place].ranks[rows] <= tree["last_left"][node]
        self._decide(tree, int(tree["left"][node]), rows[goes_left], decided)
        self._decide(tree, int(tree["right"][node]), rows[~goes_left], decided)
