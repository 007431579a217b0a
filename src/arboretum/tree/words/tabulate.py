"""Tables for people: as aligned text, in Markdown, and as data frames."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, get_args
from unicodedata import combining, east_asian_width

from arboretum.exceptions import ParameterError

__all__ = ["Backend", "aligned", "in_frame", "in_markdown"]

Backend = Literal["pandas", "polars", "pyarrow"]

_MARKUP = re.compile(r"[\\|*`\[\]]|<(?=[A-Za-z/!?])|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")


def aligned(rows: Sequence[Sequence[str]], left: Collection[int] = (0,)) -> list[str]:
    """One line per row, each column as wide as its widest cell.

    The columns at the places ``left`` stand to the left, the others to the right.

    >>> print("\\n".join(aligned([["", "leaves"], ["none", "12"]])))
          leaves
    none      12
    """
    widths = [max(_width(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines = []
    for row in rows:
        rooms = [" " * (widths[k] - _width(cell)) for k, cell in enumerate(row)]
        cells = [cell + rooms[k] if k in left else rooms[k] + cell for k, cell in enumerate(row)]
        lines.append("  ".join(cells).rstrip())
    return lines


def in_markdown(rows: Sequence[Sequence[str]], left: Collection[int] = (0,)) -> list[str]:
    """The lines of a table in Markdown; the first row is its heading.

    >>> print("\\n".join(in_markdown([["rule", "n"], ["a | b", "3"]])))
    | rule | n |
    | --- | ---: |
    | a \\| b | 3 |
    """
    heading, *others = rows
    sides = ["---" if k in left else "---:" for k in range(len(heading))]
    first = _line(map(_escaped, heading))
    return [first, _line(sides), *(_line(map(_escaped, row)) for row in others)]


def in_frame(columns: Mapping[str, Sequence[Any]], backend: Backend) -> Any:
    """Columns by name as a data frame of the library named."""
    import narwhals as nw

    if backend not in get_args(Backend):
        known = ", ".join(map(repr, get_args(Backend)))
        raise ParameterError(f"backend={backend!r} is not known. Known: {known}.")
    return nw.from_dict(dict(columns), backend=backend).to_native()


def _width(text: str) -> int:
    """How many columns of a screen a text takes."""
    if text.isascii():
        return len(text)
    wide = sum(east_asian_width(mark) in "WF" for mark in text)
    return len(text) + wide - sum(combining(mark) > 0 for mark in text)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    """A text that neither ends its cell nor becomes markup; ``x <= 2`` stays as it is."""
    return _MARKUP.sub(r"\\\g<0>", text)
