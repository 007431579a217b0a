"""Dates and times as people write them."""

from __future__ import annotations

from collections.abc import Callable

from arboretum.data.read.marks import is_mark
from arboretum.data.read.options import ReadOptions
from arboretum.data.read.texts import Reading, Texts
from arboretum.data.read.time_texts import read_times

__all__ = ["read_dates"]


def read_dates(texts: Texts, options: ReadOptions) -> Reading:
    """Read the texts of a column as dates or times, if that is what they are."""
    found = read_times(texts.name, texts.values, _marks_missing(options))
    return Reading() if found is None else Reading(found.numbers, found.notes)


def _marks_missing(options: ReadOptions) -> Callable[[str], bool]:
    known = set(options.missing_words)
    return lambda text: text in known or is_mark(text)
