"""Surrogates: questions that answer for a node's own where a sample has no value for that."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from arboretum.tree.node_splits import NodeSplits
from arboretum.tree.split import Split
from arboretum.tree.split_table import SplitTable

__all__ = ["SurrogateSplit", "Surrogates"]


@dataclass(frozen=True)
class SurrogateSplit:
    """One question that stands in for that of a node.

    Attributes
    ----------
    split : Split
        Of another feature, in two branches.
    is_reversed : bool
        Whether its branch 0 leads to branch 1 of the node; a set of categories never is.
    agreement : float
        Share of the training weight that it sends the same way as the node's own question.
    adjusted : float
        How far it is from sending all samples down the heavier branch (0) to sending
        every one the same way (1).
    """

    split: Split
    is_reversed: bool
    agreement: float
    adjusted: float


@dataclass(frozen=True, eq=False)
class Surrogates(NodeSplits):
    """The surrogates of all nodes; those of a node are asked one after another.

    ``are_asked`` says whether samples without a value do ask them, or whether
    they only tell which features resemble which (``use=0`` of the policy).
    """

    agreement: npt.NDArray[np.float64]
    adjusted: npt.NDArray[np.float64]
    is_reversed: npt.NDArray[np.bool_]
    are_asked: bool

    _types: ClassVar[dict[str, Any]] = {
        "agreement": np.float64,
        "adjusted": np.float64,
        "is_reversed": np.bool_,
    }

    @classmethod
    def from_lists(
        cls, of_nodes: Iterable[list[SurrogateSplit]], are_asked: bool = True
    ) -> Surrogates:
        """From the surrogates of each node."""
        flat = [(node, kept) for node, several in enumerate(of_nodes) for kept in several]
        return cls(
            np.array([node for node, _ in flat], dtype=np.int32),
            SplitTable.from_splits(kept.split for _, kept in flat),
            np.array([kept.agreement for _, kept in flat]),
            np.array([kept.adjusted for _, kept in flat]),
            np.array([kept.is_reversed for _, kept in flat], dtype=bool),
            are_asked,
        )

    def of(self, node: int) -> list[SurrogateSplit]:
        """The surrogates of one node, the one that agrees most first."""
        return [
            SurrogateSplit(
                split,
                bool(self.is_reversed[row]),
                float(self.agreement[row]),
                float(self.adjusted[row]),
            )
            for row in self.rows(node)
            if (split := self.splits[row]) is not None
        ]
