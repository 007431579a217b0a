"""Rows that cannot be learned from: those without a target, or without a weight."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.column import Column, Numbers
from arboretum.data.read.column import read_column
from arboretum.data.read.notes import Notes
from arboretum.data.read.target_marks import marked_rows
from arboretum.exceptions import MissingValueError

__all__ = ["known_rows"]

#: Rows that a note names.
_MOST_ROWS = 5


def known_rows(
    frame: Any,
    needed: Sequence[str],
    notes: Notes,
    classes: Mapping[str, Collection[object]] | None = None,
) -> npt.NDArray[np.bool_]:
    """The rows of a narwhals frame in which some columns are known; the others are noted.

    Parameters
    ----------
    frame, needed : the table, and the columns
    notes : told of the rows that are left out
    classes : the columns that may hold a sign such as a question mark for a missing value, each
        with what is a class whatever it looks like

    Raises
    ------
    MissingValueError
        If no row is left.
    """
    gaps = {}
    for name in needed:
        column = read_column(f"column {name!r}", frame[name])
        gaps[name] = _gaps(column)
        if classes is not None and name in classes:
            marked = marked_rows(name, column, notes, classes[name])
            gaps[name] = gaps[name] if marked is None else gaps[name] | marked
            if not classes[name]:
                _note_one_class(name, column, gaps[name], notes)
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


def _note_one_class(
    name: str, column: Column, missing: npt.NDArray[np.bool_], notes: Notes
) -> None:
    """Say that a target of one class and none, such as a cross or nothing, has only one."""
    if isinstance(column, Numbers) or not missing.any() or len(column.categories) != 1:
        return
    notes.add(
        f"target {name!r} holds nothing but {column.categories[0]!r}: there is nothing to predict.",
        "If an empty cell means that it is not so, write a word there, such as 'no'.",
    )


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
