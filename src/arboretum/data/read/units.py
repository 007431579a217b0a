"""Numbers of one unit: what may be added up and compared."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from arboretum.data.column import describe_values
from arboretum.data.read.notes import Note
from arboretum.data.read.number_notation import CURRENCIES, SCALES, Written
from arboretum.data.read.texts import Texts

__all__ = ["same_unit"]

#: Words of so many letters may have an s for more than one: day and days, but not m and ms.
_SHORTEST_WORD = 3
_FRACTION = re.compile(r"0*(?:[.,]\d*)?|1(?:[.,]0*)?")


def same_unit(
    texts: Texts, written: dict[int, Written]
) -> tuple[dict[int, Written], tuple[Note, ...]]:
    """The numbers of the most usual unit; none, and why, if others are too many to be slips.

    An amount of money may stand without its sign, and zero is zero of anything.
    """
    cells: Counter[str] = Counter()
    written = _in_one_unit(written)
    for i, one in written.items():
        cells[one.unit] += int(texts.counts[i])
    if len(cells) == 1:
        return written, ()
    unit = cells.most_common(1)[0][0]
    if unit == "":
        signs = [u for u in cells if u in CURRENCIES]
        unit = max(signs, key=cells.__getitem__) if signs else ""
    may_be_bare = unit in CURRENCIES
    kept = {
        i: one
        for i, one in written.items()
        if one.unit == unit or (one.unit == "" and (may_be_bare or not one.body.strip("0.,")))
    }
    others = [i for i in written if i not in kept]
    if not others or texts.are_few(others, int(sum(cells.values()))):
        return kept, ()
    if unit and len(written) > 20 and cells[unit] > 1:
        shown = describe_values([texts.values[i] for i in (next(iter(kept)), *others)], 3)
        said = f"{texts.label} holds numbers of different units, {shown}: they are categories."
        return {}, (Note(said, "Write all of them in one unit, or none."),)
    if cells[""] > sum(cells.values()) / 2:  # numbers with something else among them
        return {i: one for i, one in written.items() if one.unit == ""}, ()
    return {}, ()


def _in_one_unit(written: dict[int, Written]) -> dict[int, Written]:
    """The numbers in one unit, where several are several ways to write one."""
    units = {one.unit for one in written.values()}
    if len(units) == 1:
        return written
    if units == {"", "%"}:
        return _as_percent(written)
    if units <= {"", *SCALES} and _are_scaled(written):
        return {
            i: replace(one, unit="", shift=SCALES.get(one.unit, 0)) for i, one in written.items()
        }
    return {i: replace(one, unit=_singular(one.unit)) for i, one in written.items()}


def _are_scaled(written: Mapping[int, Written]) -> bool:
    """Whether letters such as k and M stand for thousands and millions.

    That there are both shows it, or a fraction of one: 12 and 12B may be doors of a street.
    """
    scaled = [one for one in written.values() if one.unit]
    has_fractions = any({".", ","} & set(one.body) for one in scaled)
    return has_fractions or len({SCALES[one.unit] for one in scaled}) > 1


def _as_percent(written: Mapping[int, Written]) -> dict[int, Written]:
    """Numbers of which some have a per cent sign, all as per cent.

    Where those without one are fractions and the others are not, 0.5 means 50 %.
    """
    are_fractions = dict.fromkeys(("", "%"), True)
    for one in written.values():
        are_fractions[one.unit] &= _FRACTION.fullmatch(one.body) is not None
    shift = 2 if are_fractions[""] and not are_fractions["%"] else 0
    return {i: replace(one, unit="%", shift=0 if one.unit else shift) for i, one in written.items()}


def _singular(unit: str) -> str:
    return unit.removesuffix("s") if len(unit) >= _SHORTEST_WORD else unit
