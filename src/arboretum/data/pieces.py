"""Long arrays piece by piece, so that what is worked out on the way stays small."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["LENGTH", "pieces"]

#: Entries of a piece: it stays in the near caches, and the loop costs nothing beside the work.
LENGTH = 2**15


def pieces(n: int, length: int = LENGTH) -> Iterator[slice]:
    """Consecutive slices that cover ``n`` entries; one, even of nothing, if they are few.

    >>> list(pieces(5, length=2))
    [slice(0, 2, None), slice(2, 4, None), slice(4, 5, None)]
    """
    for start in range(0, max(n, 1), length):
        yield slice(start, min(start + length, n))
