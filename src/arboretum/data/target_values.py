"""The targets of a dataset one by one, however they are kept together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.dataset import Dataset
from arboretum.data.schema import Target

__all__ = ["TargetValues", "target_values"]


@dataclass(frozen=True, eq=False)
class TargetValues:
    """One target with its values.

    Attributes
    ----------
    target : Target
    values : class codes or numbers, one per row
    known : which rows have one; None if all do
    """

    target: Target
    values: npt.NDArray[Any]
    known: npt.NDArray[np.bool_] | None = None

    def of_known(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Those of some values, one per row, whose row has a value of this target."""
        return values if self.known is None else values[self.known]


def target_values(dataset: Dataset, values: Any = None) -> list[TargetValues]:
    """Each target with what a dataset holds, or with other values such as predictions.

    Classes that are part of a vector of numbers are classes again: those of the largest number.
    """
    held = np.asarray(dataset.targets if values is None else values)
    if dataset.vector is not None:
        return [
            _of_vector(Target(one.name, one.classes), held[:, one.place]) for one in dataset.vector
        ]
    targets = dataset.schema.targets
    if held.dtype.kind == "f":
        return [_of_vector(target, held[:, k : k + 1]) for k, target in enumerate(targets)]
    columns = np.ascontiguousarray(held.T)  # of many labels each is read for itself
    return [TargetValues(target, columns[k]) for k, target in enumerate(targets)]


def _of_vector(target: Target, block: npt.NDArray[Any]) -> TargetValues:
    missing = np.isnan(block[:, 0])
    values = block[:, 0] if target.classes is None else block.argmax(axis=1).astype(np.int32)
    return TargetValues(target, values, ~missing if missing.any() else None)
