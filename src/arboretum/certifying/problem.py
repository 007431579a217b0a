"""What a certificate is about, worked out from the samples alone: rows, questions and costs.

Nothing here is shared with the search: two programs would have to make the same mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = ["Array", "ClassCosts", "NumberCosts", "Question", "Rows", "questions"]

Array: TypeAlias = npt.NDArray[Any]

#: Up to so many categories are divided in every way; of more the certificate lists the sets.
MOST_CATEGORIES = 8
#: Sums of whole numbers below this are exact in doubles, and so are claims below the other.
EXACT, LARGEST = 2**53, 2**60
#: A leaf costs this share of all squares on top, so that fewer leaves win ties.
TIE = 1e-11


class Rows:
    """Samples that agree in all features as one row; ``codes`` are -1 where nothing is known."""

    def __init__(self, columns: Sequence[Array], counts: Array) -> None:
        codes = np.full((len(columns), len(counts)), -1)
        for own, column in zip(codes, columns, strict=True):
            own[~np.isnan(column)] = np.unique(column[~np.isnan(column)], return_inverse=True)[1]
        unique, row_of = np.unique(codes.T, axis=0, return_inverse=True)
        self.codes, self.row_of, self.n = unique.T, row_of.reshape(-1), len(unique)
        self.counts = np.rint(self.sums(counts)).astype(np.int64)

    def sums(self, of_samples: Array) -> Array:
        return np.bincount(self.row_of, of_samples, self.n)


class Question(NamedTuple):
    """Rows up to a rank go left; it says anything new only where ``needs``, if given, has a row."""

    name: list[Any]
    ranks: Array
    needs: Array | None = None

    def words(self, rank: int) -> str:
        return f"{' '.join(map(str, self.name))} up to rank {rank}"


def questions(
    rows: Rows, features: Sequence[Mapping[str, Any]], columns: Sequence[Array], sets: Any
) -> list[Question]:
    """All questions, those that divide the rows alike once.

    ``features`` have a name, and categories or None; ``sets`` are those that are asked about
    where there are too many to divide them in every way.
    """
    found: dict[bytes, Question] = {}
    for feature, codes, column in zip(features, rows.codes, columns, strict=True):
        name, missing, asked = feature["name"], codes < 0, [Question([feature["name"]], codes)]
        if feature["categories"] is not None:
            known = np.unique(column[~np.isnan(column)]).astype(int)
            there = [feature["categories"][code] for code in known]
            asked = [*_divisions(name, codes, there, sets.get(name, []))]
        elif missing.any():
            last = np.where(missing, codes.max() + 1, codes)
            asked = [
                Question([name, "missing first"], codes + 1),
                Question([name, "missing last"], last, missing),
            ]
        for one in asked:
            backwards = (one.ranks.max() - one.ranks).tobytes()
            if np.ptp(one.ranks) > 0 and (one.needs is not None or backwards not in found):
                found.setdefault(one.ranks.tobytes(), one)
    return list(found.values())


def _divisions(name: str, codes: Array, there: list[Any], sets: list[Any]) -> Iterator[Question]:
    """Categories in two groups; that of the first row is on the left."""
    sides = [[one in some for one in there] for some in ([], *sets)]
    if len(there) <= MOST_CATEGORIES:
        sides = [[False, *rest] for rest in product((False, True), repeat=max(len(there) - 1, 0))]
    missing = codes < 0
    for side in sides:
        group = [one for one, is_in in zip(there, side, strict=True) if is_in]
        for others in ([False], [True]) if missing.any() else ([],):
            ranks = np.where(missing, others == [True], np.array(side)[codes]).astype(np.int64)
            yield Question([name, group, *others], 1 - ranks if ranks[0] else ranks)


class ClassCosts:
    """Losses in whole numbers, beyond those that no tree avoids.

    ``table`` has what each class costs for each row.  A claim counts ``ties`` for one of these, and
    1 for each leaf: all leaves are less than any loss.
    """

    tolerance = 0

    def __init__(
        self, rows: Rows, truth: Array, weights: Array, loss: Array, price: float, scale: float
    ) -> None:
        paid = np.stack([rows.sums(own) for own in (weights[:, None] * loss[truth]).T], axis=1)
        gains = paid.max(axis=1, keepdims=True) - paid
        whole, own_price = np.rint(gains * scale), round(price * scale)
        self.table = whole.max(axis=1, keepdims=True) - whole
        self.scale, self.ties, total = scale, rows.n + 1, float(whole.max(axis=1).sum())
        if not total < EXACT or not total * self.ties < LARGEST:
            raise ValueError(f"scale {scale:g} makes costs too large to be added up exactly.")
        self.price = own_price * self.ties + 1
        self.mistake = int(self.table.min(where=self.table > 0, initial=total)) * self.ties
        self.dearest, self.unavoidable = float(paid.max(1).sum()), float(paid.min(1).sum())
        off = float(np.abs(whole / scale - gains).max(axis=1).sum())
        off += rows.n * abs(own_price / scale - price)
        is_noise = off <= 1e-9 * (float(gains.max(axis=1).sum()) + rows.n * price)
        self.rounding = 0.0 if is_noise else off  # decimals are not exact in doubles

    def of(self, sums: Array) -> Array:
        """What leaves with such sums of the table, first axis, cost without their price."""
        return sums.min(axis=0).astype(np.int64) * self.ties

    def can_share(self, rows: Array) -> bool:
        """Whether a leaf can have rows without a mistake that other trees avoid."""
        return bool((self.table[rows].max(axis=0) == 0).any())

    def most(self, rows: Array) -> Array:
        """What each row costs in the worst case, wherever it goes."""
        return self.table[rows].max(axis=1).astype(np.int64) * self.ties

    def summed(self, claim: Any, n_leaves: int) -> float:
        """A claim in the unit of the samples, without what leaves cost for being leaves."""
        return claim // self.ties / self.scale + self.unavoidable

    def of_tree(self, rows: Rows, said: Array, n_leaves: int) -> float:
        """What a tree costs as claims count, by what it says of the samples."""
        of_row = np.zeros(rows.n, dtype=np.int64)
        of_row[rows.row_of] = said
        paid = int(self.table[np.arange(rows.n), of_row].sum()) * self.ties
        return np.inf if self.rounding else paid + n_leaves * self.price

    def in_words(self, claim: Any) -> str:
        cost, leaves = divmod(int(claim), self.ties)
        return f"{cost / self.scale:.9g} with {leaves} {'leaf' if leaves == 1 else 'leaves'}"


class NumberCosts:
    """Squared errors, in a unit in which all together are as many as the weight.

    ``table`` has weight, weighted number and weighted square of each row.
    """

    rounding = mistake = 0.0

    def __init__(self, rows: Rows, numbers: Array, weights: Array, price: float) -> None:
        weight = rows.sums(weights)
        numbers = numbers - np.average(numbers, weights=weights)
        mean = rows.sums(weights * numbers) / weight
        self.dearest = float((weights * numbers**2).sum())
        self.unavoidable = float((weights * (numbers - mean[rows.row_of]) ** 2).sum())
        total = float(weight.sum())
        self.scale = float((weight * mean**2).sum()) / total or 1.0
        y = mean / np.sqrt(self.scale)
        self.table = np.stack([weight, weight * y, weight * y**2], axis=1)
        self.tie, self.tolerance = TIE * total, 1e-10 * total
        self.price = price / self.scale + self.tie

    def of(self, sums: Array) -> Array:
        weight = np.where(sums[0] > 0, sums[0], 1.0)
        return np.maximum(sums[2] - sums[1] ** 2 / weight, 0.0)

    def can_share(self, rows: Array) -> bool:
        return True  # of numbers no rows need leaves of their own

    def most(self, rows: Array) -> Array:
        weight, y = self.table[rows, 0], self.table[rows, 1] / self.table[rows, 0]
        return weight * np.maximum(y - y.min(), y.max() - y) ** 2

    def summed(self, claim: Any, n_leaves: int) -> float:
        return max(0.0, float(claim) - n_leaves * self.tie) * self.scale + self.unavoidable

    def of_tree(self, rows: Rows, said: Array, n_leaves: int) -> float:
        return np.inf  # of squares leaves are not counted

    def in_words(self, claim: Any) -> str:
        return f"{float(claim) * self.scale:.9g}"
