"""How far a threshold may be rounded: as far as no training sample changes sides.

A threshold lies between two values that were seen, or is the lower of them.  Written as 183.1
where the values are 183.0 and 183.1, the threshold 183.05 would send the second the other way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Closed
from arboretum.tree.frozen import handed_over
from arboretum.tree.split import ALL_DIGITS, ROUNDED_DOWN, Threshold

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = ["learn_digits", "with_digits"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int32]

#: A number of so many significant digits is never rounded.
SHORT = 7
#: A tree that cuts at more long numbers than this is not read from end to end: they are written
#: in full, and growing it takes no longer.  Of many more, none is looked at.
MOST, MOST_AT_ALL = 500, 10_000
#: Of more rows than this, the values next to a few thresholds are found faster without sorting.
MANY_ROWS, FEW = 5_000, 64


def learn_digits(tree: Tree, columns: Sequence[npt.NDArray[Any]]) -> Tree:
    """Note with the thresholds of a new tree which digits they need before these samples.

    It is the same tree: digits matter to who writes it, and to nobody else.
    """
    others = [kept.splits for kept in (tree.competing, tree.surrogates) if kept is not None]
    tables = [table for table in (tree.splits, tree.runner_ups, *others) if len(table.thresholds)]
    if not 0 < sum(len(table.thresholds) for table in tables) <= MOST_AT_ALL:
        return tree
    thresholds = np.concatenate([table.thresholds for table in tables])
    asked = np.concatenate([table.column_of_thresholds for table in tables])
    if len(tree.schema.closed_left):
        is_left = np.isin(asked, tree.schema.closed_left)
        thresholds = np.where(is_left, _mirrored(thresholds), thresholds)
    long = _long(thresholds)
    if not 0 < len(long) <= MOST:
        return tree
    below, above = np.empty(len(long)), np.empty(len(long))
    values = tree.schema.all_columns(columns)
    for column in set(asked[long].tolist()):
        mine = asked[long] == column
        sign = -1 if tree.schema.columns[column].closed == "left" else 1
        below[mine], above[mine] = _gaps(thresholds[long[mine]], sign * values[column])
    digits = np.full(len(thresholds), SHORT, dtype=np.int32)
    digits[long] = _digits(thresholds[long], below, above)
    ends = np.cumsum([len(table.thresholds) for table in tables])[:-1]
    for table, of_table in zip(tables, np.split(digits, ends), strict=True):
        table.note_digits(handed_over(of_table.copy()))
    return tree


def with_digits(
    thresholds: Sequence[float], values: npt.NDArray[Any], closed: Closed = "right"
) -> tuple[float, ...]:
    """The thresholds of one split, with the digits that they need before the values of a column.

    >>> with_digits([183.05], np.array([183.0, 183.1]))[0].digits
    7
    """
    cuts = np.array(thresholds, dtype=np.float64)
    if closed == "left":
        cuts, values = _mirrored(cuts), -values
    digits = np.full(len(cuts), SHORT)
    long = _long(cuts)
    if len(long):
        digits[long] = _digits(cuts[long], *_gaps(cuts[long], values))
    return tuple(map(Threshold, thresholds, digits.tolist()))


def _mirrored(thresholds: FloatArray) -> FloatArray:
    """What ``x < t`` is to the negative numbers: ``-x <= -t`` holds where it does not.

    So the digits of t are those of a threshold between the negative values.
    """
    return -np.nextafter(thresholds, np.inf)


def _long(thresholds: FloatArray) -> npt.NDArray[np.intp]:
    """Which thresholds have more than a few digits; one that is 0 or too large has not."""
    return np.flatnonzero(_off_short(thresholds))


def _off_short(thresholds: FloatArray) -> FloatArray:
    """How far the nearest numbers of few digits are above them; below 0 if below."""
    with np.errstate(all="ignore"):
        power = SHORT - 1 - np.floor(np.log10(np.abs(thresholds)))
        scale, unit = 10.0 ** np.maximum(power, 0), 10.0 ** np.maximum(-power, 0)  # both exact
        return np.asarray(np.rint(thresholds * scale / unit) * unit / scale - thresholds)


def _digits(thresholds: FloatArray, below: FloatArray, above: FloatArray) -> IntArray:
    """With how many significant digits thresholds stay in their gaps, whatever digits are added.

    Below 0 if they must be rounded up, being values themselves; above ``ROUNDED_DOWN`` if they
    must be rounded down, where a value close above leaves no room but there is some below.
    """
    is_value = below == 0
    spacing = np.spacing(abs(thresholds))
    # Half a unit of the last digit is the most that rounding changes, a whole one if only upwards;
    # and a number that is read back is rounded once more, to the last bit.
    room = np.where(is_value, above, 2 * np.minimum(below, above)) - 2 * spacing
    digits = np.where(is_value, -1, 1) * _digits_in(thresholds, room)
    # The noise of a sum beside a value: the short number is that value, which belongs below.
    off = np.abs(_off_short(thresholds))
    is_exact = (abs(thresholds) > 1e-15) & (abs(thresholds) < 10.0**SHORT)
    is_noise = is_exact & (off <= below) & (off + 2 * spacing < above)
    digits = np.where((digits > SHORT) & is_noise, SHORT, digits)
    down = _digits_in(thresholds, below - 2 * spacing)
    is_down = (digits > SHORT) & (down <= SHORT)
    return np.where(is_down, ROUNDED_DOWN + down, digits).astype(np.int32)


def _digits_in(thresholds: FloatArray, room: FloatArray) -> FloatArray:
    """How many significant digits have a unit that is less than the room."""
    with np.errstate(divide="ignore", invalid="ignore"):  # 0 needs one, whatever the room
        digits = np.floor(np.log10(np.abs(thresholds))) + 1 - np.log10(np.maximum(room, 0))
    return np.asarray(np.fmin(np.fmax(np.floor(digits + 1e-9) + 1, 1), ALL_DIGITS))


def _gaps(thresholds: FloatArray, column: npt.NDArray[Any]) -> tuple[FloatArray, FloatArray]:
    """How far below and above each threshold the next values are; 0 below if it is one itself."""
    values = np.asarray(column, dtype=np.float64)
    if len(values) > MANY_ROWS and len(thresholds) <= FEW:
        pairs = [_gap(threshold, values) for threshold in thresholds.tolist()]
        below, above = np.array(pairs).T
        return below, above
    ordered = np.full(len(values) + 2, np.inf)
    ordered[0], ordered[1:-1] = -np.inf, values
    ordered.sort()  # missing values last
    place = ordered.searchsorted(thresholds, side="right")
    return thresholds - ordered[place - 1], ordered[place] - thresholds


def _gap(threshold: float, values: FloatArray) -> tuple[float, float]:
    off = values - threshold
    nearest = float(np.fmin.reduce(np.abs(off)))  # a missing value is not near
    if nearest > abs(threshold) / 10**SHORT:  # room for few digits on either side
        return nearest, nearest
    above = float(np.min(off, where=off > 0, initial=np.inf))
    return -float(np.max(off, where=off <= 0, initial=-np.inf)), above
