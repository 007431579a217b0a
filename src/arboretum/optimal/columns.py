"""All questions as columns of ranks: rows up to some rank go left, the others right.

A number or an ordered category is a column of its ranks.  With missing values it is two: one
has them before the first value and one behind the last, so that the search finds out where they
go; that they are missing at all is the first cut of the one and the last of the other.  An
unordered category is a column of two ranks for each way to divide its categories.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from arboretum.data import Schema
from arboretum.optimal.merged import Merged

__all__ = ["MOST_CATEGORIES", "AskedColumn", "columns_of", "language_of"]

#: Up to so many categories are divided in every way.
MOST_CATEGORIES = 8

Side = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class AskedColumn:
    """Questions about one feature.

    Attributes
    ----------
    feature : its position
    ranks : (n_rows,) int32
    needs_last_rank : bool
        Whether the column says something new only where a row has its last rank.
    """

    feature: int
    ranks: npt.NDArray[np.int32]
    needs_last_rank: bool = False


def columns_of(
    merged: Merged, schema: Schema, gains: npt.NDArray[np.floating | np.integer]
) -> list[AskedColumn]:
    """Every question about the rows, without those that all rows answer alike.

    ``gains`` has a row per row and orders the categories of features that have many.
    """
    made: list[AskedColumn] = []
    for f, feature in enumerate(schema.features):
        codes = merged.codes[f]
        if feature.kind == "categorical":
            made += [AskedColumn(f, ranks) for ranks in _divisions(codes, gains)]
        else:
            made += _in_order(f, codes)
    return _without_repeats(column for column in made if column.ranks.min() < column.ranks.max())


def _without_repeats(columns: Iterable[AskedColumn]) -> list[AskedColumn]:
    """Leave out columns that rank the rows as an earlier one does, in either direction."""
    found: dict[bytes, AskedColumn] = {}
    for column in columns:
        backwards = (column.ranks.max() - column.ranks).tobytes()
        if column.needs_last_rank or backwards not in found:
            found.setdefault(column.ranks.tobytes(), column)
    return list(found.values())


def language_of(merged: Merged, schema: Schema) -> str:
    """What may be asked, in words."""
    said = ["x <= t at every midpoint"]
    kinds = [feature.kind for feature in schema.features]
    sizes = [merged.codes[f].max() + 1 for f, kind in enumerate(kinds) if kind == "categorical"]
    if all(kind == "categorical" for kind in kinds):
        said = []
    if any(size <= MOST_CATEGORIES for size in sizes):
        said.append("x in every set of categories")
    large = [
        feature.name
        for f, feature in enumerate(schema.features)
        if feature.kind == "categorical" and merged.codes[f].max() >= MOST_CATEGORIES
    ]
    if large:
        said.append(
            f"of {', '.join(large)} each category against the others, and the first ones in the "
            "order of what they gain"
        )
    if (merged.codes < 0).any():
        said.append("missing values on either side, or whether a value is missing")
    return "; ".join(said)


def _in_order(f: int, codes: npt.NDArray[np.int32]) -> Iterator[AskedColumn]:
    is_missing = codes < 0
    if not is_missing.any():
        yield AskedColumn(f, codes.astype(np.int32))
        return
    yield AskedColumn(f, (codes + 1).astype(np.int32))
    last = np.where(is_missing, codes.max() + 1, codes)
    yield AskedColumn(f, last.astype(np.int32), needs_last_rank=True)


def _divisions(
    codes: npt.NDArray[np.int32], gains: npt.NDArray[np.floating | np.integer]
) -> list[npt.NDArray[np.int32]]:
    """Ranks 0 and 1 for every way to divide the categories; each way once."""
    n = int(codes.max(initial=-1)) + 1
    is_missing = codes < 0
    sides: Iterable[Side] = _every_set(n) if n <= MOST_CATEGORIES else _some_sets(n, codes, gains)
    found: dict[bytes, npt.NDArray[np.int32]] = {}
    for side in sides:
        ranks = side[codes].astype(np.int32)
        for missing in (0, 1) if is_missing.any() else (0,):
            ranks[is_missing] = missing
            one_way = 1 - ranks if ranks[0] else ranks.copy()
            found.setdefault(one_way.tobytes(), one_way)
    if is_missing.any():
        found.setdefault(is_missing.astype(np.int32).tobytes(), is_missing.astype(np.int32))
    return list(found.values())


def _every_set(n: int) -> Iterator[Side]:
    """Each of two halves once: category 0 is always on the left."""
    for others in product((False, True), repeat=max(n - 1, 0)):
        if any(others):
            yield np.array((False, *others))


def _some_sets(
    n: int, codes: npt.NDArray[np.int32], gains: npt.NDArray[np.floating | np.integer]
) -> Iterator[Side]:
    """One category against the others; the first in the order of each column of gains."""
    for category in range(n):
        yield np.arange(n) == category
    known = codes >= 0
    total = np.bincount(codes[known], minlength=n).astype(np.float64)
    for gain in gains.T[:1] if gains.shape[1] == 2 else gains.T:
        mean = np.bincount(codes[known], weights=gain[known], minlength=n) / total
        place = np.empty(n, dtype=np.intp)
        place[np.argsort(mean, kind="stable")] = np.arange(n)
        for first in range(1, n):
            yield place >= first
