"""What nodes know besides their splits: competitors, surrogates, and p-values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from arboretum.tree.frozen import FrozenArrays, handed_over
from arboretum.tree.split import Split, SplitTable

__all__ = [
    "P_KINDS",
    "NodeSplits",
    "PValue",
    "PValues",
    "RankedSplits",
    "SurrogateSplit",
    "Surrogates",
]

FloatArray = npt.NDArray[np.float64]

#: How a p-value was worked out, in the order of their codes in the native core.
#:
#: * ``asymptotic``: by the distribution that the statistic has for many samples;
#: * ``rough``: the same, although few samples are expected in some cell of the table;
#: * ``exact``: by all tables with the same margins (Fisher; Freeman and Halton);
#: * ``simulated``: by some of these tables, drawn at random;
#: * ``permutation``: by searching again and again with shuffled targets.
P_KINDS = ("asymptotic", "rough", "exact", "simulated", "permutation")


@dataclass(frozen=True, eq=False)
class NodeSplits(FrozenArrays):
    """Splits in the order of their nodes, those of one node together and best first.

    Classes derived from this add columns with one entry per split.
    """

    node: npt.NDArray[np.int32]
    splits: SplitTable

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "splits", self.splits.packed_copy())

    def rows(self, node: int) -> range:
        """Where the splits of one node stand."""
        return range(*np.searchsorted(self.node, [node, node + 1]).tolist())

    def take(self, nodes: npt.NDArray[np.integer]) -> Self:
        """Those of some nodes, renumbered; node -1 stands for none."""
        n_nodes = int(self.node[-1]) + 1 if len(self.node) else 0
        if len(nodes) >= n_nodes and np.array_equal(nodes, np.arange(len(nodes))):
            return self
        first = np.searchsorted(self.node, nodes)
        count = np.where(nodes >= 0, np.searchsorted(self.node, nodes, side="right") - first, 0)
        shift = first - (np.cumsum(count) - count)
        rows = np.repeat(shift, count) + np.arange(count.sum())
        return self._pick(rows, np.repeat(np.arange(len(nodes), dtype=np.int32), count))

    def in_order(self) -> Self:
        """The same in the order of the nodes, for splits that come in another."""
        if (self.node[:-1] <= self.node[1:]).all():
            return self
        rows = np.argsort(self.node, kind="stable")
        return self._pick(rows, self.node[rows])

    def _pick(self, rows: npt.NDArray[np.integer], node: npt.NDArray[np.int32]) -> Self:
        columns = {name: handed_over(getattr(self, name)[rows]) for name in self._types}
        columns["node"] = handed_over(node)
        return replace(self, splits=self.splits.take(rows), **columns)


@dataclass(frozen=True, eq=False)
class RankedSplits(NodeSplits):
    """The competitors that a tree was asked to keep (``max_competitors`` of its recipe).

    Those of a node stand best first, its runner-up before all others.
    """

    score: FloatArray

    _types: ClassVar[dict[str, Any]] = {"node": np.int32, "score": np.float64}

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
    they only show which features resemble which (``use=0`` of the policy).
    """

    agreement: FloatArray
    adjusted: FloatArray
    is_reversed: npt.NDArray[np.bool_]
    are_asked: bool

    _types: ClassVar[dict[str, Any]] = {
        "node": np.int32,
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


class PValue(NamedTuple):
    """The outcome of one test: ``kind`` is a position in ``P_KINDS``."""

    p: float
    kind: int


@dataclass(frozen=True, eq=False)
class PValues(FrozenArrays):
    """The outcome of the tests at the nodes of a tree.

    ``p`` is NaN and ``kind`` -1 where nothing was tested.
    """

    p: FloatArray
    kind: npt.NDArray[np.int8]

    _types: ClassVar[dict[str, Any]] = {"p": np.float64, "kind": np.int8}

    @classmethod
    def of(cls, p: FloatArray, kind: npt.NDArray[np.integer]) -> PValues | None:
        """From one entry per node; None if nothing was tested anywhere."""
        return cls(p, kind.astype(np.int8)) if (kind >= 0).any() else None

    def kind_name(self, node: int) -> str | None:
        """How the p-value of a node was worked out, in a word."""
        return P_KINDS[self.kind[node]] if self.kind[node] >= 0 else None

    def take(self, nodes: npt.NDArray[np.integer]) -> PValues | None:
        """Those of some nodes; node -1 stands for none."""
        is_kept = nodes >= 0
        return self.of(
            np.where(is_kept, self.p[nodes], np.nan), np.where(is_kept, self.kind[nodes], -1)
        )
