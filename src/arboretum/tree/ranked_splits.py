"""Competitors: the splits that a node did not choose."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from arboretum.tree.node_splits import NodeSplits
from arboretum.tree.split import Split
from arboretum.tree.split_table import SplitTable

__all__ = ["RankedSplits"]


@dataclass(frozen=True, eq=False)
class RankedSplits(NodeSplits):
    """The competitors that a tree was asked to keep (``max_competitors`` of its recipe).

    Those of a node stand best first, its runner-up before all others.
    """

    score: npt.NDArray[np.float64]

    _types: ClassVar[dict[str, Any]] = {"score": np.float64}

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
        rows = self.rows(node)
        pairs = [(self.splits[row], float(self.score[row])) for row in rows]
        return [(split, score) for split, score in pairs if split is not None]
