"""Tables of text: the first column to the left, the others to the right."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["aligned"]


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """One line a row, each column as wide as its widest cell.

    >>> print("\\n".join(aligned([["", "leaves"], ["none", "12"]])))
          leaves
    none      12
    """
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return [
        "  ".join(
            cell.rjust(width) if k else cell.ljust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
