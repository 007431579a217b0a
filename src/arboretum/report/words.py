"""Numbers and lists as a reader expects them."""

from __future__ import annotations

from collections.abc import Sequence

from arboretum.judging import TargetError
from arboretum.tree.words.format import number_text, percent

__all__ = ["error_text", "listed"]


def listed(names: Sequence[str], most: int = 5) -> str:
    """Names one after another, the last after "and".

    >>> listed(["a", "b", "c"]), listed(["a", "b", "c"], most=2)
    ('a, b and c', 'a, b and 1 more')
    """
    shown = list(names[:most])
    if len(names) > most:
        shown.append(f"{len(names) - most} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def error_text(value: float, error: TargetError) -> str:
    """A value of an error, in percent if it is a share of mistakes."""
    return percent(value) if error.measure == "error rate" else number_text(value, 4)
