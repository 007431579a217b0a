"""Column names: whether a file has them, and what to call columns that have none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from arboretum.data.column import describe_values
from arboretum.data.read.marks import is_mark
from arboretum.data.read.number_notation import take_apart
from arboretum.data.read.options import MISSING_WORDS
from arboretum.data.read.request import Request
from arboretum.data.read.time_texts import is_time

__all__ = ["clean_names", "is_header", "is_measured", "is_number", "numbered_names"]

#: This share of a line's words again in the same columns below: it is no line of names.
_RECURRING = 0.5
_YEAR = re.compile("(18|19|20)[0-9]{2}")


def is_number(cell: str) -> bool:
    """Whether a cell is a number, as people write them."""
    written = take_apart(cell)
    return written is not None


def numbered_names(n: int) -> list[str]:
    """Names for columns that have none."""
    return [f"column_{i + 1}" for i in range(n)]


def is_measured(cell: str) -> bool:
    """Whether a cell is a number, a date or a time."""
    return is_number(cell) or is_time(cell)


def is_header(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether the first record holds names rather than values, as those below do.

    A name hardly occurs among the values of its own column.  Numbers are values, unless they
    count the columns or the years, or stand beside what can only be a name.

    >>> is_header(["height", "species"], [["5.1", "setosa"], ["4.9", "setosa"]])
    True
    >>> is_header(["5.1", "setosa"], [["4.9", "setosa"]])
    False
    """
    if not below:
        return not any(map(is_number, first)) or _count_up(first)
    columns = [[record[j] for record in below if j < len(record)] for j in range(len(first))]
    pairs = list(zip(first, columns, strict=True))
    words = [(cell, column) for cell, column in pairs if cell and not _is_value(cell)]
    if any(_are_numbers(column) for _, column in words):
        return True  # a word over numbers
    recurring = [cell in column for cell, column in words]
    if len(words) == len([cell for cell in first if cell]):
        # Only words, over words: names unless the same words come again.
        return sum(recurring) < _RECURRING * len(words) or _fewest(below)
    if any(recurring):
        return False
    if words and all(_is_year_above(*pair) for pair in pairs if pair[0] and _is_value(pair[0])):
        return True
    return _count_up([cell for cell in first if _is_value(cell)])


def _fewest(below: Sequence[Sequence[str]]) -> bool:
    """So few records that a word may come again by chance."""
    return len(below) < 5


def _is_value(cell: str) -> bool:
    return is_number(cell) or is_mark(cell) or cell in MISSING_WORDS


def _is_year_above(cell: str, column: Sequence[str]) -> bool:
    """Whether a cell may be the year of the numbers below, which are no years."""
    return _YEAR.fullmatch(cell) is not None and (
        _are_numbers(column) and not any(map(_YEAR.fullmatch, column))
    )


def _are_numbers(column: Sequence[str]) -> bool:
    filled = [cell for cell in column if not is_mark(cell)]
    return bool(filled) and sum(map(is_number, filled)) > 0.8 * len(filled)


def _count_up(cells: Sequence[str]) -> bool:
    """Whether cells are 0, 1, 2, … or years in a row: names that a program gave."""
    if len(cells) < 3 or not all(cell.isascii() and cell.isdigit() for cell in cells):
        return False
    numbers = list(map(int, cells))
    starts_well = numbers[0] in (0, 1) or 1800 <= numbers[0] <= 2100
    return starts_well and numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def clean_names(cells: Sequence[str], request: Request) -> list[str]:
    """Names that differ and are not empty, except that of the first column."""
    names = [cell.strip() for cell in cells]
    nameless = [j for j, name in enumerate(names) if not name and j > 0]
    for j in nameless:
        names[j] = f"column_{j + 1}"
    if nameless:
        shown = describe_values([names[j] for j in nameless])
        request.note(f"columns without a name are called {shown}.")
    twice = [name for name, times in Counter(names).items() if times > 1]
    taken = set(names)
    for name in twice:
        renamed = []
        for j in [j for j, other in enumerate(names) if other == name][1:]:
            number = 2
            while f"{name}.{number}" in taken:
                number += 1
            names[j] = f"{name}.{number}"
            taken.add(names[j])
            renamed.append(names[j])
        request.note(
            f"several columns are named {name!r}; the later are called {describe_values(renamed)}."
        )
    return names
