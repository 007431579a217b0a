"""Which kind of feature a column becomes.

Booleans, strings and unordered categories are categorical, ranked categories
are ordered, numbers are numeric.  ``kinds`` overrules this by name::

    kinds={"zip": "categorical", "stars": "ordered", "size": ["S", "M", "L"]}

A list says that the feature is ordered, and how.  ``"date"`` says that texts are dates or times;
``"day-first"`` and ``"month-first"`` also how ``05/01/2022`` is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from arboretum.data.clock import ORDERS, Clock
from arboretum.data.column import (
    LARGEST_EXACT,
    Codes,
    Column,
    Numbers,
    describe_values,
    look_up,
    pieces,
    to_category,
)
from arboretum.data.dataset import MISSING, UNSEEN
from arboretum.data.read.marks import is_mark
from arboretum.data.read.open_columns import Columns
from arboretum.data.read.time_texts import read_day_numbers, read_times
from arboretum.data.schema import Category, Feature, Kind
from arboretum.exceptions import DataError, KindError, ParameterError

__all__ = [
    "DATE_KINDS",
    "Override",
    "categories_of",
    "decide_kind",
    "is_integral",
    "name_kinds",
    "numbers_of",
    "recode",
    "refuse_infinity",
    "times_of",
]

#: A kind by name, or the categories of an ordered feature in their order.
Override = str | Sequence[Category]

#: Says that a column holds dates or times, and perhaps how ``05/01/2022`` is read.
DATE_KINDS = ("date", *ORDERS)
_KINDS = (*get_args(Kind), *DATE_KINDS)

#: Integers that span less than this are looked up in a table instead of sorted.
MAX_SPAN = 2**16


def name_kinds(kinds: Mapping[Any, Override] | None, columns: Columns) -> dict[str, Override]:
    """Check ``kinds`` against the columns; positions become names."""
    if kinds is None:
        return {}
    if not isinstance(kinds, Mapping):
        raise ParameterError(
            f"kinds={kinds!r} is a {type(kinds).__name__}; it must map column names to kinds, "
            f"as in kinds={{'zip': 'categorical'}}."
        )
    return {_find_name(key, columns): _check_override(key, kinds[key]) for key in kinds}


def _find_name(key: Any, columns: Columns) -> str:
    is_position = isinstance(key, int | np.integer) and not columns.is_named
    if is_position and 0 <= key < len(columns.names):
        return columns.names[key]
    if str(key) in columns.names:
        return str(key)
    near = get_close_matches(str(key), columns.names, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    raise ParameterError(
        f"kinds names {key!r}, which is not a column.{hint} "
        f"The columns are: {describe_values(columns.names, 20)}."
    )


def _check_override(key: Any, override: Any) -> Override:
    if isinstance(override, str) and override in _KINDS:
        return str(override)
    if isinstance(override, Sequence | np.ndarray) and not isinstance(override, str):
        label = f"kinds[{key!r}]"
        categories = tuple(to_category(label, value) for value in override)
        if len(categories) == 0 or len(set(categories)) < len(categories):
            raise ParameterError(f"{label} must list different categories, but is {override!r}.")
        return categories
    raise ParameterError(
        f"kinds[{key!r}]={override!r} is not known. Known kinds: "
        f"{', '.join(map(repr, _KINDS))}; or a list of categories in their order."
    )


def decide_kind(
    name: str, column: Column, override: Override | None
) -> tuple[Feature, npt.NDArray[Any]]:
    """Make a feature and its encoded values of a column read for training."""
    label = f"column {name!r}"
    if isinstance(column, Numbers):
        refuse_infinity(label, column.values)
    if column.is_all_missing():
        return _without_value(name, len(column), override)
    clock = None
    if override is None or override in DATE_KINDS:
        override = "numeric"
        if isinstance(column, Numbers):
            clock = column.clock
        if isinstance(column, Codes):
            override = "ordered" if column.is_ordered else "categorical"
    if override == "numeric":
        remedy = "Convert it to numbers, or make it categorical."
        return Feature(name, "numeric", clock=clock), numbers_of(label, column, remedy)
    if isinstance(override, str):
        codes = categories_of(column)
        if override == "ordered" and not codes.is_declared:
            raise KindError(
                f"{label} holds text without an order. List its categories in kinds, from low to "
                f"high: {list(codes.categories[:5])!r} in the order you mean."
            )
        kind: Kind = "ordered" if override == "ordered" else "categorical"
        return Feature(name, kind, codes.categories), codes.codes
    categories, codes = tuple(override), categories_of(column)
    placed = recode(codes, categories)
    if (placed == UNSEEN).any():
        left_out = [codes.categories[code] for code in np.unique(codes.codes[placed == UNSEEN])]
        raise DataError(
            f"{label} holds {describe_values(left_out)}, which kinds does not list. "
            f"Listed: {describe_values(categories, 20)}. Add what is left out."
        )
    return Feature(name, "ordered", categories), placed


def _without_value(
    name: str, n_rows: int, override: Override | None
) -> tuple[Feature, npt.NDArray[Any]]:
    """A feature that is missing everywhere, and so is never asked.

    What was never seen has no type, whatever a file or a frame calls it: it gets no
    category, and whatever a new sample holds counts as missing.
    """
    if override == "numeric":
        return Feature(name, "numeric"), np.full(n_rows, np.nan)
    listed = () if override is None or isinstance(override, str) else tuple(override)
    kind: Kind = "ordered" if override == "ordered" or listed else "categorical"
    return Feature(name, kind, listed), np.full(n_rows, MISSING, dtype=np.int8)


def refuse_infinity(
    label: str,
    values: npt.NDArray[np.floating],
    remedy: str = "Replace it by a finite number, or by NaN if it means missing.",
) -> None:
    """Refuse infinite values, naming the first."""
    infinite = np.isinf(values)
    if infinite.any():
        raise DataError(
            f"{label} contains infinity (first in row {int(infinite.argmax())}). {remedy}"
        )


def numbers_of(
    label: str, column: Column, remedy: str = "Convert it to numbers."
) -> npt.NDArray[np.floating]:
    """The column as numbers; booleans count as 0 and 1, text is refused.

    Integers too large to be held exactly are rounded: whoever asks for numbers means amounts.
    """
    if isinstance(column, Numbers):
        return column.values
    texts = [value for value in column.categories if isinstance(value, str)]
    if texts and not column.are_integers:
        raise KindError(
            f"{label} should hold numbers, but holds text such as {describe_values(texts, 3)}. "
            f"{remedy}"
        )
    numbers = np.array([*map(float, column.categories), np.nan])  # code -1 takes the NaN
    return numbers[column.codes]


def times_of(label: str, column: Column, clock: Clock) -> npt.NDArray[np.floating]:
    """A column of new samples as a clock counts; text that names dates or times is read."""
    found = column
    if isinstance(column, Codes):
        found = _times_in_text(label, column, clock)
    elif column.clock is None:
        found = read_day_numbers(column) or column
    if isinstance(found, Numbers):
        if found.is_all_missing():
            return np.full(len(found.values), np.nan)
        if found.clock is not None and clock.takes(found.clock):
            return clock.numbers(found.values, found.clock)
        held = "numbers" if found.clock is None else found.clock.words
    else:
        held = f"values such as {describe_values(found.categories, 3)}"
    raise KindError(
        f"{label} should hold {clock.words} such as {clock.example}, as in training, but holds "
        f"{held}. Convert it."
    )


def _times_in_text(label: str, column: Codes, clock: Clock) -> Column:
    texts = [str(category).strip() for category in column.categories]
    if all(map(is_mark, texts)):
        return Numbers(np.full(len(column.codes), np.nan))
    read = read_times("", texts, is_mark, order=clock.order, is_declared=True)
    if read is None:
        return column
    if read.is_guess:
        raise KindError(
            f"{label} holds dates such as {texts[0]!r}, in which the day or the month may come "
            f"first, and training had no such dates. Write them as YYYY-MM-DD."
        )
    return read.numbers.taken(column.codes)


def categories_of(column: Column) -> Codes:
    """The column as codes; distinct numbers become categories in ascending order.

    Dates and times become the texts that a clock writes.
    """
    if isinstance(column, Codes):
        return column
    codes = _count_categories(column)
    if column.clock is None:
        return codes
    return replace(codes, categories=tuple(map(column.clock.text, map(float, codes.categories))))


def _count_categories(column: Numbers) -> Codes:
    values = column.values
    # A table of all integers between them is small, and none of them is missing.
    if column.is_whole and len(values) and values.max() - values.min() < MAX_SPAN:
        return _count_off(values)
    parts = list(pieces(len(values)))
    distinct = np.unique(np.concatenate([np.unique(values[part]) for part in parts]))
    distinct = distinct[~np.isnan(distinct)]
    codes = np.empty(len(values), dtype=np.int32)
    for part in parts:
        found = np.searchsorted(distinct, values[part])  # NaN stands after all numbers
        codes[part] = np.where(found == len(distinct), MISSING, found)
    # An integer column with missing values often arrives as floats.
    is_whole = column.is_whole or is_integral(distinct)
    categories = tuple(int(value) if is_whole else float(value) for value in distinct)
    return Codes(codes, categories, is_declared=True)


def _count_off(values: npt.NDArray[np.floating]) -> Codes:
    """The codes of integers that lie close together, without sorting them."""
    least = values.min()
    is_there = np.zeros(int(values.max() - least) + 1, dtype=np.bool_)
    codes = np.empty(len(values), dtype=np.int32)
    for part in pieces(len(values)):
        codes[part] = values[part] - least
        is_there[codes[part]] = True
    distinct = np.flatnonzero(is_there)
    if len(distinct) < len(is_there):
        place = np.cumsum(is_there, dtype=np.int32) - 1
        codes = place[codes]
    return Codes(codes, tuple((distinct + int(least)).tolist()), is_declared=True)


def is_integral(values: npt.NDArray[np.floating]) -> bool:
    """Whether all numbers are integers that float64 holds exactly."""
    if len(values) == 0:
        return True
    if not max(-values.min(), values.max()) <= LARGEST_EXACT:  # not so if one is missing, either
        return False
    return all((values[part] == np.floor(values[part])).all() for part in pieces(len(values)))


def recode(codes: Codes, categories: Sequence[Category]) -> npt.NDArray[np.integer]:
    """Codes into other categories, found by value; ``UNSEEN`` where there is none."""
    if codes.categories == categories:
        return codes.codes
    place = {category: i for i, category in enumerate(categories)}
    return look_up([place.get(category, UNSEEN) for category in codes.categories], codes.codes)
