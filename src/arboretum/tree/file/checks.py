"""Checks of single fields of a saved tree: each returns what it checked, or says what is wrong.

``where`` is the path of a field in the document, such as ``nodes.parent``.
Nothing here allocates by a number that the document states: sizes come from
the lists that are really there.
"""

from __future__ import annotations

import math
from itertools import chain
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Category
from arboretum.exceptions import TreeFileError

__all__ = [
    "category_list",
    "each",
    "fail",
    "fail_first",
    "field",
    "flags",
    "integers",
    "items",
    "numbers",
    "record",
    "rows",
    "scores",
    "text",
]

_INT32 = 2**31 - 1


def fail(where: str, what: str) -> NoReturn:
    """Refuse the document."""
    raise TreeFileError(f"The saved tree is damaged at {where}: {what}.")


def fail_first(where: str, is_wrong: npt.NDArray[np.bool_], what: str) -> None:
    """Refuse the document at the first entry of a list that is wrong, if one is."""
    for i in np.flatnonzero(is_wrong)[:1]:
        fail(f"{where}[{i}]", what)


def kind_of(value: Any) -> str:
    """What a JSON value is, for messages."""
    names = {dict: "an object", list: "a list", str: "a string", type(None): "null"}
    return names.get(type(value), f"a {type(value).__name__}")


def record(where: str, value: Any, keys: tuple[str, ...]) -> dict[str, Any]:
    """An object with exactly these keys."""
    if not isinstance(value, dict):
        fail(where, f"expected an object, found {kind_of(value)}")
    for key in keys:
        if key not in value:
            fail(where, f"{key!r} is missing")
    for key in value:
        if key not in keys:
            fail(where, f"{str(key)[:40]!r} is not a known field; known are {', '.join(keys)}")
    return value


def field(where: str, value: Any, key: str) -> Any:
    """What an object has by a key."""
    if not isinstance(value, dict) or key not in value:
        fail(where, f"expected an object with {key!r}")
    return value[key]


def items(where: str, value: Any, length: int | None = None) -> list[Any]:
    """A list, of this length if one is given."""
    if not isinstance(value, list):
        fail(where, f"expected a list, found {kind_of(value)}")
    if length is not None and len(value) != length:
        fail(where, f"expected {length} entries, found {len(value)}")
    return value


def each(where: str, value: Any) -> list[tuple[str, Any]]:
    """The entries of a list, with where they stand."""
    return [(f"{where}[{i}]", item) for i, item in enumerate(items(where, value))]


def text(where: str, value: Any) -> str:
    """The value, if it is a string."""
    if not isinstance(value, str):
        fail(where, f"expected a string, found {kind_of(value)}")
    return value


def only(where: str, values: list[Any], *types: type) -> None:
    """Every entry is of one of these types; True is not a whole number here."""
    if set(map(type, values)) <= set(types):
        return
    at = next(i for i, value in enumerate(values) if type(value) not in types)
    names = " or ".join("null" if t is type(None) else t.__name__ for t in types)
    fail(f"{where}[{at}]", f"expected {names}, found {kind_of(values[at])}")


def integers(
    where: str,
    value: Any,
    length: int | None = None,
    *,
    least: int = 0,
    most: int = _INT32,
    nullable: bool = False,
) -> npt.NDArray[np.int64]:
    """Whole numbers within bounds; null, where allowed, becomes -1."""
    values = items(where, value, length)
    only(where, values, int, *([type(None)] if nullable else []))
    known = [number for number in values if number is not None]
    if known and not (least <= min(known) and max(known) <= most):
        at = next(i for i, n in enumerate(values) if n is not None and not least <= n <= most)
        fail(f"{where}[{at}]", f"expected a whole number from {least} to {most}")
    return np.array([-1 if number is None else number for number in values], dtype=np.int64)


def numbers(where: str, value: Any, length: int | None = None) -> npt.NDArray[np.float64]:
    """Finite numbers."""
    values = items(where, value, length)
    only(where, values, float, int)
    try:
        array = np.array(values, dtype=np.float64)
    except OverflowError:
        fail(where, "a number is too large")
    fail_first(where, ~np.isfinite(array), "expected a finite number")
    return array


def scores(where: str, value: Any, length: int) -> npt.NDArray[np.float64]:
    """Numbers, null for none, or an infinity as a string."""
    values = items(where, value, length)
    only(where, values, float, int, str, type(None))
    array = numbers(where, [0 if isinstance(n, str | None) else n for n in values])
    array[[number is None for number in values]] = math.nan
    special = {"inf": math.inf, "-inf": -math.inf}
    for i, number in enumerate(values):
        if isinstance(number, str):
            if number not in special:
                fail(f"{where}[{i}]", "expected a number, null, 'inf' or '-inf'")
            array[i] = special[number]
    return array


def flags(where: str, value: Any, length: int) -> npt.NDArray[np.bool_]:
    """True or false."""
    values = items(where, value, length)
    only(where, values, bool)
    return np.array(values, dtype=np.bool_)


def rows(where: str, value: Any, length: int, width: int) -> npt.NDArray[np.float64]:
    """A list of ``length`` lists of ``width`` finite numbers."""
    values = items(where, value, length)
    only(where, values, list)
    for i, row in enumerate(values):
        if len(row) != width:
            fail(f"{where}[{i}]", f"expected {width} numbers, found {len(row)}")
    return numbers(where, list(chain.from_iterable(values))).reshape(length, width)


def category_list(where: str, value: Any, least: int = 1) -> tuple[Category, ...]:
    """Categories or classes: strings, booleans, numbers; no two the same."""
    values = items(where, value)
    if len(values) < least:
        fail(where, "expected at least one entry")
    only(where, values, str, int, float, bool)
    for i, entry in enumerate(values):
        if isinstance(entry, float) and not math.isfinite(entry):
            fail(f"{where}[{i}]", "expected a finite number")
        if isinstance(entry, int) and not -(2**63) <= entry < 2**64:
            fail(f"{where}[{i}]", "the whole number is too large")
    if len(set(values)) < len(values):
        fail(where, "an entry appears twice")
    return tuple(values)
