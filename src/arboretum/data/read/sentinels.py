"""Numbers such as -999 that may stand for a missing value: pointed at, never changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arboretum.data.read.notes import Notes

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["note_sentinels"]

_USUAL = frozenset((-99, -999, -9999, -99999, 999, 9999, 99999, 999999))
#: So many cells hold it at least; one alone is a slip, or a true value.
_FEWEST = 3


def note_sentinels(table: pa.Table, notes: Notes) -> None:
    """Point at one that several cells hold, farther from the others than these reach."""
    import pyarrow as pa
    from pyarrow import compute

    for field, column in zip(table.schema, table.columns, strict=True):
        if not (pa.types.is_integer(field.type) or pa.types.is_floating(field.type)):
            continue
        ends = compute.min_max(column).as_py()
        for end in dict.fromkeys(ends.values()):
            if end not in _USUAL:
                continue
            others = column.filter(compute.not_equal(column, end))
            n = len(column) - column.null_count - len(others)
            reach = compute.min_max(others).as_py()
            if n < _FEWEST or reach["min"] is None or reach["min"] == reach["max"]:
                continue
            gap = reach["min"] - end if end == ends["min"] else end - reach["max"]
            if gap > reach["max"] - reach["min"]:
                notes.add(
                    f"column {field.name!r}: {n} cells hold {end:g}, far from all others "
                    f"({reach['min']:g} to {reach['max']:g}).",
                    f"If it stands for a missing value: na=('{end:g}',).",
                )
