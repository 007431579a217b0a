"""Lines of text to records of cells, and the delimiter that cuts them best."""

from __future__ import annotations

import csv
import io
import re
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

__all__ = [
    "BLANKS",
    "Record",
    "cut_lines",
    "how_regular",
    "is_comment",
    "is_rule",
    "sniff_delimiter",
    "split_records",
    "usual_width",
]

#: The delimiter that stands for any run of blanks and tabs.
BLANKS = " "
DELIMITERS = (",", ";", "\t", "|", "^", "~")
_RUN = re.compile(r"\S {2,}\S")
_RULE = re.compile(r"[-=+|: ]+")
_COMMENTS = ("#", "%", "//")
#: The longest cell, as the csv module counts on every machine; one of any file is shorter.
_LONGEST = 2**31 - 1
_LIMIT = threading.Lock()


@dataclass(frozen=True, slots=True)
class Record:
    """The cells of a record without blanks around them, and the line on which it begins."""

    line: int
    cells: list[str]

    @property
    def n_filled(self) -> int:
        """How many cells hold something."""
        return sum(cell != "" for cell in self.cells)


def cut_lines(text: str) -> list[str]:
    """The lines of a text with their ends, as an editor counts them."""
    return list(io.StringIO(text))


def is_comment(line: str) -> bool:
    """Whether a line begins as comments do."""
    return line.lstrip().startswith(_COMMENTS)


def is_rule(record: Record) -> bool:
    """Whether a line is drawn between others, such as ``+-----+----+``, and holds nothing.

    >>> is_rule(Record(2, ["----+-----"])), is_rule(Record(2, ["-", "-", "-"]))
    (True, False)
    """
    drawn = " ".join(record.cells)
    return _RULE.fullmatch(drawn) is not None and ("---" in drawn or "===" in drawn)


def split_records(
    lines: Sequence[str], delimiter: str, first: int = 1, quotes: bool = True
) -> list[Record]:
    """Cut lines into records; blank lines are none.

    Parameters
    ----------
    lines : each with its end
    delimiter : one character, or :data:`BLANKS`
    first : the number of the first line in its file
    quotes : whether a quoted cell may hold delimiters and ends of lines
    """
    reader = csv.reader(
        _with_single_blanks(lines) if delimiter == BLANKS else lines,
        delimiter=delimiter,
        skipinitialspace=True,
        quoting=csv.QUOTE_MINIMAL if quotes else csv.QUOTE_NONE,
    )
    found, line = [], first
    with _cells_of_any_length():
        for cells in reader:
            bare = [cell.strip() for cell in cells]
            if not quotes:
                bare = [cell[1:-1] if _is_quoted(cell) else cell for cell in bare]
            if any(bare) or (len(bare) > 1 and delimiter != BLANKS):
                found.append(Record(line, bare))
            line = first + reader.line_num
    return found


@contextmanager
def _cells_of_any_length() -> Iterator[None]:
    """Lift the limit of the csv module, which holds for the whole process, and set it again."""
    with _LIMIT:  # or of two threads the second would keep what the first has lifted
        before = csv.field_size_limit(_LONGEST)
        try:
            yield
        finally:
            csv.field_size_limit(before)


def _with_single_blanks(lines: Iterable[str]) -> Iterator[str]:
    return (line.replace("\t", " ").strip() + "\n" for line in lines)


def _is_quoted(cell: str) -> bool:
    return len(cell) > 1 and cell[0] == cell[-1] == '"'


def usual_width(records: Sequence[Record]) -> int:
    """The number of cells that most records have; the larger of two that are as usual."""
    widths = Counter(len(record.cells) for record in records)
    return max(widths, key=lambda width: (widths[width], width), default=0)


def sniff_delimiter(lines: Sequence[str]) -> str:
    """The delimiter that cuts most of the lines into most, equally many, cells.

    Runs of blanks are taken only where no other delimiter cuts the lines.  A file of one
    column has none; the comma does for it.
    """
    found = {delimiter: _regularity(lines, delimiter) for delimiter in DELIMITERS}
    best = max(DELIMITERS, key=found.__getitem__)
    is_cut = found[best] > (0.5, 0)
    if is_cut and not (best == "\t" and _are_aligned(lines)):
        return best
    share, _ = _regularity(lines[1:] or lines, BLANKS)  # R has no name over its row names
    return BLANKS if share >= 0.8 else best


def how_regular(lines: Sequence[str]) -> tuple[float, int]:
    """The share of lines that the best delimiter cuts into equally many cells, and how many."""
    return max(_regularity(lines, delimiter) for delimiter in DELIMITERS)


def _are_aligned(lines: Sequence[str]) -> bool:
    """Whether cells stand in columns of letters, by runs of blanks."""
    return sum(_RUN.search(line) is not None for line in lines) > len(lines) / 2


def _regularity(lines: Sequence[str], delimiter: str) -> tuple[float, int]:
    """Share of records with the usual number of cells, and that number; (0, 0) for one cell."""
    records = split_records(lines, delimiter)
    width = usual_width(records)
    if width < 2:
        return 0.0, 0
    return sum(len(record.cells) == width for record in records) / len(records), width
