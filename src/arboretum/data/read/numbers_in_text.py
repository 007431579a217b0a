"""Numbers as people write them: with marks for missing ones, units, and signs between digits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from arboretum.data.column import Numbers, describe_values
from arboretum.data.read.kinds import is_integral
from arboretum.data.read.marks import is_mark
from arboretum.data.read.notes import Note, large_integers
from arboretum.data.read.number_notation import (
    CURRENCIES,
    STYLES,
    Style,
    Written,
    possible_styles,
    take_apart,
)
from arboretum.data.read.options import ReadOptions
from arboretum.data.read.texts import Reading, Texts, holds

__all__ = ["read_numbers"]

#: At most this share of the cells may be something else, if they are few texts.
GARBAGE_SHARE = 0.02
GARBAGE_TEXTS = 10
#: A larger share may be a word or two, said again and again among so many different numbers:
#: nobody calls a category by 300 numbers and a word.
WORD_SHARE, WORDS, MANY_NUMBERS = 0.1, 2, 20
#: One cell may be something else if there are so many.
ENOUGH_FOR_ONE = 20
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
    marks = [i for i, text in enumerate(texts.values) if text in known or is_mark(text)]
    told = [i for i in marks if texts.values[i] and texts.values[i] not in known]
    apart = [take_apart(text) for text in texts.values]
    for i in marks:
        apart[i] = None
    n_known = int(texts.counts.sum() - texts.counts[marks].sum())
    n_numbers = _cells(texts, [i for i, one in enumerate(apart) if one is not None])
    if n_numbers == 0 or (2 * n_numbers < n_known and not is_forced):
        return Reading()
    written = {i: one for i, one in enumerate(apart) if one is not None}
    names = None if is_forced else _as_names(texts, written)
    if names is not None:
        return names
    kept, unit_note = _same_unit(texts, written)
    if not kept:
        return Reading(notes=unit_note if not is_forced else ())
    style, is_ambiguous = _choose_style(texts, kept, options, decimal)
    values = np.full(len(texts.values), np.nan)
    for i, one in kept.items():
        if style in possible_styles(one.pattern):
            values[i] = style.number(one)
    is_marked = np.zeros(len(values), dtype=bool)
    is_marked[marks] = True
    garbage = np.flatnonzero(np.isnan(values) & ~is_marked & (texts.counts > 0)).tolist()
    is_slip = _are_few(texts, garbage, n_known) or (
        len(kept) >= MANY_NUMBERS and _are_words(texts, garbage, n_known)
    )
    if garbage and not is_forced and not is_slip:
        is_mostly_numbers = 2 * _cells(texts, garbage) <= n_known
        return Reading(notes=(_in_the_way(texts, garbage, n_known),) if is_mostly_numbers else ())
    if texts.is_typed and not is_forced and not told and not garbage and _are_codes(texts, kept):
        return Reading()
    notes = [
        *_style_notes(texts, kept, values, style, is_ambiguous),
        *_mark_notes(texts, told),
        *_garbage_notes(texts, garbage),
    ]
    if texts.is_typed and not notes:
        notes = [_numbers_as_text(texts)]
    is_whole = is_integral(values[~np.isnan(values)])
    return Reading(Numbers(values, is_whole), tuple(notes))


def _as_names(texts: Texts, written: dict[int, Written]) -> Reading | None:
    """The reading of digits that name things, as zeros in front or too many of them show."""
    codes = [texts.values[i] for i, one in written.items() if one.is_code and not one.unit]
    if codes:  # a program that stores them as text means what it does
        return Reading(notes=() if texts.is_typed else (_keeps_zeros(texts, codes),))
    if any(_is_rounded(one) for one in written.values()):
        return Reading(notes=(large_integers(texts.name),))
    return None


def _may_be_numbers(texts: Texts) -> bool:
    """Whether a few of many texts are numbers, so that all are worth a look."""
    n = len(texts.values)
    if n <= MANY:
        return True
    sample = [texts.values[i] for i in range(0, n, n // SAMPLE)]
    return 5 * sum(take_apart(text) is not None for text in sample) >= len(sample)


def _cells(texts: Texts, places: Sequence[int]) -> int:
    return int(texts.counts[list(places)].sum())


def _is_rounded(one: Written) -> bool:
    """Whether it is a plain integer that float64 does not hold exactly."""
    if len(one.body) < 16 or not one.body.isdigit() or one.unit or one.power:
        return False
    return int(float(one.body)) != int(one.body)


def _are_few(texts: Texts, garbage: Sequence[int], n_known: int) -> bool:
    n = _cells(texts, garbage)
    is_small = n <= GARBAGE_SHARE * n_known or (n == 1 and n_known >= ENOUGH_FOR_ONE)
    return is_small and len(garbage) <= GARBAGE_TEXTS


def _are_words(texts: Texts, garbage: Sequence[int], n_known: int) -> bool:
    """Whether they are few words without a digit: "<0.5" and "10+" say something of a number."""
    has_digits = any(sign.isdigit() for i in garbage for sign in texts.values[i])
    return (
        len(garbage) <= WORDS and not has_digits and _cells(texts, garbage) <= WORD_SHARE * n_known
    )


def _are_codes(texts: Texts, written: dict[int, Written]) -> bool:
    """Whether a program made text of whole numbers: that is how codes are told from amounts."""
    return all(
        one.body.isdigit() and not one.unit and not one.power and texts.values[i][0] != "+"
        for i, one in written.items()
    )


# Units --------------------------------------------------------------------------


def _same_unit(
    texts: Texts, written: dict[int, Written]
) -> tuple[dict[int, Written], tuple[Note, ...]]:
    """The numbers of the most usual unit; none, and why, if others are too many to be slips.

    An amount of money may stand without its sign, and zero is zero of anything.
    """
    cells: Counter[str] = Counter()
    for i, one in written.items():
        cells[one.unit] += int(texts.counts[i])
    if set(cells) == {""}:
        return written, ()
    unit = cells.most_common(1)[0][0]
    if unit == "":
        signs = [u for u in cells if u in CURRENCIES]
        unit = max(signs, key=cells.__getitem__) if signs else ""
    may_be_bare = unit in CURRENCIES
    kept = {
        i: one
        for i, one in written.items()
        if one.unit == unit or (one.unit == "" and (may_be_bare or not one.body.strip("0.,")))
    }
    others = [i for i in written if i not in kept]
    if not others or _are_few(texts, others, int(sum(cells.values()))):
        return kept, ()
    if unit and len(written) > 20 and cells[unit] > 1:
        shown = describe_values([texts.values[i] for i in (next(iter(kept)), *others)], 3)
        said = f"{texts.label} holds numbers of different units, {shown}: they are categories."
        return {}, (Note(said, "Write all of them in one unit, or none."),)
    if cells[""] > sum(cells.values()) / 2:  # numbers with something else among them
        return {i: one for i, one in written.items() if one.unit == ""}, ()
    return {}, ()


# Signs between digits ------------------------------------------------------------


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


# What is said --------------------------------------------------------------------


def _keeps_zeros(texts: Texts, codes: Sequence[str]) -> Note:
    return Note(
        f"{texts.label} holds codes with leading zeros such as {codes[0]!r}: they are categories, "
        f"not numbers.",
        f"To read numbers: kinds={{{texts.name!r}: 'numeric'}}.",
    )


def _in_the_way(texts: Texts, garbage: Sequence[int], n_known: int) -> Note:
    n = _cells(texts, garbage)
    shown = describe_values([texts.values[i] for i in garbage], 3)
    return Note(
        f"{texts.label} holds numbers, but {n} of {n_known} cells hold something else, such as "
        f"{shown}: all of it is read as categories.",
        f"To read these as missing: kinds={{{texts.name!r}: 'numeric'}}.",
    )


def _style_notes(
    texts: Texts,
    written: dict[int, Written],
    values: np.ndarray,
    style: Style,
    is_ambiguous: bool,
) -> list[Note]:
    """An example of what is not written as programs write numbers."""
    read = [i for i in written if not np.isnan(values[i])]
    odd = [i for i in read if not _is_plain(texts.values[i], values[i])]
    if not odd:
        return []
    shown = [max(odd, key=lambda i: (len(texts.values[i]), -i))]
    in_brackets = [i for i in odd if texts.values[i].startswith("(")]
    if in_brackets and shown[0] not in in_brackets:
        shown.append(in_brackets[0])
    examples = " and ".join(f"{texts.values[i]!r} is read as {values[i]:.15g}" for i in shown)
    other = "," if style.decimal == "." else "."
    if is_ambiguous:
        return [
            Note(
                f"{texts.label}: {examples}; the file does not show whether its "
                f"{'comma' if ',' in texts.values[shown[0]] else 'point'} is a decimal sign.",
                f"If it is otherwise: decimal={other!r}.",
            )
        ]
    return [Note(f"{texts.label}: {examples}.")]


def _is_plain(text: str, number: float) -> bool:
    """Whether a program would have written the number so."""
    if text.strip("0123456789.eE+-") or text.startswith("+"):
        return False
    return float(text) == number


def _mark_notes(texts: Texts, marks: Sequence[int]) -> list[Note]:
    marks = [i for i in marks if texts.counts[i]]
    if not marks:
        return []
    n = _cells(texts, marks)
    words = describe_values([texts.values[i] for i in marks], 4)
    return [Note(f"{texts.label}: {holds(n)} {words}, read as missing among numbers.")]


def _garbage_notes(texts: Texts, garbage: Sequence[int]) -> list[Note]:
    if not garbage:
        return []
    n = _cells(texts, garbage)
    shown = ", ".join(f"{texts.values[i]!r} ({texts.where(i)})" for i in garbage[:5])
    more = f" and {len(garbage) - 5} more" if len(garbage) > 5 else ""
    verb = "1 cell is not a number" if n == 1 else f"{n} cells are not numbers"
    return [
        Note(
            f"{texts.label}: {verb}, read as missing: {shown}{more}.",
            f"To keep them as categories: kinds={{{texts.name!r}: 'categorical'}}.",
        )
    ]


def _numbers_as_text(texts: Texts) -> Note:
    return Note(
        f"{texts.label} holds numbers as text, such as {texts.values[0]!r}; they are read as "
        f"numbers.",
        f"To keep them as categories: kinds={{{texts.name!r}: 'categorical'}}.",
    )
