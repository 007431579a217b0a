"""Columns that a tree cannot learn from, though they can be read.

Whoever sees the table by eye leaves these out without a thought: row numbers, names and
keys, remarks in free text, columns that are empty or the same throughout.  To lose a good
measurement would be worse than to keep a bad one, so numbers are called names only if they
could hardly be anything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from arboretum.data.column import Codes, Column, Numbers
from arboretum.data.read.notes import Notes, large_integers

__all__ = [
    "Odd",
    "What",
    "find_odd",
    "is_key_name",
    "note_large_integers",
    "note_left_out",
    "note_odd",
    "numbers_name_samples",
]

What = Literal["row names", "empty", "constant", "identifier", "scattered", "free text"]

#: With fewer samples than this, that all values differ means nothing.
FEWEST_SAMPLES = 20
#: So few numbers in a row, 1, 2, 3, …, may be a coincidence.
FEWEST_COUNTED = 10
#: Text that stands in fewer samples than this on average tells nothing about new samples.
SAMPLES_PER_TEXT = 2.5
#: If so many of the texts differ, they name the samples.
SHARE_OF_NAMES = 0.9
#: Free text: so many words and letters on average, and hardly ever the same.
WORDS, LETTERS, SHARE_OF_TEXTS = 5.0, 25.0, 0.2
#: Integers that all differ lie this close together, per sample, only if they are counted out.
DENSITY = 1.5
#: Integers between these may be years.
YEARS = (1500, 2200)

#: What pandas, R and others call the column of row names if it has no name.
_UNNAMED = re.compile(r"(Unnamed: ?\d+(_level_\d+)?|\.\.\.1)?$")
_OF_KEYS = re.compile(r"ids?|key|[ug]?uid|guid|pk|ssn|rowid|rownum|rownames?|identifier")
#: These may also be measured, such as a body mass index or the number of rooms.
_OF_NUMBERS = re.compile(r"index|idx|rows?|record|serial|nr|no|num|number")
_OF_ORDER = re.compile(
    r"years?|yr|time|date|days?|week|month|quarter|hour|minute|second|period|step|t|"
    r"rank|ranking|order|position|place|level|age|score"
)


@dataclass(frozen=True)
class Odd:
    """What is odd about a column, and how many values it has in how many samples.

    ``is_number``: its values are numbers, which differ from sample to sample.
    """

    what: What
    n_distinct: int
    n_known: int
    is_number: bool = False

    @property
    def is_name(self) -> bool:
        return self.what in ("row names", "identifier")


def find_odd(
    columns: Mapping[str, Column], kept: Collection[str] = (), first: str | None = None
) -> dict[str, Odd]:
    """The columns of a table that cannot be learned from; not those ``kept``.

    The ``first`` column of the table may name its rows.
    """
    found = {}
    for name, column in columns.items():
        if name not in kept:
            odd = _look_at(name, column, is_first=name == first)
            if odd is not None:
                found[name] = odd
    return found


def _look_at(name: str, column: Column, *, is_first: bool) -> Odd | None:
    if column.is_all_missing():
        return Odd("empty", 0, 0)
    if getattr(column, "clock", None) is not None:  # a date may well be different in every row
        return None
    if is_first and _UNNAMED.match(name.strip()):
        return Odd("row names", 0, len(column))
    if isinstance(column, Codes):
        return _look_at_text(name, column, is_first=is_first)
    return _look_at_numbers(name, column, is_first=is_first)


def _look_at_numbers(name: str, column: Numbers, *, is_first: bool) -> Odd | None:
    values, n = column.values, len(column)
    if n > 1 and values[0] == values[-1] and (values == values[0]).all():
        return Odd("constant", 1, n)
    if is_first and n >= FEWEST_COUNTED and _counts_rows(values):
        return Odd("row names", n, n, is_number=True)
    if not column.is_whole or n < FEWEST_COUNTED:
        return None
    if not _are_keys(name, values):
        return None
    return Odd("row names" if is_first else "identifier", n, n, is_number=True)


def _are_keys(name: str, values: npt.NDArray[np.floating]) -> bool:
    """Whether integers that all differ are called names of something, or are counted out."""
    if is_key_name(name):
        return _all_differ(values)
    if _is_called(name, _OF_NUMBERS) and (_is_dense(values) or _are_as_long(name, values)):
        return _all_differ(values)
    return not _is_called(name, _OF_ORDER) and numbers_name_samples(values)


def _is_dense(values: npt.NDArray[np.floating]) -> bool:
    return bool(values.max() - values.min() < DENSITY * len(values))


def _are_as_long(name: str, values: npt.NDArray[np.floating]) -> bool:
    """Whether it is called some number, and all have the same digits, five or more."""
    low, high = float(values.min()), float(values.max())
    is_as_long = low >= 1e4 and len(f"{low:.0f}") == len(f"{high:.0f}")
    return is_as_long and _OF_NUMBERS.fullmatch(_words(name)[-1]) is not None


def _counts_rows(values: npt.NDArray[np.floating]) -> bool:
    """Whether they are 0, 1, 2, … or 1, 2, 3, …, row by row."""
    if values[0] not in (0, 1) or values[-1] != values[0] + len(values) - 1:
        return False
    return bool((np.diff(values) == 1).all())


def _all_differ(values: npt.NDArray[np.floating]) -> bool:
    """Whether nothing is missing or repeated; a few values tell it of most columns."""
    some = values[:1000]
    if np.isnan(values).any() or len(np.unique(some)) < len(some):
        return False
    return len(np.unique(values)) == len(values)


def numbers_name_samples(values: npt.NDArray[np.floating]) -> bool:
    """Whether numbers are counted out: integers that all differ, almost without gaps.

    Years may be so too, and are measurements.

    >>> numbers_name_samples(np.arange(1001.0, 1031.0))
    True
    >>> numbers_name_samples(np.arange(1991.0, 2021.0))
    False
    """
    if len(values) < FEWEST_SAMPLES or not _is_dense(values):
        return False  # nor if one is missing
    if values.min() >= YEARS[0] and values.max() <= YEARS[1]:
        return False
    return bool((values == np.floor(values)).all()) and _all_differ(values)


def _look_at_text(name: str, column: Codes, *, is_first: bool) -> Odd | None:
    held = np.bincount(column.codes[column.codes >= 0], minlength=len(column.categories))
    n_known, n_distinct = int(held.sum()), int(np.count_nonzero(held))
    what: What | None = None
    if n_distinct == 1 and n_known == len(column) > 1:
        what = "constant"
    elif (
        is_first
        and n_distinct == len(column)
        and (is_key_name(name) or _is_called(name, _OF_NUMBERS))
    ):
        what = "row names"
    elif not column.is_ordered and n_known >= FEWEST_SAMPLES:
        what = _text_oddity(column, n_known, n_distinct)
    return None if what is None else Odd(what, n_distinct, n_known)


def _text_oddity(column: Codes, n_known: int, n_distinct: int) -> What | None:
    is_scattered = n_known < SAMPLES_PER_TEXT * n_distinct
    if not is_scattered and n_distinct < max(FEWEST_SAMPLES, SHARE_OF_TEXTS * n_known):
        return None
    texts = [text for text in column.categories if isinstance(text, str)]
    if len(texts) < len(column.categories):
        return None
    if _is_prose(texts):
        return "free text"
    if n_distinct >= SHARE_OF_NAMES * n_known:
        return "identifier"
    return "scattered" if is_scattered else None


def _is_prose(texts: Sequence[str]) -> bool:
    n_words = sum(len(text.split()) for text in texts)
    return n_words >= WORDS * len(texts) and sum(map(len, texts)) >= LETTERS * len(texts)


def _is_called(name: str, listed: re.Pattern[str]) -> bool:
    """Whether one of the words of a name, such as ``patientId`` or ``Row Number``, is listed."""
    return any(listed.fullmatch(word) for word in _words(name))


def is_key_name(name: str) -> bool:
    """Whether a column is called the key or identifier of something.

    >>> is_key_name("patientId"), is_key_name("paid")
    (True, False)
    """
    return _is_called(name, _OF_KEYS)


def _words(name: str) -> list[str]:
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return re.findall(r"[a-z]+", apart.lower()) or [""]


# In words -----------------------------------------------------------------------

_WORDS: dict[What, Callable[[str, bool], str]] = {
    "row names": lambda names, many: f"{names} {'name' if many else 'names'} the rows",
    "empty": lambda names, many: f"{names} {'have' if many else 'has'} no value at all",
    "constant": lambda names, many: f"{names} {'have' if many else 'has'} one value throughout",
    "identifier": lambda names, many: (
        f"{names} {'look like identifiers' if many else 'looks like an identifier'}"
    ),
    "scattered": lambda names, many: (
        f"{names} {'have' if many else 'has'} too many values with too few rows each"
    ),
    "free text": lambda names, many: f"{names} {'hold' if many else 'holds'} free text",
}
#: Columns that one note names.
_MOST_NAMES = 12


def note_left_out(odd: Mapping[str, Odd], notes: Notes) -> None:
    """Say which columns are set aside, and how to use one all the same."""
    for what, names in _by_kind(odd):
        they = "they are" if len(names) > 1 else "it is"
        which = "one" if len(names) > 1 else "it"
        is_plain = what == "empty" or names[0] == ""
        otherwise = "" if is_plain else f"To use {which} all the same: keep={names[0]!r}."
        notes.add(f"{_said(what, names, odd)}: {they} left out.", otherwise)


def note_large_integers(columns: Mapping[str, Column], notes: Notes) -> None:
    """Say which columns hold integers that float64 would round."""
    for name, column in columns.items():
        if isinstance(column, Codes) and column.are_integers:
            note = large_integers(name)
            notes.add(note.said, note.otherwise)


def note_odd(odd: Mapping[str, Odd], notes: Notes) -> None:
    """Say which columns should rather have been left out."""
    for what, names in _by_kind(odd):
        many = len(names) > 1
        if what in ("empty", "constant"):
            notes.add(f"{_said(what, names, odd)}: no tree asks about {'them' if many else 'it'}.")
        else:
            notes.add(
                f"{_said(what, names, odd)}, which new samples will not share.",
                f"Leave {'them' if many else 'it'} out.",
            )


def _by_kind(odd: Mapping[str, Odd]) -> Iterable[tuple[What, list[str]]]:
    for what in get_args(What):
        names = [name for name, one in odd.items() if one.what == what]
        if names:
            yield what, names


def _said(what: What, names: Sequence[str], odd: Mapping[str, Odd]) -> str:
    many = len(names) > 1
    if names == [""]:
        return _WORDS[what]("the first column, which has no name,", False)
    shown = [repr(name) + _numbers_of(odd[name]) for name in names[:_MOST_NAMES]]
    if len(names) > _MOST_NAMES:
        shown[_MOST_NAMES:] = [f"{len(names) - _MOST_NAMES} more"]
    listed = ", ".join(shown[:-1]) + " and " + shown[-1] if many else shown[0]
    return _WORDS[what](f"column{'s' * many} {listed}", many)


def _numbers_of(odd: Odd) -> str:
    if odd.what not in ("identifier", "scattered", "free text"):
        return ""
    return f" ({odd.n_distinct} values in {odd.n_known} rows)"
