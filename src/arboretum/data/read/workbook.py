"""Workbooks of spreadsheets: a sheet to rows of cells, written as a text file would hold them."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from typing import Any

from arboretum.data.column import describe_values
from arboretum.data.read.records import Record
from arboretum.data.read.request import Request
from arboretum.data.read.texts import holds
from arboretum.exceptions import DataError

__all__ = ["read_sheet"]

#: So many rows show whether a sheet holds a table.
_FIRST = 50
_MERGED = re.compile(rb'<mergeCell ref="([A-Z]+)(\d+):[A-Z]+(\d+)"')
_OPEN_FORMULA = re.compile(rb"(?:</f>|<f[^<>]*/>)\s*(?:<v\s*/>|<v></v>|</c>)")


def read_sheet(data: bytes, request: Request) -> list[Record]:
    """The rows of a sheet that are not empty, numbered as the spreadsheet does."""
    what, options = request.what, request.options
    try:
        import openpyxl
    except ImportError as error:
        raise ImportError(
            "Reading workbooks needs openpyxl, which is not installed: "
            'pip install "arboretum[cli]".'
        ) from error
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    except (zipfile.BadZipFile, KeyError, ValueError, OSError) as error:
        raise DataError(f"{what} cannot be read as a workbook: {error}.") from error
    try:
        names = [sheet.title for sheet in book.worksheets]
        if not names:
            raise DataError(f"{what} has no sheet of cells.")
        if options.sheet is not None and options.sheet not in names:
            raise DataError(
                f"{what} has no sheet {options.sheet!r}. It has: {describe_values(names, 20)}."
            )
        chosen = options.sheet or next(filter(lambda n: _holds_table(book[n]), names), names[0])
        if options.sheet is None and len(names) > 1:
            other = next(name for name in names if name != chosen)
            request.note(
                f"of {len(names)} sheets, {chosen!r} is read.",
                f"To read another: sheet={other!r}.",
            )
        records = [
            Record(i, [_written(cell) for cell in cells])
            for i, cells in enumerate(book[chosen].iter_rows(values_only=True), start=1)
        ]
        _look_into(data, book[chosen], records, request)
    finally:
        book.close()
    return _trimmed([record for record in records if record.n_filled])


def _holds_table(sheet: Any) -> bool:
    """Whether one of the first rows has two cells, as those of a page of remarks have not."""
    rows = sheet.iter_rows(max_row=_FIRST, values_only=True)
    return any(sum(cell is not None for cell in cells) > 1 for cells in rows)


def _look_into(data: bytes, sheet: Any, records: list[Record], request: Request) -> None:
    """Fill cells that are merged, and name formulas that nobody has worked out.

    openpyxl tells neither of a sheet that it reads row by row; the file of the sheet does.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        inner = archive.read(sheet._worksheet_path)
    n_open = len(_OPEN_FORMULA.findall(inner))
    if n_open:
        request.note(
            f"{holds(n_open)} a formula without its result, read as missing.",
            "Open the workbook in a spreadsheet and save it.",
        )
    filled = 0
    for found in _MERGED.finditer(inner):
        column, first, last = _column(found[1]), int(found[2]) - 1, int(found[3])
        if last - first > 1 and column < len(records[first].cells):
            filled += 1
            for record in records[first:last]:
                record.cells[column] = records[first].cells[column]
    if filled:
        request.note("merged cells are read as if each of their rows held what they say.")


def _column(letters: bytes) -> int:
    """The place of a column that a spreadsheet calls by letters, from 0."""
    place = 0
    for letter in letters:
        place = 26 * place + letter - ord("A") + 1
    return place - 1


def _trimmed(records: list[Record]) -> list[Record]:
    """Without the columns to the right that are empty throughout."""
    width = max(
        (max(j + 1 for j, cell in enumerate(record.cells) if cell) for record in records), default=0
    )
    return [Record(record.line, (record.cells + [""] * width)[:width]) for record in records]


def _written(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    if isinstance(value, datetime.datetime):
        is_day = value.time() == datetime.time()
        return value.date().isoformat() if is_day else value.isoformat(" ")
    if isinstance(value, datetime.timedelta):
        return str(value)
    return str(value).strip()
