"""Numbers as people write them: with marks for missing ones, units, and signs between digits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from arboretum.data.column import Numbers
from arboretum.data.read.kinds import is_integral
from arboretum.data.read.marks import is_no_number
from arboretum.data.read.notes import Note, large_integers
from arboretum.data.read.number_in_words import take_all_apart
from arboretum.data.read.number_notation import (
    STYLES,
    Style,
    Written,
    possible_styles,
    take_apart,
    unframe,
)
from arboretum.data.read.number_notes import (
    garbage_notes,
    in_the_way,
    keeps_zeros,
    mark_notes,
    numbers_as_text,
    style_notes,
)
from arboretum.data.read.options import ReadOptions
from arboretum.data.read.texts import Reading, Texts
from arboretum.data.read.units import doubt_of_unit, same_unit

__all__ = ["read_numbers"]

#: A larger share may be a few words, said again and again among so many different numbers, so
#: many times as many as words: nobody calls a category by 300 numbers and a word.
WORD_SHARE, WORDS, MANY_NUMBERS, TIMES = 1 / 3, 6, 20, 5
#: Of so many distinct texts, some are looked at first.
MANY, SAMPLE = 2000, 500


def read_numbers(
    texts: Texts, options: ReadOptions, *, decimal: str | None = None, is_forced: bool = False
) -> Reading:
    """Read the texts of a column as numbers, if that is what they are.

    Parameters
    ----------
    texts, options : the column, and what the user says of it
    decimal : the decimal sign of the table's other columns, where it is known
    is_forced : the column is known to be numbers: whatever is not one is missing
    """
    if not is_forced and not _may_be_numbers(texts):
        return Reading()
    known = set(options.missing_words)
    marks = [i for i, text in enumerate(texts.values) if text in known or is_no_number(text)]
    told = [i for i in marks if texts.values[i] and texts.values[i] not in known]
    written = take_all_apart(texts, set(marks))
    n_known = int(texts.counts.sum() - texts.counts[marks].sum())
    if texts.n_cells(list(written)) == 0:
        return Reading()
    if not is_forced:
        exact = [i for i, one in written.items() if not one.is_bound]
        if 2 * texts.n_cells(exact) < n_known:  # "<18" and ">65" among ranges are ranges, too
            return Reading()
        names = _as_names(texts, written)
        if names is not None:
            return names
    kept, unit_note = same_unit(texts, written)
    if not kept:
        return Reading(notes=unit_note if not is_forced else ())
    values, style_notes = _values(texts, kept, options, decimal)
    is_marked = np.zeros(len(values), dtype=bool)
    is_marked[marks] = True
    garbage = np.flatnonzero(np.isnan(values) & ~is_marked & (texts.counts > 0)).tolist()
    if garbage and not is_forced and not _are_slips(texts, garbage, n_known, len(kept)):
        is_mostly_numbers = 2 * texts.n_cells(garbage) <= n_known
        return Reading(notes=(in_the_way(texts, garbage, n_known),) if is_mostly_numbers else ())
    if texts.is_typed and not is_forced and not told and not garbage and _are_codes(texts, kept):
        return Reading()
    notes = [
        *(doubt_of_unit(texts, written) if is_forced else ()),
        *style_notes,
        *mark_notes(texts, told, "numbers"),
        *garbage_notes(texts, garbage, "a number"),
    ]
    if texts.is_typed and not notes:
        notes = [numbers_as_text(texts)]
    is_whole = is_integral(values[~np.isnan(values)])
    return Reading(Numbers(values, is_whole), tuple(notes))


def _as_names(texts: Texts, written: dict[int, Written]) -> Reading | None:
    """The reading of digits that name things, as zeros in front or too many of them show."""
    codes = [texts.values[i] for i, one in written.items() if one.is_code and not one.unit]
    if codes:  # a program that stores them as text means what it does
        return Reading(notes=() if texts.is_typed else (keeps_zeros(texts, codes),))
    if any(_is_rounded(one) for one in written.values()):
        return Reading(notes=(large_integers(texts.name),))
    return None


def _may_be_numbers(texts: Texts) -> bool:
    """Whether a few of many texts are numbers, so that all are worth a look."""
    n = len(texts.values)
    if n <= MANY:
        return True
    sample = [texts.values[i] for i in range(0, n, n // SAMPLE)]
    found = [text for text in sample if take_apart(text) is not None or unframe(text) is not None]
    return 5 * len(found) >= len(sample)


def _is_rounded(one: Written) -> bool:
    """Whether it is a plain integer that float64 does not hold exactly."""
    if len(one.body) < 16 or not one.body.isdigit() or one.unit or one.power:
        return False
    return int(float(one.body)) != int(one.body)


def _are_slips(texts: Texts, garbage: Sequence[int], n_known: int, n_numbers: int) -> bool:
    """Whether what is not a number is little enough to be missing."""
    if texts.are_few(garbage, n_known):
        return True
    are_many = n_numbers >= max(MANY_NUMBERS, TIMES * len(garbage))
    return are_many and _are_words(texts, garbage, n_known)


def _are_words(texts: Texts, garbage: Sequence[int], n_known: int) -> bool:
    """Whether they are few words without a digit: "about 5" says something of a number."""
    has_digits = any(sign.isdigit() for i in garbage for sign in texts.values[i])
    n = texts.n_cells(garbage)
    return len(garbage) <= WORDS and not has_digits and n <= WORD_SHARE * n_known


def _are_codes(texts: Texts, written: dict[int, Written]) -> bool:
    """Whether a program made text of whole numbers: that is how codes are told from amounts."""
    return all(
        one.body.isdigit() and texts.values[i].lstrip("-'").isdigit() for i, one in written.items()
    )


# Signs between digits ------------------------------------------------------------


def _values(
    texts: Texts, written: dict[int, Written], options: ReadOptions, decimal: str | None
) -> tuple[npt.NDArray[np.float64], list[Note]]:
    """The number that each text stands for, NaN for none, and what was assumed for that."""
    style, is_ambiguous = _choose_style(texts, written, options, decimal)
    each = _style_of_each(texts, written, style) if options == ReadOptions() else None
    values = np.full(len(texts.values), np.nan)
    for i, one in written.items():
        own = style if each is None else each[i]
        if own in possible_styles(one.pattern):
            values[i] = own.number(one)
    return values, style_notes(texts, written, values, style, is_ambiguous, each is not None)


def _style_of_each(
    texts: Texts, written: Mapping[int, Written], style: Style
) -> dict[int, Style] | None:
    """The style of each text, where people of several countries filled a column.

    None if one style reads almost all, or if one text could be read in two ways.
    """
    others = [i for i, one in written.items() if style not in possible_styles(one.pattern)]
    if not others or texts.are_few(others, texts.n_cells(list(written))):
        return None
    found = {}
    for i, one in written.items():
        own = [style for style in STYLES if style in possible_styles(one.pattern)]
        if len({style.decimal for style in own}) != 1 and not one.body.isdigit():
            return None
        found[i] = own[0]
    return found


def _choose_style(
    texts: Texts, written: dict[int, Written], options: ReadOptions, decimal: str | None
) -> tuple[Style, bool]:
    """The style that reads most cells, and whether another reads as many differently."""
    cells: Counter[str] = Counter()
    for i, one in written.items():
        cells[one.pattern] += int(texts.counts[i])
    allowed = [
        style
        for style in STYLES
        if options.decimal in (None, style.decimal)
        and (options.thousands in (None, style.thousands) or not style.thousands)
        and options.thousands != style.decimal
    ]
    reads = {
        style: sum(n for pattern, n in cells.items() if style in possible_styles(pattern))
        for style in allowed
    }
    most = max(reads.values())
    best = [style for style in allowed if reads[style] == most]
    is_ambiguous = (
        options.decimal is None
        and options.thousands is None
        and any(_differ(best[0], other, cells) for other in best[1:])
    )
    if is_ambiguous and decimal is not None:
        best = [style for style in best if style.decimal == decimal] or best
    return best[0], is_ambiguous


def _differ(one: Style, other: Style, patterns: Counter[str]) -> bool:
    """Whether two styles that read the same patterns make different numbers of them."""
    return any(
        one in possible_styles(pattern)
        and other in possible_styles(pattern)
        and _plain(one, pattern) != _plain(other, pattern)
        for pattern in patterns
    )


def _plain(style: Style, pattern: str) -> str:
    body = pattern.replace(style.thousands, "") if style.thousands else pattern
    return body.replace(style.decimal, ".")
