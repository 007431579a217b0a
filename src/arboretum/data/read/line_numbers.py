"""On which line of a file, as an editor counts them, a sample stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence

__all__ = ["LineNumbers"]


class LineNumbers:
    """Names rows by their lines; the lines are found when they are first asked for.

    Parameters
    ----------
    find : gives the line of every row
    word : what the lines of the file are called, "line" or "row"

    Examples
    --------
    >>> name = LineNumbers(lambda: [2, 3, 5])
    >>> name([0]), name([1, 2])
    ('line 2', 'lines 3, 5')
    """

    def __init__(self, find: Callable[[], Sequence[int]], word: str = "line") -> None:
        self._find = find
        self._lines: Sequence[int] | None = None
        self._word = word

    def __call__(self, rows: Sequence[int]) -> str:
        if self._lines is None:
            self._lines = self._find()
        shown = ", ".join(str(self._lines[row]) for row in rows)
        return f"{self._word}{'s' if len(rows) != 1 else ''} {shown}"
