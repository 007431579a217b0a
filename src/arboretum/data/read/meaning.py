"""What the texts of a column mean: numbers, dates and times, or categories.

Each distinct text is looked at once.  This is the place where another reading
of texts is put in line.
"""

from __future__ import annotations

from arboretum.data.column import Codes, Column, Numbers
from arboretum.data.read.dates_in_text import read_dates
from arboretum.data.read.marks import is_sign
from arboretum.data.read.notes import Notes
from arboretum.data.read.numbers_in_text import read_numbers
from arboretum.data.read.options import ReadOptions
from arboretum.data.read.texts import Texts, sign_note

__all__ = ["meaning_of", "read_text_column"]


def meaning_of(
    texts: Texts,
    notes: Notes,
    options: ReadOptions,
    *,
    decimal: str | None = None,
    is_forced: bool = False,
) -> Numbers | None:
    """One number per distinct text, NaN for missing; None for categories.

    Times are numbers with a clock.

    Parameters
    ----------
    texts : the column
    notes : told what was assumed
    options : what the user says of the table
    decimal : the decimal sign of the table's other columns, where it is known
    is_forced : whether the column must be numbers: whatever is not one is missing
    """
    readings = [read_numbers(texts, options, decimal=decimal, is_forced=is_forced)]
    if readings[0].numbers is None:
        readings.append(read_dates(texts, options))
    accepted = readings[-1]
    if accepted.numbers is None:
        _note_signs(texts, notes, options)
        told = [note for reading in readings for note in reading.notes]
    else:
        told = list(accepted.notes)
    for note in told:
        notes.add(note.said, note.otherwise)
    return accepted.numbers


def read_text_column(column: Codes, name: str, notes: Notes, *, is_forced: bool = False) -> Column:
    """A column that a data frame holds as text, as what its texts mean."""
    values = [str(value).strip() for value in column.categories]
    texts = Texts(name, values, column.codes, is_typed=True, name_rows=notes.name_rows)
    meaning = meaning_of(texts, notes, ReadOptions(), is_forced=is_forced)
    if meaning is None:
        if column.is_mixed:
            notes.add(f"{texts.label} mixes numbers and text: all of it is read as categories.")
        return column
    return meaning.taken(column.codes)


def _note_signs(texts: Texts, notes: Notes, options: ReadOptions) -> None:
    """Say which signs stay categories although they hardly are."""
    known = options.missing_words
    if "+" in texts.values:  # then a dash is the other class
        return
    for i, text in enumerate(texts.values):
        if texts.counts[i] and is_sign(text) and text not in known:
            note = sign_note(texts.name, text, int(texts.counts[i]), texts.is_typed)
            notes.add(note.said, note.otherwise)
