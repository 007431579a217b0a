"""Several splits a node, best first: those that a node did not choose."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum.tree.frozen import frozen, same_bits
from arboretum.tree.split import Split
from arboretum.tree.split_table import SplitTable

__all__ = ["RankedSplits"]


@dataclass(frozen=True, eq=False)
class RankedSplits:
    """The competitors that a tree was asked to keep (``max_competitors`` of its recipe).

    ``node`` ascends; the splits of one node stand best first, its runner-up
    before all others.
    """

    node: npt.NDArray[np.int32]
    splits: SplitTable
    score: npt.NDArray[np.float64]

    def __post_init__(self) -> None:
        object.__setattr__(self, "node", frozen(self.node, np.int32))
        object.__setattr__(self, "score", frozen(self.score, np.float64))
        object.__setattr__(self, "splits", self.splits.packed_copy())

    @classmethod
    def from_lists(cls, of_nodes: Iterable[list[tuple[Split, float]]]) -> RankedSplits:
        """From the splits and scores of each node."""
        flat = [(node, *kept) for node, ranked in enumerate(of_nodes) for kept in ranked]
        return cls(
            np.array([node for node, _, _ in flat], dtype=np.int32),
            SplitTable.from_splits(split for _, split, _ in flat),
            np.array([score for _, _, score in flat]),
        )

    def of(self, node: int) -> list[tuple[Split, float]]:
        """The splits of one node and their scores, best first."""
        first, end = np.searchsorted(self.node, [node, node + 1])
        splits = [self.splits[row] for row in range(first, end)]
        pairs = zip(splits, self.score[first:end].tolist(), strict=True)
        return [(split, score) for split, score in pairs if split is not None]

    def take(self, nodes: npt.NDArray[np.integer]) -> RankedSplits:
        """Those of some nodes, numbered anew; node -1 stands for none."""
        first = np.searchsorted(self.node, nodes)
        count = np.where(nodes >= 0, np.searchsorted(self.node, nodes, side="right") - first, 0)
        shift = first - (np.cumsum(count) - count)
        rows = np.repeat(shift, count) + np.arange(count.sum())
        number = np.repeat(np.arange(len(nodes), dtype=np.int32), count)
        return RankedSplits(number, self.splits.take(rows), self.score[rows])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RankedSplits):
            return NotImplemented
        return (
            same_bits(self.node, other.node)
            and same_bits(self.score, other.score)
            and self.splits == other.splits
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple:
        # Unpickled arrays are writeable; going through __init__ freezes them again.
        return type(self), (self.node, self.splits, self.score)
