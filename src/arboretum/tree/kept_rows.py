"""The training samples that a tree keeps, sorted by the node at which they end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset, Schema
from arboretum.tree.frozen import FrozenArrays
from arboretum.tree.predict.routing import Ends

__all__ = ["KeptRows"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class KeptRows(FrozenArrays):
    """Samples at the nodes where they end, each with its target.

    Nodes are numbered in pre-order, so that what ends below a node follows one another: an inner
    node, or a leaf that it becomes, needs nothing of its own.

    Attributes
    ----------
    row : which sample each entry is: its place in the table that the tree was grown from
    node : where it ends, ascending
    share : how much of it ends there; 1 unless the missing policy spreads samples
    weight : what that part of it weighs
    targets : (n, n_targets) its numbers or class codes
    """

    row: npt.NDArray[np.integer]
    node: npt.NDArray[np.integer]
    share: FloatArray
    weight: FloatArray
    targets: FloatArray

    _types: ClassVar[dict[str, Any]] = {
        "row": np.int64,
        "node": np.int32,
        "share": np.float64,
        "weight": np.float64,
        "targets": np.float64,
    }

    @classmethod
    def of(cls, ends: Ends, dataset: Dataset) -> KeptRows:
        """Samples where they end; rows are numbered as in the table that they came from."""
        place, node, share = ends.parts()
        order = np.lexsort((place, node))
        place, share = place[order], share[order]
        return cls(
            row=place if dataset.origin is None else dataset.origin[place],
            node=node[order],
            share=share,
            weight=share * dataset.weights[place],
            targets=np.asarray(dataset.targets)[place],
        )

    def __len__(self) -> int:
        return len(self.row)

    def entries(self, first: int, end: int) -> slice:
        """Where the samples stand that end at the nodes from one up to another."""
        return slice(*np.searchsorted(self.node, (first, end)).tolist())

    def below(self, node: int, end: int) -> KeptRows:
        """The samples that get to a node, each once; ``end`` is one past the last node below."""
        here = self.entries(node, end)
        some = KeptRows(*(column[here] for column in self._fields()))
        return some.moved(np.full(len(some), node))

    def moved(self, node: npt.NDArray[np.integer]) -> KeptRows:
        """The same entries at other nodes; parts of a sample that come together are one."""
        order = np.lexsort((self.row, node))
        row, node = self.row[order], node[order]
        is_first = np.ones(len(row), dtype=np.bool_)
        is_first[1:] = (row[1:] != row[:-1]) | (node[1:] != node[:-1])
        first = np.flatnonzero(is_first)
        return KeptRows(
            row=row[first],
            node=node[first],
            share=np.add.reduceat(self.share[order], first),
            weight=np.add.reduceat(self.weight[order], first),
            targets=self.targets[order][first],
        )

    def named_targets(self, schema: Schema) -> npt.NDArray[Any]:
        """The targets by the names of classes, or as numbers; those of one target as one array."""
        if not schema.is_classification:
            found: npt.NDArray[Any] = self.targets
        else:
            codes = self.targets.astype(np.intp)
            names = [np.array(target.classes) for target in schema.targets]
            found = np.stack([of[codes[:, k]] for k, of in enumerate(names)], axis=1)
        return found[:, 0] if found.shape[1] == 1 else found
