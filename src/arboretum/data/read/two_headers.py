"""Names that stand on two lines: a heading over several columns, and what each of them is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from arboretum.data.read.header import is_measured
from arboretum.data.read.marks import is_mark

__all__ = ["join_headers"]

#: So many records below show what the columns hold.
_ENOUGH = 3


def join_headers(
    first: Sequence[str], below: Sequence[Sequence[str]]
) -> tuple[list[str], int] | None:
    """The names of both lines together, and how many of the records below hold no sample.

    None if the first line says all.  A heading holds for the columns to its right that have
    none, as in merged cells, or is written over each of them.

    >>> samples = [["1", "5", "7", "a"]] * 3
    >>> join_headers(["id", "size", "", "y"], [["", "mean", "max", ""], *samples])
    (['id', 'size mean', 'size max', 'y'], 1)
    """
    head, rest = (below[0], below[1:]) if below else ([], [])
    if len(rest) < _ENOUGH or len(head) != len(first) or any(map(is_measured, head)):
        return None
    times = Counter(first)
    shared = [j > 0 and (not name or times[name] > 1) for j, name in enumerate(first)]
    if not any(shared) or any(is_shared and not head[j] for j, is_shared in enumerate(shared)):
        return None
    columns = list(zip(*(record for record in rest if len(record) == len(first)), strict=True))
    if not any(cell and _is_measured(column) for cell, column in zip(head, columns, strict=True)):
        return None
    names, heading = [], ""
    for j, name in enumerate(first):
        heading = name or heading
        has_more = shared[j] or times[name] > 1 or (j + 1 < len(first) and not first[j + 1])
        is_more = has_more and head[j] not in ("", heading)
        names.append(f"{heading} {head[j]}".strip() if is_more else name)
    # pandas writes the name of its row names on a line of its own
    has_row_names = bool(rest[0][0]) and not any(rest[0][1:]) and any(rest[1][1:])
    return names, 2 if has_row_names else 1


def _is_measured(column: Sequence[str]) -> bool:
    """Whether the filled cells of a column are numbers or dates."""
    filled = [cell for cell in column if cell and not is_mark(cell)]
    return bool(filled) and all(map(is_measured, filled))
