"""What a certificate is about, worked out from the samples alone: rows, questions and costs.

Nothing here is shared with the search: two programs would have to make the same mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = [
    "MOST_CATEGORIES",
    "Array",
    "Costs",
    "Rows",
    "class_costs",
    "merged",
    "number_costs",
    "questions",
]

Array: TypeAlias = npt.NDArray[Any]

#: Up to so many categories are divided in every way; of more the certificate lists the sets.
MOST_CATEGORIES = 8
#: Sums of whole numbers below this are exact in doubles, and so are claims below the other.
EXACT, LARGEST = 2**53, 2**60
#: A leaf costs this share of all squares on top, so that fewer leaves win ties.
TIE = 1e-11


@dataclass(frozen=True, eq=False)
class Rows:
    """Samples that agree in all features as one row; ``codes`` are -1 where nothing is known."""

    codes: Array
    counts: Array
    row_of: Array

    @property
    def n(self) -> int:
        return len(self.counts)


@dataclass(frozen=True, eq=False)
class Costs:
    """What leaves cost in the unit of the claims.

    Attributes
    ----------
    table : (n, k) float64
        Numbers of each row, whose sums say what a leaf costs: what deciding for each class costs
        beyond the cheapest; or weight, weighted number and weighted square.
    unit : int or None
        What one of the table counts, None for squares.
    price : int or float
        Of a leaf.
    ties : int
        A cost of 1 in ``scale`` counts so much, more than all leaves do for being leaves.
    scale, unavoidable : float
        A cost in the user's unit is that of the claims by both, and what no tree saves on top.
    rounding : float
        How far the table may be off in all, in the user's unit.
    tolerance : float
        What claims may be off: 0 for whole numbers.
    """

    table: Array
    unit: int | None
    price: Any
    ties: int
    scale: float
    unavoidable: float
    rounding: float
    tolerance: float

    def of(self, sums: Array) -> Array:
        """What leaves with such sums, first axis, cost without their price."""
        if self.unit is not None:
            return sums.min(axis=0).astype(np.int64) * self.unit
        weight = np.where(sums[0] > 0, sums[0], 1.0)
        return np.maximum(sums[2] - sums[1] ** 2 / weight, 0.0)

    def most(self, rows: Array) -> Array:
        """What each of some rows costs in the worst case, wherever it goes."""
        own = self.table[rows]
        if self.unit is not None:
            return own.max(axis=1).astype(np.int64) * self.unit
        y = own[:, 1] / own[:, 0]
        return own[:, 0] * np.maximum(y - y.min(), y.max() - y) ** 2

    def summed(self, claim: Any, n_leaves: int) -> float:
        """A claim in the user's unit, without what leaves cost for being leaves."""
        if self.unit is not None:
            return claim // self.ties / self.scale + self.unavoidable
        tie = TIE * float(self.table[:, 0].sum())
        return max(0.0, float(claim) - n_leaves * tie) * self.scale + self.unavoidable

    def in_words(self, claim: Any) -> str:
        """A claim as people count: what is wrong, and leaves that are counted on top."""
        if self.unit is None:
            return f"{float(claim) * self.scale:.9g}"
        cost, leaves = divmod(int(claim), self.ties)
        return f"{cost / self.scale:.9g} with {leaves} {'leaf' if leaves == 1 else 'leaves'}"


def merged(columns: Sequence[Array], counts: Array) -> Rows:
    """The different rows of columns in which NaN is missing, in the order of their values."""
    codes = np.full((len(columns), len(counts)), -1, dtype=np.int64)
    for own, column in zip(codes, columns, strict=True):
        known = ~np.isnan(column)
        own[known] = np.unique(column[known], return_inverse=True)[1]
    unique, row_of = np.unique(codes.T, axis=0, return_inverse=True)
    row_of = row_of.reshape(-1)
    sums = np.bincount(row_of, weights=counts, minlength=len(unique))
    return Rows(unique.T, np.rint(sums).astype(np.int64), row_of)


