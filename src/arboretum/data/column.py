"""One column after reading: numbers, or codes into categories.

Whatever library a column came from, it is read into one of these two forms;
what kind of feature or target it becomes is decided afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.clock import Clock
from arboretum.data.dataset import MISSING
from arboretum.data.schema import Category
from arboretum.exceptions import KindError

__all__ = [
    "LARGEST_EXACT",
    "LENGTH",
    "Codes",
    "Column",
    "Numbers",
    "ascending",
    "code_type",
    "describe_values",
    "hold_exactly",
    "look_up",
    "pieces",
    "to_category",
    "whole_numbers",
]

FloatArray = npt.NDArray[np.floating]
#: int8, int16 or int32.
CodeArray = npt.NDArray[np.integer]

#: Beyond this float64 skips integers; a rounded neighbour lands on it exactly.
LARGEST_EXACT = 2**53
#: Entries of a piece: it stays in the near caches, and the loop costs nothing beside the work.
LENGTH = 2**15


@dataclass(frozen=True, eq=False)
class Numbers:
    """Numbers with NaN for missing; ``is_whole`` if the source held integers.

    ``clock`` says what they count if the source held dates or times.
    """

    values: FloatArray
    is_whole: bool = False
    clock: Clock | None = None

    def taken(self, codes: CodeArray) -> Numbers:
        """The numbers of rows, where these are one per distinct text; -1 is missing."""
        return replace(self, values=np.append(self.values, np.nan)[codes])

    def __len__(self) -> int:
        return len(self.values)

    def take(self, rows: npt.NDArray[np.bool_]) -> Numbers:
        """The same of some rows."""
        return replace(self, values=self.values[rows])

    def is_all_missing(self) -> bool:
        starts_missing = len(self.values) == 0 or np.isnan(self.values[0])
        return bool(starts_missing and np.isnan(self.values).all())


@dataclass(frozen=True, eq=False)
class Codes:
    """Codes into categories, ``MISSING`` for missing; those of a data frame are not copied.

    ``is_ordered``: the source says that the categories are ranked.
    ``is_declared``: the source says in which order they stand.
    ``are_integers``: the source held integers too large for float64, read as text.
    ``is_text``: the source holds plain text, and does not say that it names categories.
    ``is_mixed``: the source holds numbers among the text.
    """

    codes: CodeArray
    categories: tuple[Category, ...]
    is_ordered: bool = False
    is_declared: bool = False
    are_integers: bool = False
    is_text: bool = False
    is_mixed: bool = False

    @classmethod
    def of_values(
        cls,
        label: str,
        codes: npt.NDArray[np.integer],
        values: Iterable[Any],
        *,
        is_ordered: bool = False,
        is_declared: bool = False,
        is_text: bool = False,
    ) -> Codes:
        """Codes into any values; undeclared ones are sorted, whatever the order of the rows.

        A dictionary may hold a null or the same value twice: both are resolved here.
        """
        given = list(values)
        kept: list[Category | None] = given
        if not all(type(value) is str for value in given):
            kept = [None if value is None else to_category(label, value) for value in given]
        known = dict.fromkeys(value for value in kept if value is not None)
        categories = tuple(known) if is_declared else tuple(sorted(known, key=ascending))
        place: dict[Category | None, int] = {value: i for i, value in enumerate(categories)}
        moved = [place.get(value, MISSING) for value in kept]
        if moved != list(range(len(kept))):
            placed = look_up(moved, codes)
        elif codes.dtype in _CODE_TYPES:
            placed = np.require(codes, requirements=("ALIGNED",))
        else:
            placed = codes.astype(code_type(len(kept)))
        return cls(placed, categories, is_ordered, is_declared, is_text=is_text)

    @classmethod
    def of_truths(cls, truths: npt.NDArray[np.bool_], missing: npt.NDArray[np.bool_]) -> Codes:
        """Codes of booleans; ``missing`` says which of them are unknown."""
        codes = truths.astype(np.int8)
        codes[missing] = MISSING
        return cls(codes, (False, True), is_declared=True)

    def __len__(self) -> int:
        return len(self.codes)

    def take(self, rows: npt.NDArray[np.bool_]) -> Codes:
        """The same of some rows, with the categories that they have, or all that are declared."""
        codes = self.codes[rows]
        if self.is_declared:
            return replace(self, codes=codes)
        held = np.unique(codes[codes >= 0])
        moved = np.full(len(self.categories), MISSING)
        moved[held] = np.arange(len(held))
        categories = tuple(self.categories[code] for code in held)
        return replace(self, codes=look_up(moved.tolist(), codes), categories=categories)

    def is_all_missing(self) -> bool:
        starts_missing = len(self.codes) == 0 or self.codes[0] < 0
        return bool(starts_missing and (self.codes < 0).all())


Column = Numbers | Codes

_CODE_TYPES = (np.dtype(np.int8), np.dtype(np.int16), np.dtype(np.int32))


def code_type(n_categories: int) -> np.dtype[np.integer]:
    """The narrowest integers that can number so many categories.

    >>> code_type(128).name, code_type(129).name
    ('int8', 'int16')
    """
    return next(kind for kind in _CODE_TYPES if n_categories - 1 <= np.iinfo(kind).max)


def look_up(moved: Sequence[int], codes: npt.NDArray[np.integer]) -> CodeArray:
    """New codes for old ones, ``moved[code]``; missing stays missing."""
    n_categories = max(moved, default=MISSING) + 1
    table = np.array([*moved, MISSING], dtype=code_type(n_categories))  # code -1 takes the last
    found = np.empty_like(codes, dtype=table.dtype)
    for part in pieces(len(codes)):  # NumPy makes 64 bits of every index
        found[part] = table[codes[part]]
    return found


def ascending(value: Category) -> tuple[bool, Category]:
    """Sort key of categories: numbers before text, since the two do not compare."""
    return isinstance(value, str), value


def to_category(label: str, value: Any) -> Category:
    """The plain Python value of a category, or an error that names the column."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bool | int | float):
        return value
    if type(value).__name__ == "Interval":  # what pandas.cut makes
        return str(value)
    raise KindError(
        f"{label} has a category {value!r} of type {type(value).__name__}. "
        f"Categories may be strings, numbers or booleans: convert the column, "
        f"for instance to strings."
    )


