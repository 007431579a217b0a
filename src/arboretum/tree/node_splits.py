"""Several splits a node, as columns: what competitors and surrogates have in common."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from arboretum.tree.frozen import frozen, handed_over, same_bits
from arboretum.tree.split_table import SplitTable

__all__ = ["NodeSplits"]


@dataclass(frozen=True, eq=False)
class NodeSplits:
    """Splits in the order of their nodes, those of one node together and best first.

    Classes derived from this add columns with one entry a split, and say their types.
    """

    node: npt.NDArray[np.int32]
    splits: SplitTable

    #: Types of the columns that a derived class adds.
    _types: ClassVar[dict[str, Any]] = {}

    def __post_init__(self) -> None:
        object.__setattr__(self, "splits", self.splits.packed_copy())
        for name, dtype in ({"node": np.int32} | self._types).items():
            object.__setattr__(self, name, frozen(getattr(self, name), dtype))

    def rows(self, node: int) -> range:
        """Where the splits of one node stand."""
        return range(*np.searchsorted(self.node, [node, node + 1]).tolist())

    def take(self, nodes: npt.NDArray[np.integer]) -> Self:
        """Those of some nodes, numbered anew; node -1 stands for none."""
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
        return replace(self, node=handed_over(node), splits=self.splits.take(rows), **columns)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(
            same_bits(mine, theirs) if isinstance(mine, np.ndarray) else mine == theirs
            for mine, theirs in zip(self._values(), other._values(), strict=True)
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple:
        # Unpickled arrays are writeable; going through __init__ freezes them again.
        return type(self), self._values()

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, field.name) for field in fields(self))
