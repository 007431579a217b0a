"""Models at the nodes of a tree: what a node predicts where that depends on the sample."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Schema

__all__ = ["Columns", "NodeModels", "column_of"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.integer]

#: One array per feature, or a matrix of numbers whose columns are the features.
Columns = Sequence[npt.NDArray[Any]] | npt.NDArray[np.floating]


def column_of(columns: Columns, feature: int) -> npt.NDArray[Any]:
    """The column of one feature."""
    return columns[:, feature] if isinstance(columns, np.ndarray) else columns[feature]


class NodeModels(ABC):
    """One model per node, inner ones too: they become leaves when pruned.

    Attributes
    ----------
    risk : (n_nodes,)
        What the model of each node costs on its training samples: the weighted sum of squared
        residuals, or the weight of the samples that it gets wrong.
    n_parameters : (n_nodes,)
        How many numbers were fitted to them.
    """

    risk: FloatArray
    n_parameters: npt.NDArray[np.integer]

    def __len__(self) -> int:
        return len(self.risk)

    @property
    @abstractmethod
    def features_read(self) -> tuple[int, ...]:
        """The features that some model reads."""

    @abstractmethod
    def is_constant(self, node: int) -> bool:
        """Whether a node predicts one value, whatever the sample."""

    @abstractmethod
    def evaluate(self, columns: Columns, row: IntArray, node: IntArray) -> FloatArray:
        """What ``node[i]`` predicts for ``row[i]``, as values of nodes: (n, width)."""

    def n_clipped(self, columns: Columns, row: IntArray, node: IntArray) -> int:
        """How many of these predictions were held back where no training sample was."""
        return 0

    @abstractmethod
    def take(self, nodes: IntArray) -> Self:
        """The models of some nodes."""

    @abstractmethod
    def followed_by(self, other: Self) -> Self:
        """These models, and behind them those of other nodes of the same kind."""

    @abstractmethod
    def text(self, node: int, schema: Schema, digits: int | None = 7) -> str:
        """The model of a node in words."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Plain lists, to be saved."""
