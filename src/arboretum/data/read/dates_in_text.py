"""Dates and times as people write them."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from arboretum.data.clock import ORDERS
from arboretum.data.column import Codes, Numbers, describe_values
from arboretum.data.read.marks import is_mark
from arboretum.data.read.notes import Note, Notes
from arboretum.data.read.number_notes import garbage_notes, in_the_way, mark_notes
from arboretum.data.read.options import ReadOptions
from arboretum.data.read.texts import Reading, Texts
from arboretum.data.read.time_texts import is_time, read_day_numbers, read_times
from arboretum.exceptions import KindError

__all__ = ["dates_in_numbers", "declared_dates", "read_dates"]

#: So many texts show whether a column may be one of dates with something else among them.
_SAMPLE = 12
#: So many different numbers that all happen to be dates are dates.
_FEWEST = 5


def read_dates(texts: Texts, options: ReadOptions) -> Reading:
    """Read the texts of a column as dates or times, if that is what they are."""
    known = set(options.missing_words)

    def says_nothing(text: str) -> bool:
        return text in known or is_mark(text)

    found = read_times(texts.name, texts.values, says_nothing)
    if found is not None:
        return Reading(found.numbers, (*found.notes, *_mark_notes(texts, known)))
    some = texts.values[:: max(1, len(texts.values) // _SAMPLE)]
    if 2 * sum(map(is_time, some)) < len(some):  # as in most columns of text
        return Reading()
    marks = [i for i, text in enumerate(texts.values) if says_nothing(text)]
    others = [i for i, text in enumerate(texts.values) if not (is_time(text) or says_nothing(text))]
    n_known = int(texts.counts.sum()) - texts.n_cells(marks)
    if not others or 2 * texts.n_cells(others) > n_known or len(others) == len(texts.values):
        return Reading()
    if not texts.are_few(others, n_known):
        return Reading(notes=(in_the_way(texts, others, n_known, "dates or times"),))
    slips = {texts.values[i] for i in others}
    found = read_times(texts.name, texts.values, lambda text: text in slips or says_nothing(text))
    if found is None:
        return Reading()
    garbage = garbage_notes(texts, others, "a date or time")
    return Reading(found.numbers, (*found.notes, *_mark_notes(texts, known), *garbage))


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
    marks = [i for i, text in enumerate(texts.values) if text not in {"", *known} and is_mark(text)]
    return mark_notes(texts, sorted(marks, key=texts.values.__getitem__), "dates")
