"""The training samples of every node, once a tree is grown."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.exceptions import UnsupportedCombination
from arboretum.tree import Tree

__all__ = ["NodeRows"]


@dataclass(frozen=True, eq=False)
class NodeRows:
    """Rows in an order in which those of every node are neighbours.

    Node ``i`` has ``rows[begin[i]:end[i]]``: nodes are numbered in pre-order, so the rows that
    end below a node follow one another if they are sorted by where they end.
    """

    rows: npt.NDArray[np.int32]
    begin: npt.NDArray[np.int64]
    end: npt.NDArray[np.int64]

    @classmethod
    def of(cls, tree: Tree, dataset: Dataset) -> NodeRows:
        """Send the samples that a tree was grown from down the tree again."""
        ends = tree.ends(dataset.columns)
        if len(ends.rows):
            raise UnsupportedCombination(
                f"{len(ends.rows)} samples are at several nodes in parts, and a model is fitted "
                "to whole ones. Use another policy than missing='fractional', such as 'direction'."
            )
        order = np.argsort(ends.node, kind="stable")
        where = ends.node[order]
        nodes = np.arange(tree.n_nodes)
        return cls(
            order.astype(np.int32),
            np.searchsorted(where, nodes).astype(np.int64),
            np.searchsorted(where, tree.subtree_end).astype(np.int64),
        )

    def of_node(self, node: int) -> npt.NDArray[np.int32]:
        """The rows of one node, in the order of the data."""
        return np.sort(self.rows[self.begin[node] : self.end[node]])
