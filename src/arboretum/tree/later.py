"""Columns that cost more than a caller may want: given as a promise, kept when first read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy.typing as npt

__all__ = ["Later", "later"]


class Later:
    """A column of a tree that is worked out when it is first read."""

    def __init__(self, work_out: Callable[[], npt.NDArray[Any]]) -> None:
        self.work_out = work_out


def later(work_out: Callable[[], npt.NDArray[Any]]) -> Any:
    """A promise in place of a column.

    What ``work_out`` reads must never change: a tree is a value, whenever it is read.
    """
    return Later(work_out)
