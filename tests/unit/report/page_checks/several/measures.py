"""How the measures of all targets are written."""

from __future__ import annotations

from tests.unit.report.page_checks.reading import is_number, is_percent, is_rounded
from tests.unit.report.page_checks.wording import Pieces

__all__ = ["in_words"]

#: A small share of wrong labels has more digits: nearly all are rightly left out.
FEW = 0.05


def in_words(name: str, measured: tuple[float, ...], truth: float) -> Pieces:
    """One of the numbers of a measure, of which the first is the error."""
    if name == "area":  # added up in small steps
        return Pieces((lambda text: any(is_rounded(text, truth + e, 3) for e in (0, 1e-4, -1e-4)),))
    if name == "relative RMSE":
        return Pieces((lambda text: is_number(text, truth),))
    digits = 3 if name == "Hamming loss" and measured[0] < FEW else 1
    return Pieces((lambda text: is_percent(text, truth, digits), " %"))
