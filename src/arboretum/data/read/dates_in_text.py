"""Dates and times as people write them."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from arboretum.data.clock import ORDERS
from arboretum.data.column import Codes, Numbers, describe_values
from arboretum.data.read.marks import is_mark
from arboretum.data.read.notes import Note, Notes
from arboretum.data.read.options import ReadOptions
from arboretum.data.read.texts import Reading, Texts, holds
from arboretum.data.read.time_texts import is_time, read_day_numbers, read_times
from arboretum.exceptions import KindError

__all__ = ["dates_in_numbers", "declared_dates", "read_dates"]

#: So many different numbers that all happen to be dates are dates.
_FEWEST = 5


def read_dates(texts: Texts, options: ReadOptions) -> Reading:
    """Read the texts of a column as dates or times, if that is what they are."""
    known = set(options.missing_words)
    found = read_times(texts.name, texts.values, lambda text: text in known or is_mark(text))
    if found is None:
        return Reading()
    return Reading(found.numbers, (*found.notes, *_mark_notes(texts, known)))


def declared_dates(column: Codes, name: str, kind: str, notes: Notes) -> Numbers:
    """A column of text that the user says to hold dates or times, or an error that says why not."""
    values = [str(value).strip() for value in column.categories]
    order = next((one for one in ORDERS if one == kind), None)
    found = read_times(name, values, is_mark, order=order, is_declared=True)
    if found is None:
        others = [text for text in values if not (is_time(text) or is_mark(text))] or values
        raise KindError(
            f"kinds[{name!r}]={kind!r}, but column {name!r} holds {describe_values(others, 3)}, "
            f"which cannot be read as one kind of date or time. Write dates as YYYY-MM-DD, times "
            f"as HH:MM:SS."
        )
    for note in (*found.notes, *_mark_notes(Texts(name, values, column.codes), frozenset())):
        notes.add(note.said, note.otherwise)
    return found.numbers.taken(column.codes)


def dates_in_numbers(column: Numbers, name: str, notes: Notes) -> Numbers:
    """A column of whole numbers as dates, if all of them are such as 20220131."""
    found = read_day_numbers(column)
    if found is None or len(np.unique(found.values[~np.isnan(found.values)])) < _FEWEST:
        return column
    notes.add(
        f"column {name!r}: its numbers are dates such as {column.values[0]:.0f}, and read as such.",
        f"To read them as numbers: kinds={{{name!r}: 'numeric'}}.",
    )
    return found


def _mark_notes(texts: Texts, known: Collection[str]) -> list[Note]:
    """That some words stand for no date, except those that always do."""
    marks = [
        i
        for i, text in enumerate(texts.values)
        if text and text not in known and is_mark(text) and texts.counts[i]
    ]
    if not marks:
        return []
    words = describe_values(sorted(texts.values[i] for i in marks), 4)
    said = f"{texts.label}: {holds(int(texts.counts[marks].sum()))} {words}, read as missing"
    return [Note(f"{said} among dates.")]
