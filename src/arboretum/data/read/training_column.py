"""One column of training, as what it means."""

from __future__ import annotations

from typing import Any

from arboretum.data.column import Column, Numbers
from arboretum.data.read.column import read_column
from arboretum.data.read.dates_in_text import dates_in_numbers, declared_dates
from arboretum.data.read.kinds import DATE_KINDS, Override
from arboretum.data.read.meaning import read_text_column
from arboretum.data.read.notes import Notes
from arboretum.data.read.time_texts import read_day_numbers
from arboretum.exceptions import KindError

__all__ = ["read_training_column"]


def read_training_column(
    name: str, values: Any, override: Override | None, is_read: bool, notes: Notes
) -> Column:
    """A column of training, whose texts may mean numbers, dates or times.

    ``override`` is the kind that the user gives it; ``is_read`` says that the reader of a file
    has looked at its texts.
    """
    column = read_column(f"column {name!r}", values, may_mix=True)
    if override in DATE_KINDS:
        return _read_dates(name, column, str(override), notes)
    if isinstance(column, Numbers):
        may_be_dates = override is None and column.is_whole and column.clock is None
        return dates_in_numbers(column, name, notes) if may_be_dates else column
    if is_read or not column.is_text:
        return column
    if override not in (None, "numeric"):
        return column
    return read_text_column(column, name, notes, is_forced=override == "numeric")


def _read_dates(name: str, column: Column, kind: str, notes: Notes) -> Column:
    """A column that the user says to hold dates."""
    if isinstance(column, Numbers):
        found = column if column.clock is not None else read_day_numbers(column)
    else:
        found = declared_dates(column, name, kind, notes)
    if found is None:
        raise KindError(
            f"kinds[{name!r}]={kind!r}, but column {name!r} holds numbers that are not dates such "
            f"as 20220131. Convert it."
        )
    return found
