"""What each mistake costs, by class name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.column import describe_values
from arboretum.data.encode.weights import place_classes
from arboretum.data.read.open_columns import as_array
from arboretum.data.schema import Category
from arboretum.exceptions import ParameterError

__all__ = ["loss_matrix"]


def loss_matrix(loss: Any, classes: tuple[Category, ...]) -> npt.NDArray[np.float64] | None:
    """Write a loss as a matrix ``loss[true, predicted]`` in the order of the classes.

    Parameters
    ----------
    loss : None, mapping, or (K, K) array
        ``{true: {predicted: cost}}`` or ``{(true, predicted): cost}`` by class
        name; a mistake that is not named costs 1, a correct prediction 0.
    classes : the classes of the target

    Examples
    --------
    >>> loss_matrix({"ill": {"healthy": 10}}, ("healthy", "ill"))
    array([[ 0.,  1.],
           [10.,  0.]])
    """
    if loss is None:
        return None
    matrix = _from_names(loss, classes) if isinstance(loss, Mapping) else _from_array(loss, classes)
    for i, j in np.argwhere(~(np.isfinite(matrix) & (matrix >= 0)))[:1]:
        raise ParameterError(
            f"The loss of predicting {classes[j]!r} for {classes[i]!r} is {matrix[i, j]:g}; "
            f"it must be finite and >= 0."
        )
    for i in np.flatnonzero(matrix.diagonal())[:1]:
        raise ParameterError(
            f"The loss of predicting {classes[i]!r} correctly is {matrix[i, i]:g}; "
            f"a correct prediction must cost 0."
        )
    return matrix


def _from_names(loss: Mapping[Any, Any], classes: tuple[Category, ...]) -> npt.NDArray[np.float64]:
    matrix = 1.0 - np.eye(len(classes))
    for (true, predicted), cost in _pairs(loss).items():
        if not isinstance(cost, int | float | np.number):
            raise ParameterError(
                f"The loss of predicting {predicted!r} for {true!r} is {cost!r}, not a number."
            )
        row, column = place_classes((true, predicted), classes, "loss")
        matrix[row, column] = cost
    return matrix


def _pairs(loss: Mapping[Any, Any]) -> dict[tuple[Any, Any], Any]:
    pairs: dict[tuple[Any, Any], Any] = {}
    for key, value in loss.items():
        if isinstance(value, Mapping):
            pairs |= {(key, predicted): cost for predicted, cost in value.items()}
        elif isinstance(key, tuple) and len(key) == 2:
            pairs[key] = value
        else:
            raise ParameterError(
                f"loss[{key!r}]={value!r} is not understood. Write {{true: {{predicted: cost}}}} "
                f"or {{(true, predicted): cost}}."
            )
    return pairs


def _from_array(loss: Any, classes: tuple[Category, ...]) -> npt.NDArray[np.float64]:
    matrix = as_array(loss)
    n = len(classes)
    if matrix.shape != (n, n) or matrix.dtype.kind not in "iuf":
        raise ParameterError(
            f"loss must be a ({n}, {n}) array of numbers, with one row per true class and one "
            f"column per predicted class in the order {describe_values(classes, 20)}; got "
            f"an array of {matrix.dtype} of shape {matrix.shape}."
        )
    return matrix.astype(np.float64)
