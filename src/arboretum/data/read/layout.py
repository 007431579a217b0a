"""Where in a text file the table begins, what its columns are called and what divides them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arboretum.data.column import describe_values
from arboretum.data.read.header import clean_names, is_header, is_measured, numbered_names
from arboretum.data.read.marks import is_mark
from arboretum.data.read.records import (
    BLANKS,
    Record,
    is_comment,
    is_rule,
    sniff_delimiter,
    split_records,
    usual_width,
)
from arboretum.data.read.request import Request
from arboretum.data.read.two_headers import join_headers
from arboretum.exceptions import DataError

__all__ = ["Layout", "find_layout", "lay_out"]


#: So many records under the names may tell more about the columns.
_MOST_HEADS = 2
#: So many records below the first show whether it holds names.
_SHOWN = 60


@dataclass(frozen=True)
class Layout:
    """How a text file is laid out.

    Attributes
    ----------
    delimiter : one character
    names : of the columns; the first may be empty
    n_above : lines above the first sample
    is_surplus : whether lines end in a delimiter, so that the last column is none
    """

    delimiter: str
    names: tuple[str, ...]
    n_above: int
    is_surplus: bool = False


def find_layout(lines: Sequence[str], request: Request, delimiter: str | None = None) -> Layout:
    """The layout of a file by its first lines, each with its end.

    ``delimiter`` is what the name of the file says about it.
    """
    options, skip = request.options, request.options.skip or 0
    start = skip
    comments = []
    while start < len(lines) and (is_comment(lines[start]) or not lines[start].strip()):
        if lines[start].strip():
            comments.append(start)
        start += 1
    delimiter = options.delimiter or delimiter or sniff_delimiter(lines[start:] or lines[skip:])
    records = split_records(lines[start:], delimiter, first=start + 1)
    records = [record for record in records if not is_rule(record)]
    header = _commented_header(lines, comments, records, delimiter)
    if header is not None:
        comments.remove(header.line - 1)
        records = [header, *records]
    if comments:
        verb = "is a comment" if len(comments) == 1 else "are comments"
        request.note(f"{_lines([c + 1 for c in comments])} {verb}, left out.")
    if not records:
        raise DataError(f"{request.what} is empty. It must begin with a line of column names.")
    is_named = True if header is not None else options.header
    return replace(lay_out(records, request, is_named), delimiter=delimiter)


def _lines(numbers: Sequence[int], limit: int = 5) -> str:
    shown = ", ".join(map(str, numbers[:limit]))
    more = f" and {len(numbers) - limit} more" if len(numbers) > limit else ""
    return f"line{'s' if len(numbers) > 1 else ''} {shown}{more}"


def _commented_header(
    lines: Sequence[str], comments: Sequence[int], records: Sequence[Record], delimiter: str
) -> Record | None:
    """The names, if they stand behind a comment sign above samples that have none."""
    if not comments or len(records) < 2:
        return None
    last = comments[-1]
    line = lines[last].lstrip()
    is_name = line[1:2] == delimiter != BLANKS  # a column may be named "#"
    bare = line if is_name else line.lstrip("#%/ ")
    bare = bare.removeprefix("Fields: ")  # as servers write what they log
    found = next(iter(split_records([bare], delimiter, first=last + 1)), None)
    width = usual_width(records)
    below = [record.cells for record in records[:_SHOWN]]
    if found is None or width < 2 or len(found.cells) != width:
        return None
    return found if is_header(found.cells, below) and not is_header(below[0], below[1:]) else None


def lay_out(records: Sequence[Record], request: Request, is_named: bool | None = None) -> Layout:
    """The layout by the first records, without comments.

    ``is_named`` says whether the first record holds the names; None finds it out.
    """
    width = usual_width(records)
    is_told = request.options.skip is not None or is_named is False
    at = 0 if is_told else _count_titles(records, width)
    if at:
        told = describe_values([" ".join(filter(None, one.cells)) for one in records[:at]], 3)
        request.note(
            f"the table begins at line {records[at].line}; what stands above it is left out: "
            f"{told}.",
            f"If it begins elsewhere: skip={records[at].line - 1}.",
        )
    first = records[at].cells
    below = [record.cells for record in records[at + 1 : at + 1 + _SHOWN]]
    if is_named is None:
        is_named = is_header(first, below) or join_headers(first, below) is not None
        if not is_named:
            request.note(
                f"there is no line of column names; they are called 'column_1' to "
                f"'column_{width}'.",
                "If the first line holds names: header=True.",
            )
    if not is_named:
        return Layout("", tuple(numbered_names(width)), records[at].line - 1)
    n_above = _end_of(records, at)
    is_surplus = (
        width > 1
        and all(len(c) == width and not c[-1] for c in below[:-1])
        and (len(first) == width - 1 or not first[-1])
    )
    if is_surplus and below:
        first = first[: width - 1]
    elif len(first) == width - 1 and below:  # R writes no name over its row names
        first = ["", *first]
    first, n_heads = _read_heads(first, below, records[at:], request)
    if n_heads:
        n_above = _end_of(records, at + n_heads)
    names = clean_names(first, request)
    return Layout("", tuple(names), n_above, is_surplus and bool(below))


def _read_heads(
    first: list[str], below: Sequence[list[str]], records: Sequence[Record], request: Request
) -> tuple[list[str], int]:
    """The names, and how many records below them are more of the names, or tell what they are.

    ``records`` begin with the names, which are ``first`` as far as they name columns.
    """
    joined = join_headers(first, below)
    if joined is not None:
        names, n_heads = joined
        shown = next(name for name, one in zip(names, first, strict=True) if name != one)
        lines = [record.line for record in records[: 1 + n_heads]]
        request.note(f"{_lines(lines)} hold the names together, such as {shown!r}.")
        return names, n_heads
    n_heads = _count_heads(first, below)
    if n_heads:
        shown = describe_values([cell for cell in below[0] if cell], 4)
        lines = [record.line for record in records[1 : 1 + n_heads]]
        request.note(
            f"{_lines(lines)} hold{'s' if n_heads == 1 else ''} units or the like, {shown}, not a "
            f"sample: left out."
        )
    return first, n_heads


def _end_of(records: Sequence[Record], at: int) -> int:
    """The last line of a record: blank lines below it are none of its own, and do no harm."""
    return records[at + 1].line - 1 if at + 1 < len(records) else records[at].line


def _count_titles(records: Sequence[Record], width: int) -> int:
    """How many records above the names are titles: less than half of their cells are filled."""
    if width < 2:
        return 0
    for i, record in enumerate(records):
        is_row_name = width == 2 and not record.cells[0]
        least = 1 if is_row_name else max(2, width / 2)
        if len(record.cells) >= max(2, width - 1) and record.n_filled >= least:
            return i if i < len(records) - 1 else 0
    return 0


def _count_heads(names: Sequence[str], below: Sequence[Sequence[str]]) -> int:
    """How many records under the names are units or questions: words over columns of numbers.

    Programs for surveys write the names, the questions and keys of their own.
    """
    for n in (_MOST_HEADS, 1):
        if len(below) > n and all(_has_words(head, names, below[n:]) for head in below[:n]):
            return n
    return 0


def _has_words(head: Sequence[str], names: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether a record has words over columns of numbers or dates, twice or more."""
    if len(below) < 2 or len(head) != len(names):
        return False
    columns = list(zip(*(r for r in below if len(r) == len(names)), strict=True))
    n_words = n_columns = 0
    for cell, column in zip(head, columns, strict=bool(columns)):
        if all(is_measured(c) or is_mark(c) for c in column) and any(map(is_measured, column)):
            if cell and (is_measured(cell) or is_mark(cell)):
                return False  # as a sample has, at the first of its numbers
            n_columns += 1
            n_words += bool(cell)
    return n_words >= 2 and n_words > n_columns / 2