def questions(
    rows: Rows,
    names: Sequence[str],
    values: Sequence[Sequence[Any] | None],
    sets: Mapping[str, Any],
) -> Iterator[tuple[list[Any], Array, Array | None]]:
    """Every question as ranks of the rows: the first ones go left.

    Each has what it is called, and which rows must be there so that it says anything new.
    ``values`` are the categories of a feature by code, None where they have an order.
    """
    for name, codes, categories in zip(names, rows.codes, values, strict=True):
        is_missing = codes < 0
        if categories is not None:
            yield from _divisions(name, codes, categories, sets.get(name))
        elif is_missing.any():
            yield [name, "missing first"], codes + 1, None
            yield [name, "missing last"], np.where(is_missing, codes.max() + 1, codes), is_missing
        else:
            yield [name], codes, None


def _divisions(
    name: str, codes: Array, categories: Sequence[Any], sets: Sequence[Any] | None
) -> Iterator[tuple[list[Any], Array, Array | None]]:
    n, is_missing = len(categories), codes < 0
    if n <= MOST_CATEGORIES:
        sides = [np.array((False, *rest)) for rest in product((False, True), repeat=max(n - 1, 0))]
    else:
        sides = [np.array([one in some for one in categories]) for some in ([], *(sets or ()))]
    for side in sides:
        for missing in (False, True) if is_missing.any() else (False,):
            ranks = np.where(is_missing, missing, side[codes]).astype(np.int64)
            some = [one for one, goes in zip(categories, side, strict=True) if goes]
            spec = [name, some, missing] if is_missing.any() else [name, some]
            yield spec, 1 - ranks if ranks[0] else ranks, None  # the first row is on the left


def class_costs(
    rows: Rows, truth: Array, weights: Array, loss: Array, price: float, scale: float
) -> Costs:
    """Costs of classes in whole numbers; ``price`` is that of a leaf in the user's unit."""
    paid = weights[:, None] * loss[truth]
    sums = np.stack([np.bincount(rows.row_of, weights=own, minlength=rows.n) for own in paid.T], 1)
    gains = sums.max(axis=1, keepdims=True) - sums
    whole = np.rint(gains * scale)
    off = float(np.abs(whole / scale - gains).max(axis=1).sum())
    table = whole.max(axis=1, keepdims=True) - whole
    unit = max(int(np.gcd.reduce(table.astype(np.int64), axis=None)), 1)
    table, ties, total = table / unit, rows.n + 1, float(whole.max(axis=1).sum())
    if not total < EXACT or not total * ties < LARGEST:
        raise ValueError(f"scale {scale:g} makes costs too large to be added up exactly.")
    own_price = round(price * scale)
    off += rows.n * abs(own_price / scale - price)
    is_noise = off <= 1e-9 * (float(gains.max(axis=1).sum()) + rows.n * price)
    return Costs(
        table=table,
        unit=unit * ties,
        price=own_price * ties + 1,
        ties=ties,
        scale=scale,
        unavoidable=float(sums.min(axis=1).sum()),
        rounding=0.0 if is_noise else off,
        tolerance=0.0,
    )


def number_costs(rows: Rows, numbers: Array, weights: Array, price: float) -> Costs:
    """Squared errors, in a unit in which all together are as many as the weight."""
    weight = np.bincount(rows.row_of, weights=weights, minlength=rows.n)
    numbers = numbers - np.average(numbers, weights=weights)
    mean = np.bincount(rows.row_of, weights=weights * numbers, minlength=rows.n) / weight
    unavoidable = float((weights * (numbers - mean[rows.row_of]) ** 2).sum())
    total = float(weight.sum())
    square = float((weight * mean**2).sum()) / total or 1.0
    y = mean / np.sqrt(square)
    return Costs(
        table=np.stack([weight, weight * y, weight * y**2], axis=1),
        unit=None,
        price=price / square + TIE * total,
        ties=1,
        scale=square,
        unavoidable=unavoidable,
        rounding=0.0,
        tolerance=1e-10 * total,
    )
