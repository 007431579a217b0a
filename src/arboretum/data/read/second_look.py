"""Columns of text files that PyArrow read, but not as their reader would have it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arboretum.data.column import LARGEST_EXACT
from arboretum.data.read.number_notation import possible_styles, take_apart
from arboretum.data.read.request import Request
from arboretum.data.read.text_file import RawTable

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["look_again"]

#: So many texts of a column show which decimal sign it uses.
_SAMPLE = 200
_TOTAL = re.compile(
    r"(grand |sub-?)?totals?|sums?|overall|averages?|means?|summe|gesamt|insgesamt",
    re.IGNORECASE,
)
#: With fewer rows, a last row of totals is not told from others.
_ENOUGH_ROWS = 5


def look_again(table: pa.Table, raw: RawTable, request: Request) -> tuple[pa.Table, str | None]:
    """The table with codes, dates and foreign numbers as text, and the decimal sign it shows."""
    import pyarrow as pa

    kinds = {field.name: field.type for field in table.schema}
    again = [name for name, kind in kinds.items() if pa.types.is_temporal(kind)]
    whole = [name for name, kind in kinds.items() if pa.types.is_integer(kind)]
    if whole and raw.may_have_codes():
        texts = raw.read(whole, whole)
        again += [name for name in whole if name not in request.numeric and _has_codes(texts[name])]
    options = request.options
    fractions = [name for name, kind in kinds.items() if pa.types.is_floating(kind)]
    again += [name for name in fractions if name not in request.numeric and _is_large(table[name])]
    decimal = options.decimal or _shown_decimal(table)
    if decimal is None and raw.delimiter == ";" and not fractions:
        decimal = ","
    if decimal == "," or options.thousands == ".":
        again += fractions
    again = list(dict.fromkeys(again))
    if again:
        texts = raw.read(again, again)
        for name in again:
            table = table.set_column(table.column_names.index(name), name, texts[name])
    return _without_empty(_without_totals(table, request)), decimal


def _has_codes(column: pa.ChunkedArray) -> bool:
    from pyarrow import compute

    found = compute.any(compute.match_substring_regex(column, r"^\s*0[0-9]{2,}\s*$")).as_py()
    return bool(found)


def _is_large(column: pa.ChunkedArray) -> bool:
    """Whether PyArrow may have rounded integers, which are names then."""
    from pyarrow import compute

    ends = compute.min_max(column).as_py().values()
    return any(end is not None and abs(end) >= LARGEST_EXACT for end in ends)


def _shown_decimal(table: pa.Table) -> str | None:
    """The decimal sign that some column leaves no doubt about."""
    import pyarrow as pa

    shown: set[str] = set()
    for column in table.columns:
        if pa.types.is_string(column.type):
            texts = column.slice(0, 5 * _SAMPLE).unique().slice(0, _SAMPLE).to_pylist()
            shown |= _decimals([text for text in texts if text])
    return "," if "," in shown else "." if shown else None


def _decimals(texts: Sequence[str]) -> set[str]:
    """The decimal signs of numbers that can be read in one way only, if most are numbers."""
    apart = [take_apart(text.strip()) for text in texts]
    written = [one for one in apart if one is not None]
    if 2 * len(written) < len(texts):
        return set()
    found = [{style.decimal for style in possible_styles(one.pattern)} for one in written]
    return {one.pop() for one in found if len(one) == 1}


def _without_totals(table: pa.Table, request: Request) -> pa.Table:
    """The table without a last row that sums up the others."""
    import pyarrow as pa

    last = table.num_rows - 1
    if last < _ENOUGH_ROWS:
        return table
    for column in table.columns:
        if pa.types.is_null(column.type):
            continue
        cell = column[last].as_py()
        if cell is None:
            continue
        if not isinstance(cell, str) or _TOTAL.fullmatch(cell.strip(" :*")) is None:
            return table
        if column.slice(0, last).index(cell).as_py() >= 0:  # one category among others
            return table
        where = request.notes.name_rows([last])
        request.note(f"{where} begins with {cell!r} and is not a sample: left out.")
        return table.slice(0, last)
    return table


def _without_empty(table: pa.Table) -> pa.Table:
    """The table without a column that has neither name nor value, as a surplus delimiter makes."""
    import pyarrow as pa

    if "" in table.column_names and pa.types.is_null(table.schema.field("").type):
        return table.drop_columns([""])
    return table
