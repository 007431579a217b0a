"""Where to cut a cell so that as few rules as possible lie on both sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from arboretum.rules.cells import Cell
from arboretum.rules.condition import Condition

__all__ = ["cut"]

#: Stands for the missing value among the codes of categories.
_MISSING = -1


@dataclass(frozen=True)
class _Cut:
    """Two parts of the set of one feature, and how many conditions lie in one of them alone."""

    first: Condition
    second: Condition
    n_apart: int
    n_smaller: int = 0


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
    best = max(cuts, key=lambda found: (found.n_apart, found.n_smaller))
    return cell.part(best.first), cell.part(best.second)


def _cuts(within: Condition, conditions: list[Condition]) -> list[_Cut]:
    if within.codes is None:
        found = _threshold_cuts(within, conditions)
    else:
        found = [_category_cut(within, conditions)]
    if within.missing > 0 and (within.has_numbers or within.codes):
        known, missing = replace(within, missing=0.0), _missing_alone(within)
        n_apart = sum(_is_apart(condition, known, missing) for condition in conditions)
        found.append(_Cut(known, missing, n_apart))
    return found


def _missing_alone(within: Condition) -> Condition:
    if within.codes is None:
        return replace(within, low=np.inf, high=-np.inf)
    return replace(within, codes=frozenset())


def _is_apart(condition: Condition, first: Condition, second: Condition) -> bool:
    return any(condition.meet(part).is_impossible for part in (first, second))


def _threshold_cuts(within: Condition, conditions: list[Condition]) -> list[_Cut]:
    """The best cut at a bound of some condition, missing values below it or above."""
    met = [condition.meet(within) for condition in conditions]
    low, high = np.array([it.low for it in met]), np.array([it.high for it in met])
    bounds = np.unique(np.concatenate([low, high]))
    bounds = bounds[(bounds > within.low) & (bounds < within.high)]
    if len(bounds) == 0:
        return []
    takes_missing = np.array([it.missing > 0 for it in met])
    found = []
    for goes_below in (True, False) if within.missing > 0 else (True,):
        may_be_above = ~takes_missing if goes_below else np.ones(len(conditions), dtype=bool)
        may_be_below = np.ones(len(conditions), dtype=bool) if goes_below else ~takes_missing
        # A condition without numbers has its upper bound below all of them, its lower above.
        below = np.searchsorted(np.sort(high[may_be_below]), bounds, side="right")
        above = may_be_above.sum() - np.searchsorted(np.sort(low[may_be_above]), bounds)
        best = np.lexsort((np.minimum(below, above), below + above))[-1]
        found.append(
            _Cut(
                replace(within, high=float(bounds[best]), missing=within.missing * goes_below),
                replace(within, low=float(bounds[best]), missing=within.missing * (not goes_below)),
                int(below[best] + above[best]),
                int(min(below[best], above[best])),
            )
        )
    return found


def _category_cut(within: Condition, conditions: list[Condition]) -> _Cut:
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
        replace(
            within,
            codes=frozenset(codes - {_MISSING}),
            missing=1.0 if _MISSING in codes else 0.0,
        )
        for codes in (together, atoms - together)
    )
    n_apart = sum(_is_apart(condition, first, second) for condition in conditions)
    return _Cut(first, second, n_apart)


def _atoms(condition: Condition) -> frozenset[int]:
    """The categories of a set, and -1 if missing values are in it."""
    codes = [*(condition.codes or ()), *(code for code, _ in condition.partial)]
    return frozenset([*codes, *([_MISSING] if condition.missing > 0 else [])])


def _joined(sets: list[frozenset[int]]) -> frozenset[int]:
    """The first set with all that overlap with it, directly or through others."""
    joined, others = frozenset(sets[0]), set(sets)
    while touching := {other for other in others if other & joined}:
        joined = joined.union(*touching)
        others -= touching
    return joined
