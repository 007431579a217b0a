"""The columns of a tree: one entry per node, read-only, some worked out when first read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import ParameterError
from arboretum.tree.frozen import frozen, same_bits

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = ["COLUMNS", "HoldsColumns", "are_equal", "by_first_appearance", "check_shapes", "later"]

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
#: Of so many nodes a list is read faster than an array is asked several times.
FEW_NODES = 500
_FINITE = ("n_samples", "weight", "impurity", "value")


class _Later:
    """A column of a tree that is worked out when it is first read."""

    def __init__(self, work_out: Callable[[], npt.NDArray[Any]]) -> None:
        self.work_out = work_out


def later(work_out: Callable[[], npt.NDArray[Any]]) -> Any:
    """A promise in place of a column that costs more than a caller may want.

    What ``work_out`` reads must never change: a tree is a value, whenever it is read.
    """
    return _Later(work_out)


class HoldsColumns:
    """Keeps columns, or the promise of columns until they are read."""

    _promised: dict[str, Callable[[], npt.NDArray[Any]]]

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _take(self, name: str, column: Any) -> None:
        """Keep a column, or the promise of one."""
        if isinstance(column, _Later):
            self.__dict__["_promised"][name] = column.work_out
            object.__delattr__(self, name)
            return
        kept = frozen(column, COLUMNS[name])
        self._set(name, kept)
        if name in _FINITE and not (is_finite := np.isfinite(kept)).all():
            raise ParameterError(
                f"The {name} of node {np.argwhere(~is_finite)[0, 0]} is not a finite number. "
                f"Check what the criterion and the leaf model return."
            )

    if not TYPE_CHECKING:  # a type checker would take any name for an attribute

        def __getattr__(self, name: str) -> Any:
            work_out = self.__dict__.get("_promised", {}).get(name)
            if work_out is None:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            self._take(name, work_out())
            self._promised.pop(name, None)  # and with it what the column was worked out from
            return self.__dict__[name]


def check_shapes(tree: Tree, value_width: int) -> None:
    """Refuse values and models that do not fit the nodes and the targets."""
    wanted = (tree.n_nodes, value_width)
    if tree.value.shape != wanted:
        raise ParameterError(
            f"The values of the nodes have shape {tree.value.shape}, but {tree.n_nodes} nodes and "
            f"the targets of the schema need {wanted}. Check what the leaf model returns."
        )
    if tree.models is not None and len(tree.models) != tree.n_nodes:
        raise ParameterError(
            f"Got {len(tree.models)} models for {tree.n_nodes} nodes; pass one per node, or None."
        )


def by_first_appearance(
    codes: npt.NDArray[np.int16], reasons: tuple[str, ...]
) -> tuple[npt.NDArray[np.int16], tuple[str, ...]]:
    """Reasons to stop, each once, in the order in which nodes first give them; -1 stays.

    So equal trees have equal codes.
    """
    if len(codes) <= FEW_NODES:
        used = [code for code in dict.fromkeys(codes.tolist()) if code >= 0]
    else:
        used, is_new = [], codes >= 0
        while is_new[first := is_new.argmax()]:  # as often as there are reasons, mostly a few
            used.append(int(codes[first]))
            is_new &= codes != used[-1]
    names = [reasons[code] for code in used]
    unique = tuple(dict.fromkeys(names))
    recode = np.full(len(reasons) + 1, -1, dtype=np.int16)
    recode[used] = [unique.index(name) for name in names]
    return recode[codes], unique


def are_equal(one: Tree, other: Tree) -> bool:
    """Whether two trees agree in everything but their recipes, their columns bit for bit."""
    # By repr, because 1 == 1.0 == True in Python, yet they are different categories.
    if repr(one.schema) != repr(other.schema) or (one.loss is None) != (other.loss is None):
        return False
    arrays = [*COLUMNS, *(["loss"] if one.loss is not None else [])]
    others = {field.name for field in fields(one)} - {*COLUMNS, "schema", "loss", "recipe"}
    return all(getattr(one, name) == getattr(other, name) for name in others) and all(
        same_bits(getattr(one, name), getattr(other, name)) for name in arrays
    )
