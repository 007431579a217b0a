"""Cells: products of sets of values, in which rules are compared exactly, and how to cut them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Category, Schema
from arboretum.rules.condition import Condition, StandIn

__all__ = ["Cell", "Cut", "category_cut", "cut", "settle", "threshold_cuts", "whole_space"]

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]

#: Stands for the missing value among the codes of categories.
_MISSING = -1
_NONE: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Cell:
    """The samples whose values lie in one set per feature; sets are conditions without shares."""

    schema: Schema
    sets: Mapping[int, Condition]

    def part(self, within: Condition) -> Cell:
        """The part of the cell where a feature lies in a smaller set."""
        return Cell(self.schema, {**self.sets, within.feature: within})

    def example(self) -> dict[str, Category | None]:
        """A sample of the cell by name; None is missing."""
        features = self.schema.features
        return {feature.name: self._value(i) for i, feature in enumerate(features)}

    def _value(self, index: int) -> Category | None:
        found = self.sets[index]
        categories = self.schema.columns[index].categories
        if found.codes and categories is not None:
            return categories[min(found.codes)]
        if not found.has_numbers:
            return None
        if math.isfinite(found.high):
            return found.high
        return 0.0 if found.low < 0 else max(found.low + 1, math.nextafter(found.low, math.inf))


def whole_space(schema: Schema, refuses: tuple[str, ...]) -> Cell:
    """The cell of all samples that are not refused."""
    sets = {}
    for index, feature in enumerate(schema.columns):
        refused = "missing" if feature.kind == "numeric" else "unseen"
        sets[index] = Condition.known(index, feature, missing=refused not in refuses)
    return Cell(schema, sets)


def settle(condition: Condition, within: Condition) -> tuple[float, tuple[Condition, ...]] | None:
    """What a condition comes to inside a set of values of its feature.

    The share that all samples of the set pass with, and what they must meet
    instead where the value is missing; None if the samples of the set differ.
    """
    shares = _shares(condition, within)
    if shares == {0.0}:
        return 0.0, ()
    asked = [it for it in condition.stand_ins if _asks(it, condition, within)]
    if len(shares) > 1 or not all(_asks_all(it, within) for it in asked):
        return None
    return shares.pop(), tuple(it.condition for it in asked)


def _shares(condition: Condition, within: Condition) -> set[float]:
    """The different shares that samples of the set pass with."""
    shares = {condition.share_of(code) for code in within.codes or ()}
    if within.missing:
        shares.add(condition.share_of_missing)
    if within.has_numbers:
        low, high = max(condition.low, within.low), min(condition.high, within.high)
        if low < high:
            shares.add(1.0)
        if (low, high) != (within.low, within.high):
            shares.add(0.0)
    return shares


def _asks(stand_in: StandIn, condition: Condition, within: Condition) -> bool:
    """Whether some sample of the set is asked the stand-in."""
    codes = stand_in.codes & (within.codes or frozenset())
    is_asked = within.missing and condition.missing
    return is_asked or any(condition.share_of(code) > 0 for code in codes)


def _asks_all(stand_in: StandIn, within: Condition) -> bool:
    return not within.has_numbers and (within.codes or frozenset()) <= stand_in.codes


@dataclass(frozen=True)
class Cut:
    """Two parts of the set of one feature, and how many conditions lie in one of them alone."""

    first: Condition
    second: Condition
    n_apart: int
    n_smaller: int = 0

    @property
    def rank(self) -> tuple[int, int]:
        """The larger the better: few conditions in both parts, then parts alike in size."""
        return self.n_apart, self.n_smaller


def cut(cell: Cell, conditions: Iterable[Condition]) -> tuple[Cell, Cell]:
    """Two parts of a cell, by the cut that keeps most of the conditions apart.

    The conditions are those that not all samples of the cell meet alike.  In
    the rules of a tree there is always a cut with no rule on both sides, such
    as the one at the root, so that there are as many cells as leaves.
    """
    by_feature: dict[int, list[Condition]] = {}
    for condition in conditions:
        by_feature.setdefault(condition.feature, []).append(condition)
    cuts = [
        found
        for feature, several in by_feature.items()
        for found in _cuts(cell.sets[feature], several)
    ]
    best = max(cuts, key=lambda found: found.rank)
    return cell.part(best.first), cell.part(best.second)


def _cuts(within: Condition, conditions: list[Condition]) -> list[Cut]:
    if within.codes is None:
        low, high = (np.array([getattr(it, name) for it in conditions]) for name in ("low", "high"))
        takes_missing = np.array([it.missing for it in conditions])
        found = threshold_cuts(within, low, high, takes_missing)
    else:
        found = [category_cut(within, conditions)]
    if within.missing and (within.has_numbers or within.codes):
        no_value = {"low": np.inf, "high": -np.inf} if within.codes is None else {"codes": _NONE}
        known, missing = replace(within, missing=False), replace(within, **no_value)
        n_apart = sum(_is_apart(condition, known, missing) for condition in conditions)
        found.append(Cut(known, missing, n_apart))
    return found


def _is_apart(condition: Condition, first: Condition, second: Condition) -> bool:
    return any(condition.meet(part).is_impossible for part in (first, second))


def threshold_cuts(
    within: Condition, low: FloatArray, high: FloatArray, takes_missing: BoolArray
) -> list[Cut]:
    """The best cut at a bound of some condition, missing values below it or above."""
    low, high = np.maximum(low, within.low), np.minimum(high, within.high)
    # Without numbers in the set, a condition lies below every bound, and above.
    low, high = np.where(low < high, low, np.inf), np.where(low < high, high, -np.inf)
    bounds = np.unique(np.concatenate([low, high]))
    bounds = bounds[(bounds > within.low) & (bounds < within.high)]
    if len(bounds) == 0:
        return []
    found = []
    for goes_below in (True, False) if within.missing else (True,):
        is_free = ~takes_missing if within.missing else np.ones(len(low), dtype=bool)
        below = np.sort(high if goes_below else high[is_free])
        above = np.sort(low[is_free] if goes_below else low)
        n_below = np.searchsorted(below, bounds, side="right")
        n_above = len(above) - np.searchsorted(above, bounds)
        best = np.lexsort((np.minimum(n_below, n_above), n_below + n_above))[-1]
        bound = float(bounds[best])
        found.append(
            Cut(
                replace(within, high=bound, missing=within.missing and goes_below),
                replace(within, low=bound, missing=within.missing and not goes_below),
                int(n_below[best] + n_above[best]),
                int(min(n_below[best], n_above[best])),
            )
        )
    return found


def category_cut(within: Condition, conditions: list[Condition]) -> Cut:
    """Categories that some condition holds together, and the others.

    Sets of categories that no condition joins can be cut apart for nothing.
    """
    atoms = _atoms(within)
    sets = [_atoms(condition.meet(within)) for condition in conditions]
    together = _joined(sets)
    if together == atoms:
        asked = [
            (it.codes | {_MISSING}) & atoms
            for condition in conditions
            for it in condition.stand_ins
        ]
        smaller = Counter(it for it in sets + asked if it and it < atoms)
        together = smaller.most_common(1)[0][0] if smaller else frozenset([min(atoms)])
    first, second = (
        replace(within, codes=codes - {_MISSING}, missing=_MISSING in codes)
        for codes in (together, atoms - together)
    )
    n_apart = sum(_is_apart(condition, first, second) for condition in conditions)
    return Cut(first, second, n_apart)


def _atoms(condition: Condition) -> frozenset[int]:
    """The categories of a set, and -1 if missing values are in it."""
    return frozenset([*(condition.codes or ()), *([_MISSING] if condition.missing else [])])


def _joined(sets: list[frozenset[int]]) -> frozenset[int]:
    """The first set with all that overlap with it, directly or through others."""
    joined, others = frozenset(sets[0]), set(sets)
    while touching := {other for other in others if other & joined}:
        joined = joined.union(*touching)
        others -= touching
    return joined
