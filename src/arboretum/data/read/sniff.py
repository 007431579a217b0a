"""The delimiter and the header of a text file."""

from __future__ import annotations

import csv
import gzip
import io
from collections import Counter
from pathlib import Path

from arboretum.exceptions import DataError

__all__ = ["is_gzipped", "read_header", "sniff_delimiter"]

DELIMITERS = (",", ";", "\t", "|")

_LINES = 50


def is_gzipped(path: Path) -> bool:
    """Whether a file is compressed, by its name."""
    return path.suffix.lower() == ".gz"


def first_lines(path: Path) -> str:
    """The beginning of a text file, plain or gzipped, without a byte order mark."""
    opener = gzip.open if is_gzipped(path) else open
    try:
        with opener(path, "rb") as file:
            lines = [file.readline(1 << 20) for _ in range(_LINES)]
    except (EOFError, gzip.BadGzipFile) as error:
        raise DataError(f"{path} is not a whole gzip file: {error}.") from error
    return b"".join(lines).decode("utf-8-sig", errors="surrogateescape")


def sniff_delimiter(path: Path) -> str:
    """Find the delimiter: the one that cuts the first lines into most, equally many, cells.

    A file of one column has none; the comma does for it.
    """
    if path.name.lower().removesuffix(".gz").endswith(".tsv"):
        return "\t"
    text = first_lines(path)
    return max(DELIMITERS, key=lambda delimiter: _regularity(text, delimiter))


def _regularity(text: str, delimiter: str) -> tuple[float, int]:
    """Share of records with as many cells as the header, and that number; (0, 0) for one cell."""
    try:
        widths = [len(record) for record in _records(text, delimiter)]
    except csv.Error:  # a cell of unlikely length: this is not the delimiter
        return 0.0, 0
    if not widths or widths[0] < 2:
        return 0.0, 0
    return Counter(widths)[widths[0]] / len(widths), widths[0]


def _records(text: str, delimiter: str) -> list[list[str]]:
    records = [record for record in csv.reader(io.StringIO(text), delimiter=delimiter) if record]
    # The last one may be cut off in the middle.
    return records[:-1] if len(records) > _LINES // 2 else records


def read_header(path: Path, delimiter: str) -> list[str]:
    """The column names; an empty file, a duplicate name or an empty one is an error."""
    try:
        records = _records(first_lines(path), delimiter)
    except csv.Error as error:
        raise DataError(f"{path} cannot be read: {error}.") from error
    if not records:
        raise DataError(f"{path} is empty. It must begin with a line of column names.")
    header = records[0]
    if any("\udc80" <= sign <= "\udcff" for name in header for sign in name):
        raise DataError(f"{path} has a column name that is not UTF-8 text. Save it in UTF-8.")
    twice = sorted(name for name, times in Counter(header).items() if times > 1 and name)
    if twice:
        raise DataError(
            f"{path} names a column twice: {', '.join(map(repr, twice))}. Rename or drop one."
        )
    if "" in header:
        raise DataError(
            f"{path} has no name for column {header.index('') + 1} of {len(header)}. Name every "
            f"column in the first line (row names need a column name too, or are left out)."
        )
    return header
