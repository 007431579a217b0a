"""Text files whose lines do not all have the same number of cells, made whole."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from arboretum.data.column import describe_values
from arboretum.data.read.layout import Layout
from arboretum.data.read.records import Record, cut_lines, is_comment, is_rule, split_records
from arboretum.data.read.request import Request
from arboretum.exceptions import DataError

__all__ = ["repair", "swallows_lines", "write_rows"]

_COUNTED = re.compile(r"\(?\d[\d., ]* (rows?|records?|Zeilen|lignes|filas)\b.*", re.IGNORECASE)
#: At most this share of the lines may be left out because they have too many cells.
LEFT_OUT_SHARE = 0.02


def repair(text: str, layout: Layout, request: Request) -> tuple[bytes, list[int]]:
    """The samples as CSV with commas, and the line on which each of them stands.

    A line with too few cells lacks the last ones; one with too many is left out, if there are
    few of them: which of its cells belongs where, nobody knows.
    """
    lines = cut_lines(text)[layout.n_above :]
    first = layout.n_above + 1
    n = len(layout.names) + layout.is_surplus
    records = [r for r in _split(lines, layout, first, n, request) if not is_rule(r)]
    records = _without_comments(records, n, request)
    records = _without_footnotes(records, n, ["", *[""] * layout.n_above, *lines], request)
    records = _without_headers(records, layout.names, request)
    short = [record for record in records if len(record.cells) < n - layout.is_surplus]
    if short:
        request.note(
            f"{_places(short)} {'has' if len(short) == 1 else 'have'} fewer than "
            f"{len(layout.names)} cells; the last ones are missing there."
        )
    long = [record for record in records if any(record.cells[n:])]
    if long:
        _leave_out(long, len(records), n, request)
        records = [record for record in records if not any(record.cells[n:])]
    width = len(layout.names)
    rows = [(record.cells + [""] * width)[:width] for record in records]
    return write_rows(rows), [record.line for record in records]


def write_rows(rows: Sequence[Sequence[str]]) -> bytes:
    """Rows of cells as CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(rows)
    return out.getvalue().encode("utf-8")


def swallows_lines(cell: str, delimiter: str, width: int) -> bool:
    """Whether a cell holds whole lines of the table, since a quote was never closed.

    >>> swallows_lines("5 inch,1" + chr(10) + "6,7" + chr(10) + "8", ",", 2)
    True
    """
    inner = cell.split("\n")[1:]
    return any(line.count(delimiter) >= width - 1 for line in inner)


def _split(
    lines: Sequence[str], layout: Layout, first: int, n: int, request: Request
) -> list[Record]:
    """Cut the lines; without regard to quotes, if one of them is never closed."""
    records = split_records(lines, layout.delimiter, first)
    broken = [
        record
        for record in records
        if any("\n" in c and swallows_lines(c, layout.delimiter, n) for c in record.cells)
    ]
    if not broken or n < 2:
        return records
    request.note(
        f"{_places(broken)} {'has' if len(broken) == 1 else 'have'} a quotation mark "
        f"that is never closed; quotation marks do not hold lines together here."
    )
    return split_records(lines, layout.delimiter, first, quotes=False)


def _places(records: Sequence[Record], limit: int = 5) -> str:
    shown = ", ".join(str(record.line) for record in records[:limit])
    more = f" and {len(records) - limit} more" if len(records) > limit else ""
    return f"line{'s' if len(records) > 1 else ''} {shown}{more}"


def _without_comments(records: list[Record], n: int, request: Request) -> list[Record]:
    comments = [r for r in records if len(r.cells) != n and is_comment(r.cells[0])]
    if comments:
        request.note(f"{_places(comments)} hold comments: left out.")
    return [r for r in records if r not in comments] if comments else records


def _without_footnotes(
    records: list[Record], n: int, lines: Sequence[str], request: Request
) -> list[Record]:
    """Lines below the table that fill one cell only, where a sample has many."""
    end = _end_of_table(records, n, lines)
    while n > 2 and end > 0 and _is_note(records[end - 1], n):
        end -= 1
    if end in (0, len(records)):
        return records
    told = describe_values([_words_of(r) for r in records[end:]], 2)
    request.note(f"{_places(records[end:])} below the table {told}: left out.")
    return records[:end]


def _end_of_table(records: Sequence[Record], n: int, lines: Sequence[str]) -> int:
    """How many records come before a blank line below which none is as wide as the table.

    A line that counts the rows, as databases write it, is none of them either.
    """
    end = len(records)
    while end > 0 and _COUNTED.fullmatch(_words_of(records[end - 1])):
        end -= 1
    first_other = next((i for i in range(end, 0, -1) if len(records[i - 1].cells) == n), end)
    for i in range(first_other, end):
        if not lines[records[i].line - 1].strip():
            return i
    return end


def _words_of(record: Record) -> str:
    return " ".join(filter(None, record.cells))


def _is_note(record: Record, n: int) -> bool:
    """A word or none, on a line that is not as wide as the table."""
    return len(record.cells) < n and record.n_filled <= 1


def _without_headers(records: list[Record], names: Sequence[str], request: Request) -> list[Record]:
    """The names again among the samples, where files were put together."""
    again = [r for r in records if r.cells[: len(names)] == list(names)]
    if again:
        request.note(
            f"{_places(again)} {'has' if len(again) == 1 else 'have'} the column "
            f"names again, not a sample: left out."
        )
    return [r for r in records if r.cells[: len(names)] != list(names)] if again else records


def _leave_out(long: list[Record], total: int, n: int, request: Request) -> None:
    each = f"{_places(long, 20)} {'has' if len(long) == 1 else 'have'} more than {n} cells"
    sample = f"such as {','.join(long[0].cells)[:80]!r}"
    if len(long) > max(1, LEFT_OUT_SHARE * total):
        raise DataError(
            f"{request.what}: {each}, {sample}. Put cells that hold a delimiter into "
            f"quotation marks, or name another delimiter: delimiter=';'."
        )
    request.note(
        f"{each}, {sample}: left out, since nobody knows which is which.",
        "Put cells that hold a delimiter into quotation marks.",
    )
