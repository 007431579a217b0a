"""Text files: bytes to characters, to records, to columns.

A plain file goes straight to PyArrow.  One whose lines differ is made whole first.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import numpy as np

from arboretum.data.read.cut_cells import usual_delimiter
from arboretum.data.read.encoding import to_utf8
from arboretum.data.read.layout import Layout, find_layout
from arboretum.data.read.line_numbers import LineNumbers
from arboretum.data.read.options import ReadOptions
from arboretum.data.read.quotes import usual_quotes
from arboretum.data.read.records import BLANKS, cut_lines, split_records
from arboretum.data.read.repair import repair, swallows_lines
from arboretum.data.read.request import Request

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["RawTable", "parse_rows", "read_text_file"]

#: So many lines, of so many bytes together, show how a file is laid out.
_LINES, _BYTES = 200, 1 << 20
#: So many bytes are looked at together: they fit into the near caches.
_PIECE = 1 << 18
_TABS = (".tsv", ".tsv.gz", ".tab", ".tab.gz")


class RawTable:
    """A table as PyArrow reads it: numbers, truths and text.

    Rows are parsed from bytes whenever a column is to be read as another type.
    """

    def __init__(
        self, rows: bytes, delimiter: str, names: Sequence[str], skip: int, options: ReadOptions
    ) -> None:
        self._rows, self.delimiter, self.names = rows, delimiter, list(names)
        self._skip, self._options = skip, options
        self._has_quotes = b'"' in rows

    def read(self, columns: Sequence[str] | None = None, text: Collection[str] = ()) -> pa.Table:
        """Some columns, those of ``text`` as text."""
        import pyarrow as pa
        from pyarrow import csv as pa_csv

        return pa_csv.read_csv(
            pa.BufferReader(self._rows),
            read_options=pa_csv.ReadOptions(column_names=self.names, skip_rows=self._skip),
            parse_options=pa_csv.ParseOptions(
                delimiter=self.delimiter,
                newlines_in_values=self._has_quotes,  # to look for them takes time
            ),
            convert_options=pa_csv.ConvertOptions(
                include_columns=columns,
                column_types=dict.fromkeys(text, pa.string()),
                null_values=["", *self._options.missing_words],
                strings_can_be_null=True,
                quoted_strings_can_be_null=True,
                true_values=["true", "True", "TRUE"],
                false_values=["false", "False", "FALSE"],
            ),
        )

    def may_have_codes(self) -> bool:
        """Whether a cell of digits begins with a zero, which PyArrow does not keep."""
        signs = [ord(self.delimiter), ord("\n"), *([ord('"')] if self._has_quotes else [])]
        data = np.frombuffer(self._rows, np.uint8)
        for start in range(0, max(1, len(data) - 3), _PIECE):
            piece = data[start : start + _PIECE + 3]
            begins, first, second, third = (piece[i : len(piece) - 3 + i] for i in range(4))
            found = first == ord("0")
            found &= second - ord("0") < 10  # below "0" it is large: bytes have no sign
            found &= third - ord("0") < 10
            if found.any() and np.isin(begins[found], signs).any():
                return True
        return False


def read_text_file(data: bytes, name: str, request: Request) -> tuple[pa.Table, RawTable]:
    """The table of a text file, and what to read its columns from in another way.

    ``data`` is the whole file, unpacked; ``name`` may say what divides its cells.
    """
    data = data.removesuffix(b"\x1a")  # DOS ends files so
    data = to_utf8(data, request.what, request.notes, request.options.encoding)
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    delimiter = "\t" if name.lower().endswith(_TABS) else None
    data = usual_quotes(data, _first_lines(data), request)
    cut = usual_delimiter(data, _first_lines(data), request) if delimiter is None else None
    data = data if cut is None else cut
    layout = find_layout(_first_lines(data), request, delimiter)
    request.require(layout.names)
    found = _parse_plain(data, layout, request)
    if found is None:
        rows, lines = repair(data.decode("utf-8"), layout, request)
        found = parse_rows(rows, layout.names, lines, request)
    return found


def parse_rows(
    rows: bytes, names: Sequence[str], lines: Sequence[int], request: Request, word: str = "line"
) -> tuple[pa.Table, RawTable]:
    """The table of rows that all have the same number of cells, as CSV."""
    raw = RawTable(rows, ",", names, 0, request.options)
    request.notes.name_rows = LineNumbers(lambda: lines, word)
    return raw.read(request.columns, request.text), raw


def _first_lines(data: bytes) -> list[str]:
    head = data[:_BYTES]
    if len(head) < len(data):  # not half a line, unless the line is that long
        head = head[: head.rfind(b"\n") + 1] or head
    return cut_lines(head.decode("utf-8", errors="replace"))[:_LINES]


def _parse_plain(data: bytes, layout: Layout, request: Request) -> tuple[pa.Table, RawTable] | None:
    """The table straight from the bytes, or None if its lines are not all alike."""
    import pyarrow as pa

    if layout.delimiter == BLANKS or _has_blanks_before_quotes(data, layout.delimiter):
        return None
    names = [*layout.names, *(["\0"] if layout.is_surplus else [])]
    raw = RawTable(data, layout.delimiter, names, layout.n_above, request.options)
    try:
        table = raw.read(request.columns or layout.names, request.text)
    except (pa.ArrowInvalid, pa.ArrowKeyError):
        return None
    if b'"' in data and _swallowed(table, layout):
        return None
    n_rows = table.num_rows
    request.notes.name_rows = LineNumbers(lambda: _lines_of_rows(data, layout, n_rows))
    return table, raw


def _has_blanks_before_quotes(data: bytes, delimiter: str) -> bool:
    """Whether quotes do not follow the delimiter at once, where PyArrow looks for them."""
    return re.search(re.escape(delimiter.encode()) + rb' +"', data[:_BYTES]) is not None


def _swallowed(table: pa.Table, layout: Layout) -> bool:
    """Whether a quote that was never closed made one cell of many lines."""
    import pyarrow as pa
    from pyarrow import compute

    for column in table.columns:
        if pa.types.is_string(column.type):
            long = column.filter(compute.match_substring(column, "\n"))
            cells = long.slice(0, 1000).to_pylist()
            if any(swallows_lines(c, layout.delimiter, len(layout.names)) for c in cells):
                return True
    return False


def _lines_of_rows(data: bytes, layout: Layout, n_rows: int) -> Sequence[int]:
    """The line on which each row stands."""
    first = layout.n_above + 1
    n_lines = data.count(b"\n") + (not data.endswith(b"\n"))
    if n_lines - layout.n_above == n_rows:
        return range(first, first + n_rows)
    lines = cut_lines(data.decode("utf-8"))[layout.n_above :]
    return [record.line for record in split_records(lines, layout.delimiter, first)]
