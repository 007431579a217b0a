"""Arrays that nobody can write to, because a tree is a value."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

__all__ = ["FrozenArrays", "freeze_columns", "frozen", "handed_over", "same_bits"]


def frozen(values: Any, dtype: npt.DTypeLike) -> npt.NDArray[Any]:
    """A read-only, contiguous array; the caller's own array stays writeable."""
    if isinstance(values, np.ndarray) and not values.flags.writeable:
        array = np.ascontiguousarray(values, dtype=dtype)
        if array is values:
            return array
    else:
        array = np.array(values, dtype=dtype, order="C")
    array.setflags(write=False)
    return array


def handed_over(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """An array that nobody else holds, made read-only: it is then frozen without a copy."""
    array.setflags(write=False)
    return array


def freeze_columns(columns: dict[str, Any]) -> None:
    """Hand over all arrays of a dict, and of the dicts in it."""
    for column in columns.values():
        if isinstance(column, dict):
            freeze_columns(column)
        else:
            column.setflags(write=False)


def same_bits(one: npt.NDArray[Any], other: npt.NDArray[Any]) -> bool:
    """Whether two arrays are equal bit for bit (0.0 is not -0.0); any two NaN are equal."""
    if one.shape != other.shape or one.dtype != other.dtype:
        return False
    if one.dtype.kind != "f":
        return bool(np.array_equal(one, other))
    alike = one.view(np.int64) == other.view(np.int64)
    return bool((alike | (np.isnan(one) & np.isnan(other))).all())


@dataclass(frozen=True, eq=False)
class FrozenArrays:
    """A value made of arrays: read-only, and equal to another if equal bit for bit."""

    #: The types of those fields that are arrays.
    _types: ClassVar[dict[str, Any]] = {}

    def __post_init__(self) -> None:
        for name, dtype in self._types.items():
            object.__setattr__(self, name, frozen(getattr(self, name), dtype))

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(
            same_bits(mine, theirs) if isinstance(mine, np.ndarray) else mine == theirs
            for mine, theirs in zip(self._fields(), other._fields(), strict=True)
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple:
        # Unpickled arrays are writeable; going through __init__ freezes them again.
        return type(self), self._fields()

    def _fields(self) -> tuple[Any, ...]:
        return tuple(getattr(self, field.name) for field in fields(self))
