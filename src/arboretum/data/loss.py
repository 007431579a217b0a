"""What each mistake costs, by class name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.column import describe_values
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
        name; a mistake that is not named costs 1, a right answer 0.
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
    for i, true in enumerate(classes):
        for j, predicted in enumerate(classes):
            _check_cost(matrix[i, j], true, predicted)
    return matrix


def _from_names(loss: Mapping[Any, Any], classes: tuple[Category, ...]) -> npt.NDArray[np.float64]:
    place = {c: i for i, c in enumerate(classes)}
    matrix = 1.0 - np.eye(len(classes))
    for (true, predicted), cost in _pairs(loss):
        for name in (true, predicted):
            if name not in place:
                raise ParameterError(
                    f"loss names {name!r}, which is no class. "
                    f"The classes are: {describe_values(classes, 20)}."
                )
        matrix[place[true], place[predicted]] = _as_number(cost, true, predicted)
    return matrix


def _pairs(loss: Mapping[Any, Any]) -> list[tuple[tuple[Any, Any], Any]]:
    pairs: list[tuple[tuple[Any, Any], Any]] = []
    for key, value in loss.items():
        if isinstance(value, Mapping):
            pairs += [((key, predicted), cost) for predicted, cost in value.items()]
        elif isinstance(key, tuple) and len(key) == 2:
            pairs.append((key, value))
        else:
            raise ParameterError(
                f"loss[{key!r}]={value!r} is not understood. Write {{true: {{predicted: cost}}}} "
                f"or {{(true, predicted): cost}}."
            )
    return pairs


def _as_number(cost: Any, true: Any, predicted: Any) -> float:
    if isinstance(cost, int | float | np.number):
        return float(cost)
    raise ParameterError(
        f"loss of predicting {predicted!r} for {true!r} is {cost!r}, not a number."
    )


def _from_array(loss: Any, classes: tuple[Category, ...]) -> npt.NDArray[np.float64]:
    matrix = as_array(loss)
    n = len(classes)
    if matrix.shape != (n, n) or matrix.dtype.kind not in "iuf":
        raise ParameterError(
            f"loss must be a ({n}, {n}) array of numbers, one row a true class and one column a "
            f"predicted class in the order {describe_values(classes, 20)}; "
            f"it has the shape {matrix.shape}."
        )
    return matrix.astype(np.float64)


def _check_cost(cost: float, true: Category, predicted: Category) -> None:
    if not np.isfinite(cost) or cost < 0:
        raise ParameterError(
            f"loss of predicting {predicted!r} for {true!r} is {cost:g}; "
            f"it must be finite and >= 0."
        )
    if true == predicted and cost != 0:
        raise ParameterError(
            f"loss of predicting {predicted!r} rightly is {cost:g}; a right answer must cost 0."
        )
