"""Workbooks of spreadsheets: a sheet to rows of cells, written as a text file would hold them."""

from __future__ import annotations

import datetime
import io
import zipfile
from typing import Any

from arboretum.data.column import describe_values
from arboretum.data.read.records import Record
from arboretum.data.read.request import Request
from arboretum.exceptions import DataError

__all__ = ["read_sheet"]


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
        chosen = names[0] if options.sheet is None else options.sheet
        if options.sheet is None and len(names) > 1:
            request.note(
                f"of {len(names)} sheets, {chosen!r} is read.",
                f"To read another: sheet={names[1]!r}.",
            )
        records = [
            Record(i, [_written(cell) for cell in cells])
            for i, cells in enumerate(book[chosen].iter_rows(values_only=True), start=1)
        ]
    finally:
        book.close()
    return _trimmed([record for record in records if record.n_filled])


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
