"""Numbers of one unit: what may be added up and compared."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from arboretum.data.column import describe_values
from arboretum.data.read.notes import Note
from arboretum.data.read.number_notation import CURRENCIES, SCALES, Written
from arboretum.data.read.texts import Texts

__all__ = ["doubt_of_unit", "same_unit"]

#: Units of one kind, and the power of ten of each; those of a base 1024 nearly so.
_KINDS = (
    {"ng": -9, "µg": -6, "μg": -6, "ug": -6, "mcg": -6, "mg": -3, "g": 0, "kg": 3, "t": 6},
    {"µm": -6, "μm": -6, "mm": -3, "cm": -2, "m": 0, "km": 3},
    {"µl": -6, "ml": -3, "mL": -3, "cl": -2, "dl": -1, "l": 0, "L": 0},
    {"B": 0, "bytes": 0, "kB": 3, "KB": 3, "MB": 6, "GB": 9, "TB": 12},
    {"mV": -3, "V": 0, "kV": 3},
    {"mA": -3, "A": 0},
    {"mW": -3, "W": 0, "kW": 3, "MW": 6, "GW": 9},
    {"Hz": 0, "kHz": 3, "MHz": 6, "GHz": 9},
    {"Pa": 0, "hPa": 2, "kPa": 3, "MPa": 6},
    {"µs": -6, "us": -6, "ms": -3, "s": 0},
)
#: Where money went: debit and credit, and the same in German.
_LEDGERS = ({"dr": -1.0, "cr": 1.0}, {"s": -1.0, "h": 1.0})
#: Letters behind some of the numbers: what laboratories and statistical offices say of them.
_FLAG_WORDS = "H L HH LL N A U J UJ R E D b c d e f i n p r s u z"
_FLAGS = frozenset(_FLAG_WORDS.split())
#: Words of so many letters may have an s for more than one: day and days, but not m and ms.
_SHORTEST_WORD = 3
_FRACTION = re.compile(r"0*(?:[.,]\d*)?|1(?:[.,]0*)?")


def same_unit(
    texts: Texts, written: dict[int, Written]
) -> tuple[dict[int, Written], tuple[Note, ...]]:
    """The numbers of the most usual unit; none, and why, if others are too many to be slips.

    An amount of money may stand without its sign, and zero is zero of anything.
    """
    written = _without_flags(texts, _in_one_unit(written))
    cells: Counter[str] = Counter()
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


def doubt_of_unit(texts: Texts, written: Mapping[int, Written]) -> tuple[Note, ...]:
    """That new samples of one unit are read as they are, although training may have had others.

    In a column of g and kg, the kg are 1000 each; whoever reads only kg cannot know that.
    """
    units = {one.unit for one in written.values()}
    kinds = (*_KINDS, SCALES, *({name.upper() for name in signs} for signs in _LEDGERS))
    unit = next(iter(units), "")
    if len(units) != 1 or not any({unit, unit.upper()} & set(kind) for kind in kinds):
        return ()
    said = f"{texts.label}: all numbers are in {unit!r}, and are read as they are."
    return (Note(said, "If training had other units beside it, write them in the smallest."),)


def _in_one_unit(written: dict[int, Written]) -> dict[int, Written]:
    """The numbers in one unit, where several are several ways to write one."""
    units = {one.unit for one in written.values()}
    if len(units) == 1:
        return written
    if units == {"", "%"}:
        return _as_percent(written)
    for signs in _LEDGERS:
        if {unit.lower() for unit in units} == set(signs):
            return _without_unit(written, signs=signs)
    for kind in _KINDS:
        if units <= set(kind):
            return _without_unit(written, kind)
    if units <= {"", *SCALES} and _are_scaled(written):
        return _without_unit(written, SCALES)
    return {i: replace(one, unit=_singular(one.unit)) for i, one in written.items()}


def _without_unit(
    written: Mapping[int, Written],
    shifts: Mapping[str, int] = MappingProxyType({}),
    signs: Mapping[str, float] = MappingProxyType({}),
) -> dict[int, Written]:
    """The numbers alone, moved by the powers of ten and with the signs that units stand for."""
    return {
        i: replace(
            one,
            unit="",
            shift=one.shift + shifts.get(one.unit, 0),
            sign=one.sign * signs.get(one.unit.lower(), 1.0),
        )
        for i, one in written.items()
    }


def _without_flags(texts: Texts, written: dict[int, Written]) -> dict[int, Written]:
    """The numbers without a letter that stands behind some of them, after a blank.

    One unit that stands in some of the cells only holds for the others, too.
    """
    flags = {one.unit for one in written.values()} - {""}
    bare = [i for i, one in written.items() if not one.unit]
    if not flags or 2 * texts.n_cells(bare) <= texts.n_cells(list(written)):
        return written
    is_apart = all(
        texts.values[i].endswith(f" {one.unit}") for i, one in written.items() if one.unit
    )
    if not is_apart or not (flags <= _FLAGS or (len(flags) == 1 and flags.isdisjoint(CURRENCIES))):
        return written
    return _without_unit(written)


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
