"""The columns that every tree has: one entry a node, read-only, some worked out when first read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from arboretum.tree.file.check_columns import check_finite
from arboretum.tree.frozen import frozen
from arboretum.tree.later import Later

__all__ = ["COLUMNS", "HoldsColumns"]

#: Columns of numbers by their types.
COLUMNS = {
    "parent": np.int32,
    "n_samples": np.float64,
    "weight": np.float64,
    "impurity": np.float64,
    "value": np.float64,
    "score": np.float64,
    "tie": np.bool_,
    "runner_up_score": np.float64,
    "stop_reason": np.int16,
}
_FINITE = ("n_samples", "weight", "impurity", "value")


class HoldsColumns:
    """Keeps columns, or the promise of columns until they are read."""

    _promised: dict[str, Callable[[], npt.NDArray[Any]]]

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _take(self, name: str, column: Any) -> None:
        """Keep a column, or the promise of one."""
        if isinstance(column, Later):
            self.__dict__["_promised"][name] = column.work_out
            object.__delattr__(self, name)
            return
        self._set(name, frozen(column, COLUMNS[name]))
        if name in _FINITE:
            check_finite(name, getattr(self, name))

    if not TYPE_CHECKING:  # a type checker would take any name for an attribute

        def __getattr__(self, name: str) -> Any:
            work_out = self.__dict__.get("_promised", {}).get(name)
            if work_out is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            self._take(name, work_out())
            self._promised.pop(name, None)  # and with it what the column was worked out from
            return self.__dict__[name]