def whole_numbers(
    label: str, integers: npt.NDArray[Any], missing: npt.NDArray[np.bool_] | None = None
) -> Column:
    """Integers as float64, or as text if one of them would be rounded: then they are names."""
    held = hold_exactly(integers)
    known = slice(None) if missing is None else ~missing
    if held is None:
        values, places = np.unique(integers[known], return_inverse=True)
        codes = np.full(len(integers), MISSING, dtype=code_type(len(values)))
        codes[known] = places
        return replace(Codes.of_values(label, codes, map(str, values)), are_integers=True)
    if missing is not None:
        held[missing] = np.nan
    return Numbers(held, is_whole=True)


def hold_exactly(integers: npt.NDArray[Any]) -> npt.NDArray[np.float64] | None:
    """Integers as float64, or None if one of them would be rounded."""
    try:
        held = integers.astype(np.float64)
    except OverflowError:
        return None
    if max(-held.min(initial=0), held.max(initial=0)) < LARGEST_EXACT:
        return held
    large = np.flatnonzero(np.abs(held) >= LARGEST_EXACT)
    is_exact = all(np.isfinite(held[i]) and int(held[i]) == int(integers[i]) for i in large)
    return held if is_exact else None


def describe_values(values: Sequence[Any], limit: int = 5) -> str:
    """The first few values for a message."""
    shown = ", ".join(repr(value) for value in values[:limit])
    return shown if len(values) <= limit else f"{shown} and {len(values) - limit} more"


def pieces(n: int, length: int = LENGTH) -> Iterator[slice]:
    """Consecutive slices that cover ``n`` entries; one, even of nothing, if they are few.

    >>> list(pieces(5, length=2))
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    for start in range(0, max(n, 1), length):
        yield slice(start, min(start + length, n))
