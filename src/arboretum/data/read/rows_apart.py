"""Rows that cannot be learned from: those without a target, or without a weight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.column import Column, Numbers
from arboretum.data.read.column import read_column
from arboretum.data.read.notes import Notes
from arboretum.exceptions import MissingValueError

__all__ = ["known_rows"]

#: Rows that a note names.
_MOST_ROWS = 5


def known_rows(frame: Any, needed: Sequence[str], notes: Notes) -> npt.NDArray[np.bool_]:
    """The rows of a narwhals frame in which some columns are known; the others are noted.

    Raises
    ------
    MissingValueError
        If no row is left.
    """
    gaps = {name: _gaps(read_column(f"column {name!r}", frame[name])) for name in needed}
    for name, missing in gaps.items():
        if missing.all():
            raise MissingValueError(
                f"column {name!r} is missing in every row: there is nothing to learn from."
            )
        if missing.any():
            notes.add(_left_out(name, missing, notes))
    is_known: npt.NDArray[np.bool_] = ~np.any(list(gaps.values()), axis=0)
    if not is_known.any():
        listed = ", ".join(map(repr, gaps))
        raise MissingValueError(f"No row has a value in all of {listed}: nothing is left.")
    return is_known


def _gaps(column: Column) -> npt.NDArray[np.bool_]:
    values = np.isnan(column.values) if isinstance(column, Numbers) else column.codes < 0
    return np.asarray(values)


def _left_out(name: str, missing: npt.NDArray[np.bool_], notes: Notes) -> str:
    rows = np.flatnonzero(missing).tolist()
    named = notes.name_rows(rows[:_MOST_ROWS])
    more = f" and {len(rows) - _MOST_ROWS} more" if len(rows) > _MOST_ROWS else ""
    if len(rows) == 1:
        return f"1 of {len(missing)} rows has no {name!r} and is left out: {named}."
    return f"{len(rows)} of {len(missing)} rows have no {name!r} and are left out: {named}{more}."
