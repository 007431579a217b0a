"""Numbers and lists as a reader expects them."""

from __future__ import annotations

from collections.abc import Sequence

from arboretum.judging import TargetError
from arboretum.tree import number_text

__all__ = ["error_text", "listed", "percent", "plural"]


def percent(share: float, digits: int = 1) -> str:
    """A share in percent.

    >>> percent(0.0523), percent(1.0), percent(0.5, 0)
    ('5.2 %', '100.0 %', '50 %')
    """
    return f"{100 * share:.{digits}f} %"


def plural(n: float, one: str, many: str | None = None) -> str:
    """How many of something.

    >>> plural(1, "leaf", "leaves"), plural(3, "leaf", "leaves")
    ('1 leaf', '3 leaves')
    """
    return f"{number_text(n)} {one if n == 1 else many or one + 's'}"


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
