"""Checks of the columns a tree is made of."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import ParameterError
from arboretum.tree.models.node_models import NodeModels

__all__ = ["check_finite", "check_models", "check_values"]


def check_values(value: npt.NDArray[np.float64], shape: tuple[int, int]) -> None:
    """Refuse values that do not fit the nodes and the targets."""
    if value.shape != shape:
        raise ParameterError(
            f"The values of the nodes have shape {value.shape}; {shape[0]} nodes and "
            f"the targets of the schema want {shape}. Check what the leaf model returns."
        )


def check_models(models: NodeModels | None, n_nodes: int) -> None:
    """Refuse models that are not one a node."""
    if models is not None and len(models) != n_nodes:
        raise ParameterError(
            f"There are {len(models)} models for {n_nodes} nodes. Give one a node, or none at all."
        )


def check_finite(name: str, column: npt.NDArray[np.float64]) -> None:
    """Refuse a column with infinity or no number at all in it."""
    is_finite = np.isfinite(column)
    if not is_finite.all():
        raise ParameterError(
            f"The {name} of node {np.argwhere(~is_finite)[0, 0]} is not a finite number. "
            f"Check what the criterion and the leaf model return."
        )
