"""Sizes of paper, in points."""

from __future__ import annotations

from arboretum.exceptions import ParameterError

__all__ = ["paper_sizes"]

_MILLIMETRE = 72.0 / 25.4
_PORTRAIT = {
    "A3": (297.0 * _MILLIMETRE, 420.0 * _MILLIMETRE),
    "A4": (210.0 * _MILLIMETRE, 297.0 * _MILLIMETRE),
    "A5": (148.0 * _MILLIMETRE, 210.0 * _MILLIMETRE),
    "letter": (612.0, 792.0),
}


def paper_sizes(name: str) -> list[tuple[float, float]]:
    """The ways a sheet can lie: both, unless the name says which.

    >>> [(round(w), round(h)) for w, h in paper_sizes("A4")]
    [(595, 842), (842, 595)]
    >>> paper_sizes("letter landscape")
    [(792.0, 612.0)]
    """
    sheet, _, way = name.partition(" ")
    if sheet not in _PORTRAIT or way not in ("", "portrait", "landscape"):
        raise ParameterError(
            f"fit={name!r} is not a known sheet. Known: {', '.join(map(repr, _PORTRAIT))}, each "
            f"also with ' portrait' or ' landscape'."
        )
    width, height = _PORTRAIT[sheet]
    ways = {"portrait": (width, height), "landscape": (height, width)}
    return [ways[way]] if way else list(ways.values())
